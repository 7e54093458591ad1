extension ErrorDoc {
  /// Errors in finding, reading and including files.
  static let files = [
    ErrorDoc(
      code: "E0001", summary: "a file that can't be read",
      explanation: "A file named on the command line is missing, is a folder, or may not be read.",
      example: ""),
    ErrorDoc(
      code: "E0002", summary: "an included file that can't be read",
      explanation: "The path of an `include` is taken from the folder of the file that it stands in.",
      example: """
        include "nowhere.pace"
        """),
    ErrorDoc(
      code: "E0003", summary: "includes that go round in a circle",
      explanation: """
        A file is read once, however often it is included, but it may not include itself, not even through \
        others. Move what both need to a third file.
        """,
      example: ""),
    ErrorDoc(
      code: "E0004", summary: "includes nested too deep",
      explanation: "Include the files side by side from one file instead of each from the one before.",
      example: ""),
  ]
}
