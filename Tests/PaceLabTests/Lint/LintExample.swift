/// The example texts of lint rules as programs that can be checked.
enum LintExample {
  /// The first line of a text that is shown as a file of its own.
  private static let fileMark = "# presets/"

  /// `text` as a program, after a small subject and event unless it has its own or is a file of its own.
  static func program(of text: String) -> String {
    let lines = text.split(separator: "\n")
    if text.hasPrefix(fileMark) || lines.contains(where: { $0.hasPrefix("subject ") }) { return text + "\n" }
    let head = """
      subject session { }
      event entry of session {
        amount: number = 1 in 0 .. 50
        kind small { amount = 0.5 }
        kind large { amount = 2 }
      }

      """
    return head + text + "\n"
  }
}
