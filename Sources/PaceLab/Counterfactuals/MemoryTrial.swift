import PaceEngine
import PaceLanguage

/// Evaluates the end of a log from every memory that its beginning could have left.
///
/// If all of them lead to the same verdict, so does the whole log, whatever its beginning was.
struct MemoryTrial {
  /// How many of the newest events are tried first, and how many at most.
  private static let fewest = 32
  private static let most = 512
  /// How many memories are followed at once.
  private static let mostMemories = 64

  private let rehearsal: Rehearsal
  private let affected: Affected
  private var speakers: [RuleID] { affected.speakers }

  init(_ rehearsal: Rehearsal, _ affected: Affected) {
    self.rehearsal = rehearsal
    self.affected = affected
  }

  /// The verdict, with a parameter at another value, and at how many events one had to begin; nil where
  /// memories lead to different verdicts.
  func verdict(
    _ param: ParamID? = nil, at value: Value = .unknown
  ) -> (verdict: Rehearsal.Verdict, first: Int)? {
    var count = min(affected.listeners.isEmpty ? Self.fewest : 3 * Self.fewest, rehearsal.known / 4)
    while count <= Self.most, let place = rehearsal.place(ofLast: count) {
      var origin = rehearsal.checkpoints[place]
      if let param { origin.suppose(param, value) }
      if let verdict = verdict(from: origin, after: rehearsal.counts[place]) {
        return (verdict, rehearsal.counts[place])
      }
      count = max(1, count) * 4
    }
    return nil
  }

  private func verdict(from origin: Machine, after first: Int) -> Rehearsal.Verdict? {
    guard var memories = memories(of: origin, after: first) else { return nil }
    if !affected.listeners.isEmpty { return verdictOfListeners(memories, after: first) }
    for index in first..<rehearsal.known {
      for memory in memories.indices {
        _ = memories[memory].append(rehearsal.situation.log.events[index])
      }
      if index % 4 == 3 { memories.merge() }
    }
    return memories.commonVerdict(in: rehearsal)
  }

  /// Goes on until it is sure when each speaker last spoke, then until all that listeners count was said
  /// since, and then until listeners have been silent for so long that it does not matter when they spoke.
  private func verdictOfListeners(_ starts: [Machine], after first: Int) -> Rehearsal.Verdict? {
    let events = rehearsal.situation.log.events
    var memories = starts
    var index = first
    while memories.count > 1, index < rehearsal.known {
      for memory in memories.indices { _ = memories[memory].append(events[index]) }
      memories.merge { $0.cools(speakers, like: $1) }
      index += 1
    }
    guard var evaluator = memories.first, memories.count == 1 else { return nil }
    let merged = events[max(index, 1) - 1].at.milliseconds
    while index < rehearsal.known, events[index].at.milliseconds - merged <= affected.reach {
      _ = evaluator.append(events[index])
      index += 1
    }
    guard index < rehearsal.known else { return nil }
    _ = evaluator.append(events[index])
    forget(in: &evaluator)
    var silentSince = events[index].at.milliseconds
    index += 1
    while index < rehearsal.known {
      _ = evaluator.append(events[index])
      let now = events[index].at
      index += 1
      if hasSpoken(evaluator) {
        forget(in: &evaluator)
        silentSince = now.milliseconds
      } else if index < rehearsal.known, events[index].at > now,
        isForgotten(evaluator, at: now, silentFor: now.milliseconds - silentSince)
      {
        rehearsal.append(index..<rehearsal.known, to: &evaluator)
        return rehearsal.verdict(of: evaluator)
      }
    }
    return nil
  }

  private func forget(in evaluator: inout Machine) {
    evaluator.forgetRecords()
    for rule in affected.listeners { evaluator.supposeLastFiring(of: rule, at: nil) }
  }

  private func hasSpoken(_ evaluator: Machine) -> Bool {
    evaluator.records.contains { record in
      if case .fired(let firing) = record { affected.listeners.contains(firing.rule) } else { false }
    }
  }

  /// Whether nothing of what a listener may have said matters any more: it was silent longer than its
  /// cooldown lasts though it had no reason to be, and no episode of its goes on.
  private func isForgotten(_ evaluator: Machine, at instant: Instant, silentFor length: Int64) -> Bool {
    for rule in affected.listeners where length <= evaluator.cooldown(of: rule) ?? 0 { return false }
    var over = evaluator
    over.advance(to: instant)
    if hasSpoken(over) { return false }
    return !affected.listeners.contains { over.isOn($0, at: instant) }
  }

  /// The evaluator with every memory that it may have come so far with; nil where those are too many.
  private func memories(of origin: Machine, after first: Int) -> [Machine]? {
    var memories = [origin]
    let events = rehearsal.situation.log.events[..<first]
    let now = events.last?.at.milliseconds ?? 0
    for rule in speakers {
      guard let span = origin.cooldown(of: rule) else { continue }
      var firings: [Instant?] = [nil]
      // An array of them in reverse would be a copy of the whole log.
      let heeded = span == Value.unknown.bits ? events.prefix(0) : events
      for event in heeded.reversed() {
        if now - event.at.milliseconds > span { break }
        if firings.last != event.at { firings.append(event.at) }
        if firings.count > Self.mostMemories { return nil }
      }
      guard memories.count * firings.count <= Self.mostMemories else { return nil }
      memories = memories.flatMap { memory in
        firings.map { firing in
          var other = memory
          other.supposeLastFiring(of: rule, at: firing)
          return other
        }
      }
    }
    return memories
  }
}

extension Rehearsal {
  /// The place of the newest kept evaluator before at least so many events, at the end of an instant.
  fileprivate func place(ofLast count: Int) -> Int? {
    guard situation.log.record.given.isEmpty else { return nil }
    let events = situation.log.events
    return counts.lastIndex { checkpoint in
      checkpoint > 0 && checkpoint < known && known - checkpoint >= count
        && events[checkpoint - 1].at < events[checkpoint].at
    }
  }

  /// Rows before this instant have no part in the verdict, whatever was said before; nil where that is not
  /// known.
  func settledSince(stands: Bool) -> Instant? {
    let all = influences.rules.sorted { $0.index < $1.index }
    guard influences.hasFixedStreams, let reach = influences.reach(in: present), influences.areSpeakers(all),
      let found = MemoryTrial(self, Affected(speakers: all)).verdict(), found.verdict.stands == stands
    else { return nil }
    let first = situation.log.events[found.first].at.milliseconds
    let (floor, overflow) = first.subtractingReportingOverflow(reach)
    return overflow ? nil : Instant(floor)
  }
}
