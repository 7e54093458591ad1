public import PaceLanguage

/// Why a pack can't be read, a call on a pack or coach failed, a rule can't be evaluated or a notice can't be given.
public enum PackError: Error, Equatable, Sendable {
  /// The rules have errors. The diagnostics' spans are places in `files`; a `DiagnosticRenderer` shows both.
  case rules([Diagnostic], files: [SourceFile])
  /// `name` names no `what`, such as a rule; `meant` is the name most like it, nil if none is close.
  case unknownName(what: String, name: String, meant: String?)
  /// A value is not of the type, or not in the range, that the rules declare.
  case badValue(name: String, expected: String)
  /// An event whose instant, or a later one, has been evaluated already, or one before the day that a coach follows.
  case tooLate(Instant)
  /// An event after the day that a coach follows. The next day takes a coach of its own.
  case dayOver(Instant)
  /// An instant outside the years 1 to 9999.
  case outOfRange(Instant)
  /// A zone of the rules or of an attribute that `zones` doesn't know.
  case unknownZone(String)
  /// A parameter without a default has no value in `preset`, which is nil if none was chosen.
  case noValue(param: String, preset: String?)
  /// A value of a rule's condition or message overflowed 64 bits and counts as unknown.
  case overflow(rule: String, at: Instant)
  /// A guard forbids what a rule said. The notice isn't given, but the rule's gates count it.
  case withheld(rule: String, at: Instant)
  /// A rule came due more than 1,000,000 times in 24 hours without an event. Nothing is evaluated after `at`.
  ///
  /// `every` is its period in milliseconds; nil for a rule without one: what it reads changes so often.
  case runaway(rule: String, every: Int64?, at: Instant)
}

extension PackError: CustomStringConvertible {
  /// What is wrong, for a person: in lower case, without a full stop, with names in backticks.
  public var message: String {
    switch self {
    case .rules(let errors, let files): Self.message(errors, files)
    case .unknownName(let what, let name, _): "there is no \(what) `\(name)`"
    case .badValue(let name, let expected): "`\(name)` takes \(expected)"
    case .tooLate(let at): "an event of \(at.iso) comes too late"
    case .dayOver(let at): "an event of \(at.iso) comes after the day that is followed"
    case .outOfRange(let at): "\(at.milliseconds) ms is no instant of the years 1 to 9999"
    case .unknownZone(let name): "there is no time zone `\(name)`"
    case .noValue(let param, let preset):
      "`\(param)` has no value: \(preset.map { "preset `\($0)` gives it none" } ?? "no preset is in force") "
        + "and it has no default"
    case .overflow(let rule, let at):
      "`\(rule)` has a value that does not fit in a number at \(at.iso); it counts as unknown"
    case .withheld(let rule, let at):
      "the message of `\(rule)` at \(at.iso) is withheld, for the guard forbids it"
    case .runaway(let rule, let every, let at): Runaway.sentence(rule: rule, every: every, at: at)
    }
  }

  /// What to do about it; nil if the message says it, or nobody knows.
  public var help: String? {
    switch self {
    case .rules(let errors, _): errors.first?.help
    case .unknownName(_, _, let meant): meant.map { "did you mean `\($0)`?" }
    case .tooLate: "log events in the order of time, before their instant is evaluated"
    case .dayOver: "each day takes a coach of its own"
    case .outOfRange: "give an instant of these years"
    case .unknownZone: "`zones` gives `follow` the zone of a name"
    case .noValue: "name a preset that gives it one"
    case .badValue, .overflow, .withheld, .runaway: nil
    }
  }

  /// The message and the help on one line.
  public var description: String { message + (help.map { "; \($0)" } ?? "") }

  /// The first error with its place, and how many more there are.
  private static func message(_ errors: [Diagnostic], _ files: [SourceFile]) -> String {
    guard let first = errors.first else { return "the rules have errors" }
    let more = errors.count > 1 ? ", and \(Noun.count(errors.count - 1, "more error"))" : ""
    return "\(files.place(of: first.span)): \(first.message)\(more)"
  }
}
