import PaceLanguage

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
    for option in [Option.preset, .subject, .until, .zone, .source] {
      let own = option.name == Option.subject.name ? subject : nil
      if let value = own ?? arguments[option] { words += ["--\(option.name)", value] }
    }
    // Notices that were really given are not among those that are numbered.
    if arguments.has(.given) { words.append("--given") }
    for setting in arguments.all(.set) + settings { words += ["--set", setting] }
    return (words + more).map(ShellWord.quoted).joined(separator: " ")
  }

  /// A text whose proposed commands can be pasted, with what was given in place of `PACK` and `--db FILE`.
  static func filled(_ text: String, _ arguments: Arguments?) -> String {
    guard let arguments else { return text }
    var text = text
    if !arguments.positional.isEmpty {
      text = text.replacing(" PACK ", with: " \(packs(in: arguments)) ")
    }
    if let database = arguments[.database] {
      text = text.replacing(" --db FILE", with: " --db \(ShellWord.quoted(database))")
    }
    return text
  }

  /// The arguments that name packs: all of them if the command takes several packs, else the first.
  private static func packs(in arguments: Arguments) -> String {
    let isPacks =
      CommandList.built.first { $0.name == arguments.words.first }?.arguments.hasPrefix("PACK…") ?? false
    return arguments.positional.prefix(isPacks ? .max : 1).map(ShellWord.quoted).joined(separator: " ")
  }
}
