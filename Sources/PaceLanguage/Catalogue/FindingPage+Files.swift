extension FindingPage {
  /// Errors in finding, reading and including files.
  static let files = [
    FindingPage(
      code: "E0001", summary: "a file that can't be read",
      rationale: "A file named on the command line is missing, is a folder, or may not be read."),
    FindingPage(
      code: "E0002", summary: "an included file that can't be read",
      rationale: "The path of an `include` is taken from the folder of the file that it stands in.",
      reported: #"include "nowhere.pace""#),
    FindingPage(
      code: "E0003", summary: "includes that go round in a circle",
      rationale: """
        A file is read once, however often it is included, but it may not include itself, not even through \
        others. Move what both need to a third file.
        """),
    FindingPage(
      code: "E0004", summary: "includes nested too deep",
      rationale: "Include the files side by side from one file instead of each from the one before."),
  ]
}
