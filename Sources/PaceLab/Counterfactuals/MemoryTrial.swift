import PaceEngine
import PaceLanguage

/// Evaluates the end of a log from every memory that its beginning could have left.
///
/// If all of them lead to the same verdict, so does the whole log, whatever its beginning was.
struct MemoryTrial {
  /// How many of the newest events are tried first, and how many at most.
  private static let fewest = 32
  private static let most = 512

  let checkpoints: Checkpoints
  /// The rules with `on` that may remember when they last fired, for their own cooldowns.
  let rules: [RuleID]

  /// The verdict with a parameter at another value, and the event at which the trial began; nil if
  /// memories lead to different verdicts.
  func verdict(
    _ param: ParamID? = nil, at value: Value = .unknown
  ) -> (run: Checkpoints.Run, first: Int)? {
    var count = min(Self.fewest, checkpoints.known / 4)
    while count <= Self.most, let place = checkpoints.place(ofLast: count) {
      var origin = checkpoints.machines[place]
      let first = checkpoints.counts[place]
      if let param {
        origin.track([param])
        origin.trackAnew(supposing: (param, value), next: checkpoints.instant(after: first))
      }
      if var run = memories(of: origin, after: first)?.run(after: first, in: checkpoints, of: param) {
        // The memories are those of this value.
        if let param, isCooldown(param) { run.values = value.bits...value.bits }
        return (run, first)
      }
      count = max(1, count) * 4
    }
    return nil
  }

  /// Whether a parameter is the length of a cooldown of one of the rules.
  private func isCooldown(_ param: ParamID) -> Bool {
    let program = checkpoints.situation.program
    return rules.contains { rule in
      program.gates(of: program[rule]).contains { $0.kind.cooldown == .param(param) }
    }
  }

  /// The machine with each memory that it may have here; nil if there are too many.
  private func memories(of origin: Machine, after first: Int) -> Memories? {
    var memories = [origin]
    let events = checkpoints.situation.log.events[..<first]
    let now = events.last?.at.milliseconds ?? 0
    for rule in rules {
      guard let span = origin.cooldown(of: rule) else { continue }
      var firings: [Instant?] = [nil]
      // A reversed array would be a copy of the whole log.
      for event in events.reversed() {
        if now - event.at.milliseconds > span { break }
        if firings.last != event.at { firings.append(event.at) }
        if firings.count > Memories.most { return nil }
      }
      guard memories.count * firings.count <= Memories.most else { return nil }
      memories = memories.flatMap { memory in
        firings.map { firing in
          var other = memory
          other.supposeLastFiring(of: rule, at: firing)
          return other
        }
      }
    }
    return Memories(memories)
  }
}

extension Checkpoints {
  /// The index of the newest checkpoint between two instants with `count` known events after it.
  ///
  /// Nil if there is none, or if notices were given.
  fileprivate func place(ofLast count: Int) -> Int? {
    guard situation.log.record.given.isEmpty else { return nil }
    let events = situation.log.events
    return counts.lastIndex { checkpoint in
      checkpoint > 0 && checkpoint < known && known - checkpoint >= count
        && events.instant(of: checkpoint - 1) < events.instant(of: checkpoint)
    }
  }

  /// The instant before which rows cannot affect the verdict, whatever was said before; nil if that is not known.
  func settledSince(stands: Bool) -> Instant? {
    let all = influences.rules.sorted { $0.index < $1.index }
    guard influences.hasFixedStreams, let reach = influences.reach(in: present),
      influences.rememberOnlyCooldowns(all),
      let found = MemoryTrial(checkpoints: self, rules: all).verdict(),
      found.run.verdict.stands == stands
    else { return nil }
    let first = situation.log.events.instant(of: found.first).milliseconds
    let (floor, overflow) = first.subtractingReportingOverflow(reach)
    return overflow ? nil : Instant(floor)
  }
}
