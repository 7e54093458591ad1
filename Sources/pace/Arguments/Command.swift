/// A command: what it is called, what it takes, and what it does.
///
/// Parsing, `--help` and the lists in the README all come from this one value.
struct Command: Sendable {
  let name: String
  /// The arguments as usage shows them: `PACK…`.
  let arguments: String
  let summary: String
  /// Its own options; those of every command are added when parsing.
  let options: [Option]
  /// One or two lines to copy.
  let examples: [String]
  let run: @Sendable (Arguments, inout Console) throws(Failure) -> ExitStatus

  init(
    _ name: String, arguments: String, summary: String, options: [Option] = [], examples: [String] = [],
    run: @escaping @Sendable (Arguments, inout Console) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.options = options
    self.examples = examples
    self.run = run
  }

  var allOptions: [Option] { options + Option.common }

  /// `eval PACK… --db FILE`
  var signature: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}

/// What the process says of itself when it ends.
enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// Lint errors, failed tests, differences, refusals.
  case findings = 1
  /// Wrong usage, or a program that does not check.
  case usage = 2
  /// Data that cannot be read, or results that cannot be written.
  case data = 3
}
