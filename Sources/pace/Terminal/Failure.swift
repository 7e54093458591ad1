/// Why a command stops before its end.
enum Failure: Error, Sendable {
  case usage(UsageError)
  /// The program does not check; what is wrong has been rendered.
  case program(String)
  /// Data that cannot be read, in a sentence and, where there is more to say, lines of help.
  case data(String, help: String?)
  /// Results that cannot be written.
  case output(OutputError)

  static func data(_ message: String) -> Failure { .data(message, help: nil) }

  var status: ExitStatus {
    switch self {
    case .usage, .program: .usage
    case .data: .data
    // A reader that has seen enough is no failure of ours.
    case .output(.closed): .fine
    case .output: .data
    }
  }
}
