import PaceLanguage

/// Finds the given notices to withdraw after a change of a subject's rows.
///
/// Notices are judged in the order of time; earlier ones count as given unless they were withdrawn. A notice is
/// withdrawn if its rule would speak at that instant with the old rows, but would not with the new rows.
public struct Withdrawal: Sendable {
  private var before: Replay
  private var after: Replay
  private let ruleCount: Int

  /// - Parameter machine: any machine of the plan; it is copied.
  public init(from old: SubjectLog, to new: SubjectLog, in machine: Machine) {
    ruleCount = machine.plan.program.rules.count
    before = Replay(old, machine)
    after = Replay(new, machine)
  }

  /// The indices, in `given`, of the notices that are withdrawn.
  ///
  /// - Parameter given: in the order of time, each with its number among the rule's firings in that instant.
  public mutating func indices(
    in given: [(notice: GivenNotice, occurrence: Int)]
  ) throws(RunawaySubject) -> [Int] {
    var withdrawn: [Int] = []
    var first = 0
    while first < given.count {
      let t = given[first].notice.at
      var end = first
      while end < given.count, given[end].notice.at == t { end += 1 }
      let spoke = try before.firings(at: t, rules: ruleCount)
      let speaks = try after.firings(at: t, rules: ruleCount)
      var standing: [GivenNotice] = []
      for index in first..<end {
        let (notice, number) = given[index]
        if number < spoke[notice.rule.index], number >= speaks[notice.rule.index] {
          withdrawn.append(index)
        } else {
          standing.append(notice)
        }
      }
      before.give(standing, at: t)
      after.give(standing, at: t)
      first = end
    }
    return withdrawn
  }
}

/// A run that speaks only at the instants judged, and counts the notices that stand at each.
private struct Replay {
  private let log: SubjectLog
  private var machine: Machine
  private var next = 0

  init(_ log: SubjectLog, _ machine: Machine) {
    var log = log
    log.record.given = []
    log.record.silentThrough = nil
    self.log = log
    self.machine = machine
    log.begin(in: &self.machine)
  }

  /// How often each rule speaks at an instant, if only the notices passed to `give` came before.
  mutating func firings(at t: Instant, rules: Int) throws(RunawaySubject) -> [Int] {
    let before = Instant(t.milliseconds - 1)
    machine.give([], silentThrough: before)
    append(upTo: before, to: &machine, from: &next)
    machine.advance(to: before)
    var fork = machine
    _ = fork.takeRecords()
    var place = next
    append(upTo: t, to: &fork, from: &place)
    fork.advance(to: t)
    try log.check(fork)
    var counts = [Int](repeating: 0, count: rules)
    for record in fork.takeRecords() {
      if case .fired(let firing) = record, firing.at == t { counts[firing.rule.index] += 1 }
    }
    return counts
  }

  /// Advances through an instant with these notices given at it.
  mutating func give(_ notices: [GivenNotice], at t: Instant) {
    machine.give(notices, silentThrough: t)
    append(upTo: t, to: &machine, from: &next)
    machine.advance(to: t)
    _ = machine.takeRecords()
  }

  private func append(upTo t: Instant, to machine: inout Machine, from place: inout Int) {
    let end = max(place, log.count(upTo: t))
    while place < end, !(machine.options.shouldStop?() ?? false) {
      let part = place..<min(place + 256, end)
      log.append(part, to: &machine)
      place = part.upperBound
    }
  }
}
