import PaceLanguage
import PaceReport

/// Commands that output suggests, written so that they can be copied.
enum SuggestedCommand {
  /// `pace explain` over the same log in the same way; nil if the log was a stream.
  ///
  /// - Parameters:
  ///   - subject: the subject to explain, in place of the one that was named.
  ///   - settings: more values for `--set`.
  ///   - more: the last words of the command.
  static func explain(
    _ arguments: Arguments, subject: String? = nil, settings: [String] = [], more: [String] = []
  ) -> String? {
    guard arguments.has(.database) || arguments.has(.scenario) else { return nil }
    var words = ["pace", "explain"] + arguments.positional
    if let name = arguments[.scenario] { words += ["--scenario", name] }
    for database in arguments.all(.database) { words += ["--db", database] }
    let options = [Option.preset, .subject, .until, .zone, .source]
    words += Self.words(of: options, in: arguments, subject: subject).joined()
    // Notices that were really given are not among those that are numbered.
    if arguments.has(.given) { words.append("--given") }
    for setting in arguments.all(.set) + settings { words += ["--set", setting] }
    return (words + more).map(ShellWord.quoted).joined(separator: " ")
  }

  /// Adds to an error about an unknown pack the option to use, if the command has it and the name is that of a rule or
  /// a parameter of the packs before it.
  static func naming(_ error: UsageError, _ arguments: Arguments?, of command: Command?, _ style: Style)
    -> UsageError
  {
    guard case .unknownPack(let word, let looked, let more, nil) = error, let arguments, let command,
      let place = arguments.positional.firstIndex(of: word), place > 0,
      let program = try? Pack.load(Array(arguments.positional[..<place]), style: style).program
    else { return error }
    let sorts = [(Option.rule, program.rules.map(\.name.text)), (.param, program.params.map(\.name.text))]
    let option = sorts.first { option, names in
      names.contains(word) && command.options.contains { $0.name == option.name }
    }?.0
    guard let option else { return error }
    return .unknownPack(word, looked: looked, more: more, suggestion: "--\(option.name) \(word)")
  }

  /// A text whose proposed commands can be pasted, with what was given in place of `PACK` and `--db FILE`.
  ///
  /// - Parameter options: further options that say which rows are read and how; all those commands take them.
  static func filled(_ text: String, _ arguments: Arguments?, repeating options: [Option] = []) -> String {
    guard let arguments else { return text }
    var text = text
    if !arguments.positional.isEmpty {
      text = text.replacing(" PACK ", with: " \(packs(in: arguments)) ")
    }
    let given = arguments.all(.database).map { ["--db", $0] } + words(of: options, in: arguments)
    if arguments.has(.database) {
      text = text.replacing(
        " --db FILE", with: " " + given.joined().map(ShellWord.quoted).joined(separator: " "))
    }
    return text
  }

  /// The options that were given among `options`, each with its value.
  ///
  /// - Parameter subject: the subject in place of the one that was named.
  private static func words(
    of options: [Option], in arguments: Arguments, subject: String? = nil
  ) -> [[String]] {
    options.compactMap { option in
      let own = option.name == Option.subject.name ? subject : nil
      return (own ?? arguments[option]).map { ["--\(option.name)", $0] }
    }
  }

  /// The arguments that name packs: all of them if the command takes several packs, else the first.
  private static func packs(in arguments: Arguments) -> String {
    let isPacks =
      CommandList.built.first { $0.name == arguments.words.first }?.arguments.hasPrefix("PACK…") ?? false
    return arguments.positional.prefix(isPacks ? .max : 1).map(ShellWord.quoted).joined(separator: " ")
  }
}
