import PaceLanguage
import PaceReport

extension Command {
  static let completions = Command(
    "completions", arguments: CompletionScript.allCases.map(\.rawValue).joined(separator: "|"),
    summary: "a script that completes commands, options and names in a shell",
    options: [.words],
    examples: ["source <(pace completions bash)", "pace completions --words -- eval take-care --preset ''"],
    run: CompletionsCommand.run)
}

extension Option {
  static let words = Option.flag("words", "what fits the last of the words after `--`: what the scripts ask")
}

/// Prints a shell's script, or what such a script asks for.
enum CompletionsCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments.has(.words) {
      for candidate in WordCompletion(arguments.positional).candidates {
        let help = candidate.help.isEmpty ? "" : "\t\(candidate.help.printable)"
        try console.out.line(candidate.word + help)
      }
      return .fine
    }
    guard let name = arguments.positional.first else { throw .usage(.missingArgument("SHELL")) }
    if arguments.positional.count > 1 { throw .usage(.extraArgument(arguments.positional[1])) }
    guard let script = CompletionScript(rawValue: name) else {
      let names = CompletionScript.allCases.map(\.rawValue)
      throw .usage(
        .badChoice(
          option: "completions", value: name, choices: names,
          suggestion: Spelling.nearest(to: name, among: names)))
    }
    try console.out.write(script.text(calling: ShellWord.quoted(FileSystem.program)))
    return .fine
  }
}
