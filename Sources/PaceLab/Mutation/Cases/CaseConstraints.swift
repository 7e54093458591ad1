import PaceLanguage

/// What two quantities of one log have to do with each other.
///
/// It rules out only what cannot be:
/// - What is counted in a stream is counted in every stream that holds it, and what lies in a window lies in
///   every longer one of the same end.
/// - A sum that is not 0, or too large to be known, has something to add up.
/// - `since(S)` is unknown where S has had no event, and no longer than D exactly where one is in `last D`.
struct CaseConstraints {
  let program: Program
  /// The stream an event of which has just come, where that is when the condition is looked at.
  let trigger: StreamID?

  /// Whether a quantity can lie in a region at all where the condition is looked at.
  func allows(_ region: CaseRegion, _ quantity: CaseTerms.Quantity) -> Bool {
    guard let trigger else { return true }
    switch quantity.operation {
    case .since(let stream) where holds(stream, allOf: trigger):
      return !region.isUnknown && region.low <= 0 && region.high >= 0
    case .aggregate(.count, let stream, _, let window)
    where holds(stream, allOf: trigger) && Self.holdsPresent(window):
      return region.isUnknown || region.high >= CaseRegion.unit
    default: return true
    }
  }

  func allows(
    _ a: CaseRegion, _ one: CaseTerms.Quantity, _ b: CaseRegion, _ other: CaseTerms.Quantity
  ) -> Bool {
    allowsOneWay(a, one, b, other) && allowsOneWay(b, other, a, one)
  }

  private func allowsOneWay(
    _ a: CaseRegion, _ one: CaseTerms.Quantity, _ b: CaseRegion, _ other: CaseTerms.Quantity
  ) -> Bool {
    switch (one.operation, other.operation) {
    case (.aggregate(.count, let small, _, let inner), .aggregate(.count, let large, _, let outer))
    where holds(large, allOf: small) && Self.contains(outer, inner):
      return a.isUnknown || b.isUnknown || a.low <= b.high
    case (.aggregate(.sum, let small, _, let inner), .aggregate(.count, let large, _, let outer))
    where holds(large, allOf: small) && Self.contains(outer, inner):
      let isEmpty = !a.isUnknown && a.low <= 0 && a.high >= 0
      return isEmpty || b.isUnknown || b.high >= CaseRegion.unit
    case (.since(let stream), .aggregate(.count, let counted, _, let window)):
      return allows(a, since: stream, b, countOf: counted, window)
    case (.since(let small), .since(let large)) where holds(large, allOf: small):
      return a.isUnknown || (!b.isUnknown && b.low <= a.high)
    default: return true
    }
  }

  private func allows(
    _ age: CaseRegion, since stream: StreamID, _ count: CaseRegion, countOf counted: StreamID,
    _ window: Window
  ) -> Bool {
    if count.isUnknown { return true }
    let span: Int64
    switch window {
    case .whole: span = .max
    case .last(.constant(let value)) where !value.isUnknown: span = value.bits
    case .last, .today, .thisWeek, .thisMonth, .after: return true
    }
    if holds(counted, allOf: stream), !age.isUnknown, age.high <= span, count.high < CaseRegion.unit {
      return false
    }
    if holds(stream, allOf: counted), count.low >= CaseRegion.unit {
      return !age.isUnknown && age.low <= span
    }
    return true
  }

  /// Whether every event of `part` is one of `stream`: both are logged.
  private func holds(_ stream: StreamID, allOf part: StreamID) -> Bool {
    guard program[stream].isLogged, program[part].isLogged else { return false }
    if stream == part { return true }
    if case .derived(let members, nil) = program[stream].kind,
      members.contains(where: { holds($0, allOf: part) })
    {
      return true
    }
    switch program[part].kind {
    case .kind(let event, _): return stream == program.events[event.index].stream
    case .derived(let members, _):
      return !members.isEmpty && members.allSatisfy { holds(stream, allOf: $0) }
    case .event, .firings, .notices: return false
    }
  }

  /// Whether what comes now lies in a window, whatever the subject.
  private static func holdsPresent(_ window: Window) -> Bool {
    switch window {
    case .whole, .today, .thisWeek, .thisMonth: true
    case .last(.constant(let value)): !value.isUnknown && value.bits >= 0
    case .last, .after: false
    }
  }

  private static func contains(_ outer: Window, _ inner: Window) -> Bool {
    switch (inner, outer) {
    case (_, .whole): true
    case (.last(.constant(let short)), .last(.constant(let long))):
      !short.isUnknown && !long.isUnknown && short.bits <= long.bits
    case (.today, .thisWeek), (.today, .thisMonth): true
    default: inner == outer
    }
  }
}
