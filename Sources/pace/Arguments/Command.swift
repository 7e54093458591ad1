/// A command: what it is called, what it takes, and what it does.
///
/// Parsing, `--help` and the lists in the manual all come from this one value.
struct Command: Sendable {
  let name: String
  /// The arguments as usage shows them: `PACK…`.
  let arguments: String
  let summary: String
  /// Its own options; those of every command are added when parsing.
  let options: [Option]
  /// One or two lines to copy.
  let examples: [String]
  /// What to use instead of an option that it lacks and people expect, by the option's name.
  let instead: [String: String]
  let run: @Sendable (Arguments, inout Console) throws(Failure) -> ExitStatus

  init(
    _ name: String, arguments: String, summary: String, options: [Option] = [], examples: [String] = [],
    instead: [String: String] = [:],
    run: @escaping @Sendable (Arguments, inout Console) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.options = options
    self.examples = examples
    let readsLog = options.contains { $0.name == Option.database.name }
    let stdin = readsLog ? ["stdin": "`pace import` makes a log of JSON lines, and `--db` reads it"] : [:]
    self.instead = stdin.merging(instead) { $1 }
    self.run = run
  }

  var allOptions: [Option] { options + Option.common }

  /// `eval PACK… --db FILE`
  var signature: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}
