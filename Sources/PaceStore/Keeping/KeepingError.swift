public import PaceEngine
public import PaceLanguage

/// Why a keeper wrote nothing or has no answer.
///
/// A `StoreError` and a `Refusal` have codes to act on.
public enum KeepingError: Error, Sendable {
  /// The file can't be read or written, or is not what it should be.
  case store(StoreError)
  /// A subject's evaluation ended early.
  case runaway(RunawaySubject)
  /// The request is impossible as the log stands.
  case refused(Refusal)
  /// The request makes no sense for these rules.
  case usage(Refusal)

  static func refused(_ code: Refusal.Code, _ message: String, help: String?) -> KeepingError {
    .refused(Refusal(code, message, help: help))
  }

  static func usage(_ code: Refusal.Code, _ message: String, help: String?) -> KeepingError {
    .usage(Refusal(code, message, help: help))
  }

  /// Several subjects are open, and one has to be chosen.
  public static func severalOpen(_ subjects: [String], in program: Program) -> KeepingError {
    var list = subjects.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    if subjects.count > 5 { list += " and \(subjects.count - 5) more" }
    return .usage(
      .severalOpen(subjects),
      "\(Noun.count(subjects.count, program.noun)) are open: \(list)", help: "name one of them")
  }
}

/// Checks what a keeper is asked for, which is wrongly used if that is refused.
func checking<Result>(_ body: @autoclosure () throws(Refusal) -> Result) throws(KeepingError) -> Result {
  try fitting(KeepingError.usage) { () throws(Refusal) in try body() }
}

/// Wraps the store errors that an expression throws.
func storing<Result: ~Copyable>(
  _ body: @autoclosure () throws(StoreError) -> Result
) throws(KeepingError) -> Result {
  try storing { () throws(StoreError) in try body() }
}

/// Runs `body`, and wraps the store errors that it throws.
func storing<Result: ~Copyable>(
  _ body: () throws(StoreError) -> Result
) throws(KeepingError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}
