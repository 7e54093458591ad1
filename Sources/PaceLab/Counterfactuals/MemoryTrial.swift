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

  let checkpoints: Checkpoints
  let affected: Affected
  private var speakers: [RuleID] { affected.speakers }

  /// The verdict with a parameter at another value, and the event at which the trial began; nil if
  /// memories lead to different verdicts.
  func verdict(
    _ param: ParamID? = nil, at value: Value = .unknown
  ) -> (run: Checkpoints.Run, first: Int)? {
    var count = min(affected.listeners.isEmpty ? Self.fewest : 3 * Self.fewest, checkpoints.known / 4)
    while count <= Self.most, let place = checkpoints.place(ofLast: count) {
      var origin = checkpoints.machines[place]
      let first = checkpoints.counts[place]
      if let param {
        origin.track([param])
        origin.trackAnew(supposing: (param, value), next: checkpoints.instant(after: first))
      }
      if var run = run(from: origin, after: first, of: param) {
        // The memories are those of this value.
        if let param, isCooldown(param) { run.values = value.bits...value.bits }
        return (run, first)
      }
      count = max(1, count) * 4
    }
    return nil
  }

  /// Whether a parameter is the length of a cooldown of an affected rule.
  private func isCooldown(_ param: ParamID) -> Bool {
    let program = checkpoints.situation.program
    return (affected.speakers + affected.listeners).contains { rule in
      program.gates(of: program[rule]).contains { $0.kind.cooldown == .param(param) }
    }
  }

  private func run(from origin: Machine, after first: Int, of param: ParamID?) -> Checkpoints.Run? {
    guard let memories = memories(of: origin, after: first) else { return nil }
    return affected.listeners.isEmpty
      ? memories.run(after: first, in: checkpoints, of: param)
      : runOfListeners(memories, after: first, of: param)
  }

  /// Goes on until no earlier firing matters for the listeners, and takes the verdict from there.
  ///
  /// First each speaker's last firing has to be certain. Then listeners have to count later firings only, and
  /// then be silent for so long that their own firings don't matter.
  private func runOfListeners(_ starts: [Machine], after first: Int, of param: ParamID?) -> Checkpoints.Run? {
    let events = checkpoints.situation.log.events
    var memories = starts
    var index = first
    while memories.count > 1, index < checkpoints.known {
      for memory in memories.indices { checkpoints.append(index..<index + 1, to: &memories[memory]) }
      memories.merge(param) { $0.cools(speakers, like: $1) }
      index += 1
    }
    guard var machine = memories.first, memories.count == 1 else { return nil }
    let merged = events.instant(of: max(index, 1) - 1).milliseconds
    while index < checkpoints.known, events.instant(of: index).milliseconds - merged <= affected.reach {
      checkpoints.append(index..<index + 1, to: &machine)
      index += 1
    }
    guard index < checkpoints.known else { return nil }
    checkpoints.append(index..<index + 1, to: &machine)
    forget(in: &machine)
    var silentSince = events.instant(of: index).milliseconds
    index += 1
    while index < checkpoints.known {
      checkpoints.append(index..<index + 1, to: &machine)
      let now = events.instant(of: index)
      index += 1
      if hasSpoken(machine) {
        forget(in: &machine)
        silentSince = now.milliseconds
      } else if index < checkpoints.known, events.instant(of: index) > now,
        isForgotten(&machine, at: now, silentFor: now.milliseconds - silentSince)
      {
        checkpoints.append(index..<checkpoints.known, to: &machine)
        return checkpoints.run(ending: &machine, of: param)
      }
    }
    return nil
  }

  private func forget(in machine: inout Machine) {
    machine.forgetRecords()
    for rule in affected.listeners { machine.supposeLastFiring(of: rule, at: nil) }
  }

  private func hasSpoken(_ machine: Machine) -> Bool {
    machine.records.contains { $0.firing.map { affected.listeners.contains($0.rule) } ?? false }
  }

  /// Whether no earlier firing of a listener matters any more.
  ///
  /// Each has then been silent for longer than its cooldown with nothing to hold it back, and none is in an
  /// episode.
  private func isForgotten(_ machine: inout Machine, at instant: Instant, silentFor length: Int64) -> Bool {
    for rule in affected.listeners where length <= machine.cooldown(of: rule) ?? 0 { return false }
    var over = machine
    over.advance(to: instant)
    defer { machine.narrowRanges(to: over) }
    if hasSpoken(over) { return false }
    return !affected.listeners.contains { over.isOn($0, waitingUntil: instant) }
  }

  /// The machine with each memory that it may have here; nil if there are too many.
  private func memories(of origin: Machine, after first: Int) -> [Machine]? {
    var memories = [origin]
    let events = checkpoints.situation.log.events[..<first]
    let now = events.last?.at.milliseconds ?? 0
    for rule in speakers {
      guard let span = origin.cooldown(of: rule) else { continue }
      var firings: [Instant?] = [nil]
      // A reversed array would be a copy of the whole log.
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
    guard influences.hasFixedStreams, let reach = influences.reach(in: present), influences.areSpeakers(all),
      let found = MemoryTrial(checkpoints: self, affected: Affected(speakers: all)).verdict(),
      found.run.verdict.stands == stands
    else { return nil }
    let first = situation.log.events.instant(of: found.first).milliseconds
    let (floor, overflow) = first.subtractingReportingOverflow(reach)
    return overflow ? nil : Instant(floor)
  }
}
