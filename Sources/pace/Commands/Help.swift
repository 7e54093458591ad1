import PaceReport

/// The texts of `--help`, made from the commands' own declarations.
enum Help {
  /// The output of bare `pace`.
  static func welcome(_ style: Style) -> String {
    var text = wrapped(
      "pace decides, from rules in text and a log of events, which notices to give, and why.", style)
    text += "\nFive commands to try:\n"
    let hasPacks =
      FileSystem.entry(at: PackLocator.folder) == .folder && PackLocator.names.contains("take-care")
    let steps = hasPacks ? CommandList.firstSteps : CommandList.firstStepsAnywhere
    text += table(steps.map { [style.bold($0.line), $0.does] }, style)
    return text + "\n\n`pace --help` lists every command.\n"
  }

  /// The output of `pace --help`.
  static func overview(_ style: Style) -> String {
    var text = "Usage: pace COMMAND PACK… [options]\n\n"
    text += wrapped(
      "A PACK is a `.pace` file, or a bare name that stands for rules/NAME.pace, or", style)
    text += wrapped(
      "for NAME.pace or rules/NAME.pace in a folder of \(PackLocator.variable) (colon-separated).", style)
    text += "\n"
    text += style.bold("Commands") + "\n"
    text += table(CommandList.built.map { [$0.name, $0.summary] }, style) + "\n\n"
    text += style.bold("Options") + "\n" + options(Option.common + [.version], style) + "\n\n"
    return text
      + wrapped(
        "`pace COMMAND --help` tells more of one. Instants are read as 21:09, ISO 8601, Unix ms, 10 min ago or now.",
        style)
      + wrapped(
        "Exit: 0 fine · 1 findings · 2 wrong usage or a program that doesn't check · 3 data that can't be read.",
        style)
  }

  /// The output of `pace COMMAND --help`.
  static func text(of command: Command, _ style: Style) -> String {
    var text = wrapped("Usage: pace \(command.signature) [options]", style) + "\n"
    text += wrapped(command.summary, style) + "\n"
    text += style.bold("Options") + "\n"
    text += options(command.allOptions, style) + "\n"
    if !command.examples.isEmpty {
      text += "\n" + style.bold("Examples") + "\n"
      text += command.examples.map { "  \($0)\n" }.joined()
    }
    return text
  }

  private static func options(_ options: [Option], _ style: Style) -> String {
    table(options.map { [$0.signature, $0.help] }, style)
  }

  private static func table(_ rows: [[String]], _ style: Style) -> String {
    TextTable([.left, .left], indent: "  ", rows: rows).lines(within: style.width).joined(separator: "\n")
  }

  private static func wrapped(_ text: String, _ style: Style) -> String {
    style.wrapped(text).map { "\($0)\n" }.joined()
  }
}
