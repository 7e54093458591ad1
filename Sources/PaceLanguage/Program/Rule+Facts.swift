/// A daily span of the clock between two constants of a subject: half-open, and across midnight if need be.
public struct ClockHours: Hashable, Sendable {
  public var start: Operand
  public var end: Operand
}

/// Facts about windows, apart from the parts that they name.
extension Window {
  /// The length of a `last` window; nil for others.
  public var length: Operand? { if case .last(let length) = self { length } else { nil } }

  /// For an `after` window, the stream after whose newest event it begins; nil for others.
  public var anchor: StreamID? { if case .after(let stream) = self { stream } else { nil } }

  /// The least and the greatest number of calendar days it reaches back, today included; nil if it doesn't follow
  /// the calendar.
  public var days: ClosedRange<Int64>? {
    switch self {
    case .today: 1...1
    case .yesterday: 2...2
    case .thisWeek: 7...7
    case .thisMonth: 28...31
    case .whole, .last, .newest, .after: nil
    }
  }

  /// Whether an event is always in it at its own instant.
  public var holdsNewestEvent: Bool {
    switch self {
    case .whole, .last, .newest, .today, .thisWeek, .thisMonth: true
    case .yesterday, .after: false
    }
  }

  public var isToday: Bool { self == .today }

  /// The most events that it can hold; nil if only the log bounds them.
  public var mostEvents: Int? { if case .newest(let count) = self { count } else { nil } }

  /// As it is written.
  public func text(in program: Program) -> String {
    switch self {
    case .whole: ""
    case .last(let length): "last \(program.text(of: length))"
    case .newest(let count): "last \(count) events"
    case .today: "today"
    case .yesterday: "yesterday"
    case .thisWeek: "this week"
    case .thisMonth: "this month"
    case .after(let stream): "after \(program[stream].name)"
    }
  }
}

/// Facts about gates, apart from the parts that they name.
extension Gate.Kind {
  public var name: GateName {
    switch self {
    case .unless: .unless
    case .cooldown: .cooldown
    case .quiet: .quiet
    case .limit: .limit
    }
  }

  /// The condition of an `unless`; nil for other gates.
  public var condition: ExpressionID? { if case .unless(let condition) = self { condition } else { nil } }

  /// How long a `cooldown` holds after each firing; nil for other gates.
  public var cooldown: Operand? { if case .cooldown(let length) = self { length } else { nil } }

  /// The hours in which a `quiet` holds; nil for other gates.
  public var hours: ClockHours? {
    if case .quiet(let start, let end) = self { ClockHours(start: start, end: end) } else { nil }
  }

  /// How many firings a `limit` lets pass, and in which window; nil for other gates.
  public var limit: (count: Operand, window: Window)? {
    if case .limit(let count, let window) = self { (count, window) } else { nil }
  }

  /// Whether it looks at earlier firings.
  public var countsFirings: Bool {
    switch self {
    case .cooldown, .limit: true
    case .unless, .quiet: false
    }
  }

  /// Whether it depends on the wall clock or the calendar day, its condition aside.
  public var dependsOnCalendar: Bool {
    switch self {
    case .quiet: true
    case .limit(_, let window): window.days != nil
    case .unless, .cooldown: false
    }
  }

  /// The same gate with another condition, if it has one.
  public func mapCondition(_ change: (ExpressionID) -> ExpressionID) -> Self {
    if case .unless(let condition) = self { .unless(change(condition)) } else { self }
  }
}

/// Facts about triggers, apart from the parts that they name.
extension Rule.Trigger {
  /// The stream of an `on`; nil for other triggers.
  public var stream: StreamID? { if case .on(let stream) = self { stream } else { nil } }

  /// The time of day of an `at`; nil for other triggers.
  public var time: Operand? { if case .at(let time) = self { time } else { nil } }

  /// The step and the span of an `every`; nil for other triggers.
  public var ticks: (step: Operand, span: ClockHours)? {
    if case .every(let step, let start, let end) = self {
      (step, ClockHours(start: start, end: end))
    } else {
      nil
    }
  }

  /// Whether the rule has no trigger: it speaks by itself, once an episode unless it repeats.
  public var isNone: Bool { if case .none = self { true } else { false } }

  /// Whether the wall clock makes it tick.
  public var followsClock: Bool {
    switch self {
    case .at, .every: true
    case .none, .on: false
    }
  }
}

extension Rule.Repeat {
  /// The time after which the rule speaks again in an episode.
  public var delay: Operand? { if case .after(let delay) = self { delay } else { nil } }

  public var isDaily: Bool { if case .daily = self { true } else { false } }
}

extension Stream {
  /// The condition that picks events of its members; nil if all are in it.
  public var condition: ExpressionID? { if case .derived(_, let condition) = kind { condition } else { nil } }
}

extension Program {
  /// Whether a rule's `until` reads only streams that its condition reads, as in
  /// `when avg(x.c, last 15 min) > 32 until avg(x.c, last 15 min) < 30`.
  ///
  /// Then what makes the condition true changes the `until` too.
  public func endFollowsCondition(of rule: Rule) -> Bool {
    guard let condition = rule.condition, let until = rule.until else { return false }
    var streams: Set<StreamID> = []
    walk(condition) { if let reading = self[$0].operation.reading { streams.insert(reading.stream) } }
    var follows = true
    walk(until) { id in
      let operation = self[id].operation
      let readsScale = parts(of: id).contains { if case .scale = $0.target { true } else { false } }
      let isFree = operation.reading.map { !streams.contains($0.stream) } ?? operation.dependsOnCalendar
      if isFree || readsScale || operation.belongsToEvent { follows = false }
    }
    return follows
  }

  /// The first place that depends on the wall clock or the calendar day; nil if there is none.
  public var firstCalendarUse: SourceSpan? {
    if subject.isPerDay { return subject.name.span }
    for rule in rules {
      if rule.trigger.followsClock || rule.repetition.isDaily { return rule.name.span }
      if let gate = rule.gates.first(where: { $0.kind.dependsOnCalendar }) { return gate.span }
    }
    for kind in noticeKinds {
      if let gate = kind.policy.first(where: { $0.kind.dependsOnCalendar }) { return gate.span }
    }
    return expressions.first { $0.operation.dependsOnCalendar }?.span
  }
}
