public import PaceEngine
public import PaceLanguage

/// Why a command wrote nothing or has no answer.
public enum KeepingError: Error, Sendable {
  /// The file can't be read or written, or is not what it should be.
  case store(StoreError)
  /// A subject's evaluation ended early.
  case runaway(RunawaySubject)
  /// The request is impossible as the log stands.
  case refused(String, help: String?)
  /// The request makes no sense for these rules.
  case usage(String, help: String?)

  /// Several subjects are open, and one has to be chosen.
  public static func severalOpen(_ subjects: [String], in program: Program) -> KeepingError {
    var list = subjects.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    if subjects.count > 5 { list += " and \(subjects.count - 5) more" }
    return .usage(
      "\(Noun.count(subjects.count, program.subject.name.text)) are open: \(list)",
      help: "choose with --subject ID")
  }
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

/// Runs `body`, and wraps the misfit that it throws.
func fitting<Result>(_ body: () throws(Misfit) -> Result) throws(KeepingError) -> Result {
  do throws(Misfit) {
    return try body()
  } catch {
    throw .usage(error.message, help: error.help)
  }
}
