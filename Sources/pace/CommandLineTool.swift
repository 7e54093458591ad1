import PaceLanguage
import PaceStore

/// The whole program: finds the command, parses its options, runs it, and words what went wrong.
enum CommandLineTool {
  static func run(_ words: [String], environment: [String: String]) -> ExitStatus {
    var console = Console(color: colorWord(in: words), environment: environment)
    var command: Command?
    var given: Arguments?
    do throws(Failure) {
      let status = try dispatch(words, &command, &given, &console)
      try console.finish()
      return status
    } catch {
      if case .output = error {
      } else {
        // Results that stand are written before the message about what stopped them.
        if case .refused(_, _, let answer?) = error { try? console.out.write(answer) }
        try? console.finish()
      }
      if !Interrupt.isRequested { tell(error, of: command, given, &console) }
      return error.status
    }
  }

  private static func dispatch(
    _ words: [String], _ command: inout Command?, _ given: inout Arguments?, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    try RawArguments.check(words)
    let own = Option.common + [.version]
    let split = commandIndex(in: words)
    let globals = try ArgumentParser.parse(Array(words[..<split]), options: own)
    if globals.has(.version) {
      try console.out.line("pace \(CommandList.version)")
      return .fine
    }
    guard split < words.count else {
      try console.out.write(globals.has(.help) ? Help.overview(console.style) : Help.welcome(console.style))
      return .fine
    }
    let name = words[split]
    let rest = Array(words[(split + 1)...])
    if name == "help" { return try help(rest, &console) }
    if globals.has(.help) { return try help([name], &console) }
    let found = try find(name)
    command = found
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
      return try help([name], &console)
    }
    let arguments = try ArgumentParser.parse(
      rest, options: found.allOptions, instead: found.instead, given: words)
    if found.arguments.hasPrefix("PACK") { given = arguments }
    return try found.run(arguments, &console)
  }

  /// Where the command's name stands: after the options that may come before it.
  private static func commandIndex(in words: [String]) -> Int {
    var index = 0
    while index < words.count, words[index].hasPrefix("-") {
      index += words[index] == "--color" ? 2 : 1
    }
    return min(index, words.count)
  }

  private static func find(_ name: String) throws(Failure) -> Command {
    if let command = CommandList.built.first(where: { $0.name == name }) { return command }
    if (try? PackLocator.file(name)) != nil { throw .usage(.packForCommand(name)) }
    let names = CommandList.built.map(\.name) + ["--version"]
    throw .usage(.unknownCommand(name, suggestion: Spelling.nearest(to: name, among: names)))
  }

  private static func help(_ words: [String], _ console: inout Console) throws(Failure) -> ExitStatus {
    guard let name = words.first(where: { !$0.hasPrefix("-") }) else {
      try console.out.write(Help.overview(console.style))
      return .fine
    }
    try console.out.write(Help.text(of: try find(name), console.style))
    return .fine
  }

  /// The colour asked for, which is needed before any message, even one about the words themselves.
  private static func colorWord(in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == "--" { return nil }
      if word.hasPrefix("--color=") { return String(word.dropFirst("--color=".count)) }
      if word == "--color", index + 1 < words.count { return words[index + 1] }
    }
    return nil
  }

  /// - Parameter given: the arguments that fill in PACK and FILE in commands that a message proposes.
  private static func tell(
    _ failure: Failure, of command: Command?, _ given: Arguments?, _ console: inout Console
  ) {
    switch failure {
    case .usage(let error):
      let error = SuggestedCommand.naming(error, given, of: command, console.errorStyle)
      console.remark(error: SuggestedCommand.filled(error.message, given))
      console.remark("try `pace \(command.map { "\($0.name) " } ?? "")--help`")
    case .program(let text): console.remark(raw: text)
    case .data(let message, let help), .busy(let message, let help), .refused(let message, let help, _):
      console.remark(error: message)
      guard let help else { break }
      for line in SuggestedCommand.filled(help, given).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        console.remark(String(line))
      }
    case .output(.closed): break
    case .output(let error): console.remark(error: error.message)
    }
  }
}

extension Option {
  static let version = Option.flag("version", "the version")
}
