/// Why a command stops before its end.
enum Failure: Error, Sendable {
  case usage(UsageError)
  /// The program does not check; what is wrong has been rendered.
  case program(String)
  /// Data that cannot be read, in a sentence and, if there is more to say, lines of help.
  case data(String, help: String?)
  /// Data that another process holds for now, in a sentence and what to do.
  case busy(String, help: String?)
  /// What was asked for is not done as things stand, in a sentence and, if there is more to say, a remedy.
  ///
  /// `answer` is what stands in place of the result where that would be JSON.
  case refused(String, help: String?, answer: [UInt8]? = nil)
  /// Results that cannot be written.
  case output(OutputError)

  static func data(_ message: String) -> Failure { .data(message, help: nil) }

  /// What is wrong, in a sentence; nil for a program that does not check, which may have much wrong with it.
  var message: String? {
    switch self {
    case .usage(let error): error.message
    case .program: nil
    case .data(let message, _), .busy(let message, _), .refused(let message, _, _): message
    case .output(let error): error.message
    }
  }

  /// This failure with another remedy, if it is about data.
  func helped(by help: String) -> Failure {
    guard case .data(let message, _) = self else { return self }
    return .data(message, help: help)
  }

  var status: ExitStatus {
    switch self {
    case .usage, .program: .usage
    case .data, .busy: .data
    case .refused: .findings
    // A reader that has seen enough is no failure of ours.
    case .output(.closed): .fine
    case .output: .data
    }
  }
}

/// The exit status of the process.
enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// Lint errors, failed tests, differences, refusals.
  case findings = 1
  /// Wrong usage, or a program that does not check.
  case usage = 2
  /// Data that cannot be read, or results that cannot be written.
  case data = 3
}
