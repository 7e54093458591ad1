import PaceEngine
import PaceLanguage

/// Evaluates a log from the beginning of a calendar day on, once for each memory that rules may have then.
///
/// It is for rules that keep nothing overnight but their episodes and how far their own limits are used up. If
/// all memories lead to the same verdict, so does the whole log, whatever came before that day.
struct DayTrial {
  /// How many days back a trial may begin.
  private static let mostDays = 2
  /// How many memories are followed at once.
  private static let mostMemories = 64

  /// A day's beginning, and the machine with all events before it.
  private struct Dawn {
    var day: Instant
    /// How many events come before the day.
    var count: Int
    var machine: Machine

    var eve: Instant { Instant(day.milliseconds - 1) }
  }

  private let checkpoints: Checkpoints
  /// The latest first.
  private let dawns: [Dawn]

  /// Nil if rules remember more, or the subject began too recently.
  init?(_ checkpoints: Checkpoints) {
    let influences = checkpoints.influences
    let record = checkpoints.situation.log.record
    guard record.given.isEmpty, record.endedAt == nil, influences.hasFixedStreams,
      influences.remembersOnlyEpisodes
    else { return nil }
    self.checkpoints = checkpoints
    var dawns: [Dawn] = []
    var day = checkpoints.present.startOfDay(at: checkpoints.situation.at)
    for _ in 0..<Self.mostDays {
      guard let dawn = Self.dawn(of: day, checkpoints) else { break }
      dawns.append(dawn)
      day = dawn.machine.startOfDay(at: dawn.eve)
    }
    if dawns.isEmpty { return nil }
    self.dawns = dawns
  }

  /// The dawn of a day; nil if the subject is not open then, or no checkpoint lies before.
  private static func dawn(of day: Instant, _ checkpoints: Checkpoints) -> Dawn? {
    let count = checkpoints.situation.log.count(upTo: Instant(day.milliseconds - 1))
    guard count > 0, let place = checkpoints.place(before: count - 1) else { return nil }
    var dawn = Dawn(day: day, count: count, machine: checkpoints.machines[place])
    checkpoints.append(checkpoints.counts[place]..<count, to: &dawn.machine)
    dawn.machine.advance(to: dawn.eve)
    dawn.machine.forgetRecords()
    guard dawn.machine.hasBegun, dawn.machine.end.map({ $0 >= day }) ?? true else { return nil }
    return dawn
  }

  /// The verdict with a parameter at another value; nil if memories lead to different ones.
  func verdict(_ param: ParamID, at value: Value) -> Checkpoints.Verdict? {
    if checkpoints.influences.entersStreams(param) { return nil }
    for dawn in dawns {
      var dawn = dawn
      dawn.machine.suppose(param, value)
      let memories = memories(at: dawn) { rule in
        checkpoints.influences.hears(rule) ? nil : dawn.machine.isOn(rule, at: dawn.eve)
      }
      if let verdict = verdict(from: memories, at: dawn) { return verdict }
    }
    return nil
  }

  /// The instant before which rows cannot affect the verdict; nil if that is not known.
  func settledSince(stands: Bool) -> Instant? {
    for dawn in dawns {
      guard let reach = checkpoints.influences.reach(before: dawn.day, in: dawn.machine) else { continue }
      // Without one of the rows, states may differ that evening.
      let found = verdict(from: memories(at: dawn) { _ in nil }, at: dawn)
      if let found, found.stands == stands { return reach }
    }
    return nil
  }

  /// Every memory possible at a dawn, given the states that `state` knows; none if there are too many.
  private func memories(at dawn: Dawn, state: (RuleID) -> Bool?) -> [Machine] {
    var found: [[Machine.Episode]] = [[]]
    for id in checkpoints.influences.rules.sorted(by: { $0.index < $1.index }) {
      let rule = checkpoints.situation.program[id]
      guard rule.emission != nil else { continue }
      var states: [(isOn: Bool, hasSpoken: Bool)] = []
      for isOn in state(id).map({ [$0] }) ?? [false, true] {
        states.append((isOn, false))
        // Only a rule without a trigger speaks once an episode.
        if isOn, rule.trigger.isNone { states.append((true, true)) }
      }
      // An `on` rule has no episodes.
      if rule.trigger.stream != nil { states = [(false, false)] }
      let firings = checkpoints.influences.lastingLimit(of: id).map { (0...$0).map { Int?($0) } } ?? [nil]
      let choices = states.flatMap { state in
        firings.map {
          Machine.Episode(id, isOn: state.isOn, hasSpoken: state.hasSpoken, firings: $0)
        }
      }
      found = found.flatMap { known in choices.map { known + [$0] } }
      if found.count > Self.mostMemories { return [] }
    }
    return found.map { episodes in
      var machine = dawn.machine
      machine.suppose(episodes, at: dawn.eve)
      return machine
    }
  }

  /// The verdict that all memories lead to.
  private func verdict(from starts: [Machine], at dawn: Dawn) -> Checkpoints.Verdict? {
    var memories = starts
    let events = checkpoints.situation.log.events
    // Usually the beginning of the day makes the memories alike.
    let hasQuietStart = dawn.count < checkpoints.known ? events.instant(of: dawn.count) > dawn.day : true
    if hasQuietStart, checkpoints.situation.at > dawn.day {
      for index in memories.indices { memories[index].advance(to: dawn.day) }
      memories.merge()
    }
    return memories.verdict(after: dawn.count, in: checkpoints)
  }
}

extension [Machine] {
  /// Keeps one machine of each group of alike ones; by default, those that continue alike.
  mutating func merge(where areAlike: (inout Machine, inout Machine) -> Bool = { $0.continues(like: &$1) }) {
    guard count > 1 else { return }
    var kept: [Machine] = []
    for var memory in self {
      if !kept.indices.contains(where: { areAlike(&memory, &kept[$0]) }) { kept.append(memory) }
    }
    self = kept
  }

  /// The verdict that all machines reach once each is given the events from number `known` on; nil if they
  /// reach different ones.
  func verdict(after known: Int, in checkpoints: Checkpoints) -> Checkpoints.Verdict? {
    var machines = self
    for index in known..<checkpoints.known {
      for place in machines.indices { checkpoints.append(index..<index + 1, to: &machines[place]) }
      // Comparing machines costs more than evaluating a few rows.
      if index % 4 == 3 { machines.merge() }
    }
    guard let verdict = machines.first.map({ checkpoints.verdict(of: $0) }),
      machines.dropFirst().allSatisfy({ checkpoints.verdict(of: $0) == verdict })
    else { return nil }
    return verdict
  }
}
