import PaceEngine
import PaceLanguage

/// Evaluates a log from the beginning of a calendar day on, from everything that may be remembered by then.
///
/// It is for rules that remember little overnight: episodes, and how far their own limits are used up; all
/// other counts of notices are those of the day. If all memories lead to the same verdict, so does the whole log,
/// whatever came before that day.
struct DayTrial {
  /// How many days are gone back.
  private static let mostDays = 2
  /// How many memories are followed at once.
  private static let mostMemories = 64

  /// A day's beginning, and the evaluator with all events before it.
  private struct Dawn {
    var day: Instant
    /// How many events come before the day.
    var count: Int
    var evaluator: Machine

    var eve: Instant { Instant(day.milliseconds - 1) }
  }

  private let rehearsal: Rehearsal
  /// The latest first.
  private let dawns: [Dawn]

  /// Nil where more is remembered, or the subject has not been there for so long.
  init?(_ rehearsal: Rehearsal) {
    let influences = rehearsal.influences
    let record = rehearsal.situation.log.record
    guard record.given.isEmpty, record.endedAt == nil, influences.hasFixedStreams,
      influences.remembersOnlyEpisodes
    else { return nil }
    self.rehearsal = rehearsal
    var dawns: [Dawn] = []
    var day = rehearsal.present.startOfDay(at: rehearsal.situation.at)
    for _ in 0..<Self.mostDays {
      guard let dawn = Self.dawn(of: day, rehearsal) else { break }
      dawns.append(dawn)
      day = dawn.evaluator.startOfDay(at: dawn.eve)
    }
    if dawns.isEmpty { return nil }
    self.dawns = dawns
  }

  /// Nil where the subject is not alive by then, or its beginning is not kept.
  private static func dawn(of day: Instant, _ rehearsal: Rehearsal) -> Dawn? {
    let count = rehearsal.situation.log.count(upTo: Instant(day.milliseconds - 1))
    guard count > 0, let place = rehearsal.checkpoint(before: count - 1) else { return nil }
    var dawn = Dawn(day: day, count: count, evaluator: rehearsal.checkpoints[place])
    rehearsal.append(rehearsal.counts[place]..<count, to: &dawn.evaluator)
    dawn.evaluator.advance(to: dawn.eve)
    dawn.evaluator.forgetRecords()
    guard dawn.evaluator.hasBegun, dawn.evaluator.end.map({ $0 >= day }) ?? true else { return nil }
    return dawn
  }

  /// The verdict with a parameter at another value; nil where memories lead to different ones.
  func verdict(_ param: ParamID, at value: Value) -> Rehearsal.Verdict? {
    if rehearsal.influences.entersStreams(param) { return nil }
    for dawn in dawns {
      var dawn = dawn
      dawn.evaluator.suppose(param, value)
      let memories = memories(at: dawn) { rule in
        rehearsal.influences.hears(rule) ? nil : dawn.evaluator.isOn(rule, at: dawn.eve)
      }
      if let verdict = verdict(from: memories, at: dawn) { return verdict }
    }
    return nil
  }

  /// Rows before this instant have no part in the verdict, which stands or not; nil where that is not known.
  func settledSince(stands: Bool) -> Instant? {
    for dawn in dawns {
      guard let reach = rehearsal.influences.reach(before: dawn.day, in: dawn.evaluator) else { continue }
      // Without a row, states may be others that evening.
      let found = verdict(from: memories(at: dawn) { _ in nil }, at: dawn)
      if let found, found.stands == stands { return reach }
    }
    return nil
  }

  /// Every memory that there may be at a dawn, `state` telling which states are known; none where those are
  /// too many.
  private func memories(at dawn: Dawn, state: (RuleID) -> Bool?) -> [Machine] {
    var found: [[Machine.Episode]] = [[]]
    for id in rehearsal.influences.rules.sorted(by: { $0.index < $1.index }) {
      let rule = rehearsal.situation.program[id]
      guard rule.emission != nil else { continue }
      var states: [(isOn: Bool, hasSpoken: Bool)] = []
      for isOn in state(id).map({ [$0] }) ?? [false, true] {
        states.append((isOn, false))
        // Only a rule without a trigger speaks once an episode.
        if isOn, rule.trigger.isNone { states.append((true, true)) }
      }
      // An event's rule has no episodes.
      if rule.trigger.stream != nil { states = [(false, false)] }
      let firings = rehearsal.influences.lastingLimit(of: id).map { (0...$0).map { Int?($0) } } ?? [nil]
      let choices = states.flatMap { state in
        firings.map {
          Machine.Episode(id, isOn: state.isOn, hasSpoken: state.hasSpoken, firings: $0)
        }
      }
      found = found.flatMap { known in choices.map { known + [$0] } }
      if found.count > Self.mostMemories { return [] }
    }
    return found.map { episodes in
      var evaluator = dawn.evaluator
      evaluator.suppose(episodes, at: dawn.eve)
      return evaluator
    }
  }

  /// The verdict that all memories lead to.
  private func verdict(from starts: [Machine], at dawn: Dawn) -> Rehearsal.Verdict? {
    var memories = starts
    let events = rehearsal.situation.log.events
    // Mostly the day's beginning makes them alike.
    let hasQuietStart = dawn.count < rehearsal.known ? events[dawn.count].at > dawn.day : true
    if hasQuietStart, rehearsal.situation.at > dawn.day {
      for index in memories.indices { memories[index].advance(to: dawn.day) }
      memories.merge()
    }
    for index in dawn.count..<rehearsal.known {
      for memory in memories.indices { _ = memories[memory].append(events[index]) }
      memories.merge()
    }
    return memories.commonVerdict(in: rehearsal)
  }
}

extension [Machine] {
  /// Keeps one of those each that are alike; unless said otherwise, those that will say the same.
  mutating func merge(where areAlike: (Machine, Machine) -> Bool = { $0.continues(like: $1) }) {
    guard count > 1 else { return }
    var kept: [Machine] = []
    for memory in self where !kept.contains(where: { areAlike(memory, $0) }) { kept.append(memory) }
    self = kept
  }

  /// The verdict that all of them come to; nil where they come to different ones.
  func commonVerdict(in rehearsal: Rehearsal) -> Rehearsal.Verdict? {
    guard let verdict = first.map({ rehearsal.verdict(of: $0) }),
      dropFirst().allSatisfy({ rehearsal.verdict(of: $0) == verdict })
    else { return nil }
    return verdict
  }
}
