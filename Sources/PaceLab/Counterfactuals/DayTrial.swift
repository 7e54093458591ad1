import PaceEngine
import PaceLanguage

/// Evaluates a log from the beginning of a calendar day on, once for each memory that rules may have then.
///
/// It works for rules that remember nothing overnight but their episodes and the use of their own limits. If all
/// memories lead to the same verdict, so does the whole log, whatever came before that day.
struct DayTrial {
  /// How many days back a trial may begin.
  private static let mostDays = 2

  /// A day's beginning, and the machine with all events before it.
  private struct Dawn {
    var day: Instant
    /// How many events come before the day.
    var count: Int
    var machine: Machine

    var eve: Instant { Instant(day.milliseconds - 1) }
  }

  private let checkpoints: Checkpoints
  /// The rules that can affect the verdict and read no others' firings or levels.
  private let independentRules: [RuleID]
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
    independentRules = influences.rules.filter { !influences.readsOthers($0) }
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
  func verdict(_ param: ParamID, at value: Value) -> Checkpoints.Run? {
    if checkpoints.influences.entersStreams(param) { return nil }
    for dawn in dawns {
      var dawn = dawn
      dawn.machine.track([param])
      dawn.machine.trackAnew(supposing: (param, value), next: checkpoints.instant(after: dawn.count))
      var asked = dawn.machine
      var states: [RuleID: Bool] = [:]
      for rule in independentRules { states[rule] = asked.isOn(rule, waitingUntil: dawn.eve) }
      dawn.machine.narrowRanges(to: asked)
      if let memories = memories(at: dawn, states), let run = run(from: memories, at: dawn, of: param) {
        return run
      }
    }
    return nil
  }

  /// The instant before which rows cannot affect the verdict; nil if that is not known.
  func settledSince(stands: Bool) -> Instant? {
    for dawn in dawns {
      guard let reach = checkpoints.influences.reach(before: dawn.day, in: dawn.machine) else { continue }
      // Without one of the rows, states may differ that evening.
      if let memories = memories(at: dawn, [:]), let found = run(from: memories, at: dawn),
        found.verdict.stands == stands
      {
        return reach
      }
    }
    return nil
  }

  /// Every memory possible at a dawn, given the states known of rules; nil if there are too many.
  private func memories(at dawn: Dawn, _ known: [RuleID: Bool]) -> Memories? {
    var found: [[Machine.Episode]] = [[]]
    for id in checkpoints.influences.rules.sorted(by: { $0.index < $1.index }) {
      let rule = checkpoints.situation.program[id]
      guard rule.emission != nil else { continue }
      var states: [(isOn: Bool, hasFiredInEpisode: Bool)] = []
      for isOn in known[id].map({ [$0] }) ?? [false, true] {
        states.append((isOn, false))
        // Only a rule without a trigger speaks once an episode.
        if isOn, rule.trigger.isNone { states.append((true, true)) }
      }
      // An `on` rule has no episodes.
      if rule.trigger.stream != nil { states = [(false, false)] }
      let firings = checkpoints.influences.lastingLimit(of: id).map { (0...$0).map { Int?($0) } } ?? [nil]
      let choices = states.flatMap { state in
        firings.map {
          Machine.Episode(id, isOn: state.isOn, hasFiredInEpisode: state.hasFiredInEpisode, firings: $0)
        }
      }
      found = found.flatMap { chosen in choices.map { chosen + [$0] } }
      if found.count > Memories.most { return nil }
    }
    return Memories(
      found.map { episodes in
        var machine = dawn.machine
        machine.suppose(episodes, at: dawn.eve)
        return machine
      })
  }

  /// The verdict that all memories lead to, with a parameter that they track.
  private func run(from starts: Memories, at dawn: Dawn, of param: ParamID? = nil) -> Checkpoints.Run? {
    var memories = starts
    let events = checkpoints.situation.log.events
    // Usually the beginning of the day makes the memories alike.
    let hasQuietStart = dawn.count < checkpoints.known ? events.instant(of: dawn.count) > dawn.day : true
    if hasQuietStart, checkpoints.situation.at > dawn.day {
      memories.advance(to: dawn.day)
      memories.merge(param)
    }
    return memories.run(after: dawn.count, in: checkpoints, of: param)
  }
}
