public import PaceEngine
public import PaceLanguage

/// Something that comes next, if nothing else is logged.
public enum NextStep: Sendable {
  /// The rule's state ends.
  case clears(RuleID, at: Instant)
  /// The gate no longer holds the rule back.
  case opens(RuleID, GateReference, at: Instant)
  /// A scale's level changes.
  case level(ScaleID, Int, at: Instant)
  /// This many more events, now, of any one of these kinds raise a scale to a level.
  case raises(ScaleID, Int, count: Int, events: [LoggedKind])
  /// The first instant at which one more event of this kind would count and bring no notice, neither at once
  /// nor later.
  ///
  /// `past` is the subject's end if the instant lies after it, so that the event would start it anew.
  case free(LoggedKind, at: Instant, past: Instant?)

  /// When it comes; nil for what is counted in events.
  public var at: Instant? {
    switch self {
    case .clears(_, let at), .opens(_, _, let at), .level(_, _, let at), .free(_, let at, _): at
    case .raises: nil
    }
  }
}

/// What a row is logged as: an event, and its kind if it has one.
public struct LoggedKind: Hashable, Sendable {
  public var event: EventID
  public var kind: KindID?

  public init(event: EventID, kind: KindID?) {
    self.event = event
    self.kind = kind
  }

  /// The name, with the fields that would be empty for lack of a default: `entry without size`.
  public func supposedName(in program: Program) -> String {
    noun(in: program) + Self.without(missingFields(in: program))
  }

  /// ` without size or note`; for more than two fields, only that no values are given.
  public static func without(_ fields: [String]) -> String {
    if fields.count > 2 { return " with no values given" }
    return fields.isEmpty ? "" : " without \(Noun.either(fields))"
  }

  /// The fields that have no value unless a row gives them one.
  public func missingFields(in program: Program) -> [String] {
    let type = program.events[event.index]
    return type.fields.indices.filter { type.initial(of: $0, kind: kind) == nil }
      .map { type.fields[$0].name.text }
  }

  /// What it is called in a sentence: the label of its kind, else its name.
  public func noun(in program: Program) -> String {
    let label = kind.flatMap { program.events[event.index].kinds[$0.index].label?.text }
    return Noun.bare(label ?? name(in: program))
  }

  /// Its name in rule files.
  public func name(in program: Program) -> String { program.events[event.index].name(of: kind) }
}

extension Program {
  /// Everything that a row can be logged as: each kind, and each event without kinds.
  public var loggedKinds: [LoggedKind] {
    events.enumerated().flatMap { index, type in
      type.kinds.isEmpty
        ? [LoggedKind(event: EventID(index), kind: nil)]
        : type.kinds.indices.map { LoggedKind(event: EventID(index), kind: KindID($0)) }
    }
  }
}
