import PaceEngine
import PaceLanguage

/// Evaluates only the end of a log, once for each memory that rules may have where it begins.
///
/// If all of these memories lead to the same verdict, so does the whole log. This works for rules that remember only
/// their episodes, when they last fired, and how far their own limits are used up.
struct LateTrial {
  /// How many days back a trial may begin.
  private static let mostDays = 2
  /// How many of the newest events are tried first, and how many at most.
  private static let (fewestEvents, mostEvents) = (32, 512)

  /// The instant at which a trial begins, and the machine with all events before it.
  private struct Start {
    var at: Instant
    /// How many events come before.
    var count: Int
    var machine: Machine

    var eve: Instant { Instant(at.milliseconds - 1) }
  }

  private let checkpoints: Checkpoints
  /// The rules without `on` that can affect the verdict and read no others' firings or levels.
  private let independentRules: [RuleID]
  /// The latest first.
  private let starts: [Start]
  /// Whether trials begin with a calendar day, and not with any event.
  private let startsDays: Bool

  /// Nil if rules remember more, or the subject began too recently.
  init?(_ checkpoints: Checkpoints) {
    let influences = checkpoints.influences
    let record = checkpoints.situation.log.record
    guard record.given.isEmpty, record.endedAt == nil, influences.hasFixedStreams else { return nil }
    self.checkpoints = checkpoints
    independentRules = influences.rules.filter {
      checkpoints.situation.program[$0].trigger.stream == nil && !influences.readsOthers($0)
    }
    startsDays = !influences.rememberLittle(overnight: false)
    if startsDays, !influences.rememberLittle(overnight: true) { return nil }
    starts = startsDays ? Self.days(checkpoints) : Self.ends(checkpoints)
    if starts.isEmpty { return nil }
  }

  private static func days(_ checkpoints: Checkpoints) -> [Start] {
    var starts: [Start] = []
    var day = checkpoints.present.startOfDay(at: checkpoints.situation.at)
    for _ in 0..<mostDays {
      guard let start = start(at: day, checkpoints) else { break }
      starts.append(start)
      day = start.machine.startOfDay(at: start.eve)
    }
    return starts
  }

  private static func ends(_ checkpoints: Checkpoints) -> [Start] {
    var starts: [Start] = []
    var count = min(fewestEvents, checkpoints.known / 4)
    while count <= mostEvents, let place = checkpoints.place(ofLast: count),
      let start = start(at: checkpoints.instant(after: checkpoints.counts[place]), checkpoints)
    {
      starts.append(start)
      count = max(1, count) * 4
    }
    return starts
  }

  /// Nil if the subject is not open at the instant, or no checkpoint lies before.
  private static func start(at instant: Instant, _ checkpoints: Checkpoints) -> Start? {
    let count = checkpoints.situation.log.count(upTo: Instant(instant.milliseconds - 1))
    guard count > 0, let place = checkpoints.place(before: count - 1) else { return nil }
    var start = Start(at: instant, count: count, machine: checkpoints.machine(at: place))
    checkpoints.append(checkpoints.counts[place]..<count, to: &start.machine)
    start.machine.advance(to: start.eve)
    start.machine.forgetRecords()
    guard start.machine.hasBegun, start.machine.end.map({ $0 >= instant }) ?? true else { return nil }
    return start
  }

  /// The verdict with a parameter at another value; nil if memories lead to different ones.
  func verdict(_ param: ParamID, at value: Value) -> Checkpoints.Run? {
    if checkpoints.influences.entersStreams(param) { return nil }
    for start in starts {
      var start = start
      start.machine.track([param])
      start.machine.trackAnew(supposing: (param, value), next: checkpoints.instant(after: start.count))
      var asked = start.machine
      var states: [RuleID: Bool] = [:]
      for rule in independentRules { states[rule] = asked.isOn(rule, waitingUntil: start.eve) }
      start.machine.narrowRanges(to: asked)
      if let memories = memories(at: start, states), var run = run(from: memories, at: start, of: param) {
        // The memories are those of this value.
        if checkpoints.influences.isCooldown(param) { run.values = value.bits...value.bits }
        return run
      }
    }
    return nil
  }

  /// The instant before which rows cannot affect the verdict; nil if that is not known.
  func settledSince(stands: Bool) -> Instant? {
    for start in starts {
      let influences = checkpoints.influences
      guard let reach = influences.reach(before: start.at, isDay: startsDays, in: start.machine) else {
        continue
      }
      // Without one of the rows, states may differ that evening.
      if let memories = memories(at: start, [:]), let found = run(from: memories, at: start),
        found.verdict.stands == stands
      {
        return reach
      }
    }
    return nil
  }

  /// Every memory possible at a start, given the states known of rules; nil if there are too many.
  private func memories(at start: Start, _ known: [RuleID: Bool]) -> Memories? {
    var found: [[Machine.Episode]] = [[]]
    for id in checkpoints.influences.rules.sorted(by: { $0.index < $1.index }) {
      let rule = checkpoints.situation.program[id]
      guard rule.emission != nil else { continue }
      var episodes: [Machine.Episode] = []
      if rule.trigger.stream != nil {
        // It has no episodes, and can have spoken at events only.
        episodes = lastFirings(of: id, before: start).map { Machine.Episode(id, lastFiring: $0) }
      } else {
        for isOn in known[id].map({ [$0] }) ?? [false, true] {
          episodes.append(Machine.Episode(id, isOn: isOn))
          // Only a rule without a trigger speaks once an episode.
          if isOn, rule.trigger.isNone { episodes.append(Machine.Episode(id, isOn: true, hasFired: true)) }
        }
      }
      if let most = checkpoints.influences.lastingLimit(of: id) {
        episodes = episodes.flatMap { episode in
          (0...most).map { count in
            var episode = episode
            episode.firings = count
            return episode
          }
        }
      }
      found = found.flatMap { chosen in episodes.map { chosen + [$0] } }
      if found.count > Memories.most { return nil }
    }
    return Memories(
      found.map { episodes in
        var machine = start.machine
        machine.suppose(episodes, at: start.eve)
        return machine
      })
  }

  /// The instants at which a rule may last have fired within its cooldown; nil among them stands for none.
  ///
  /// Stops a little above `Memories.most`.
  private func lastFirings(of rule: RuleID, before start: Start) -> [Instant?] {
    var firings: [Instant?] = [nil]
    guard let span = start.machine.cooldown(of: rule) else { return firings }
    let events = checkpoints.situation.log.events
    var index = start.count
    while index > 0, firings.count <= Memories.most {
      index -= 1
      let at = events.instant(of: index)
      if start.eve.milliseconds - at.milliseconds > span { break }
      if firings.last != at { firings.append(at) }
    }
    return firings
  }

  /// The verdict that all memories lead to, with a parameter that they track.
  private func run(from starts: Memories, at start: Start, of param: ParamID? = nil) -> Checkpoints.Run? {
    var memories = starts
    let events = checkpoints.situation.log.events
    // Usually the beginning of the day makes the memories alike.
    let hasQuietStart = start.count < checkpoints.known ? events.instant(of: start.count) > start.at : true
    if hasQuietStart, checkpoints.situation.at > start.at {
      memories.advance(to: start.at)
      memories.merge(param)
    }
    return memories.run(after: start.count, in: checkpoints, of: param)
  }
}

extension Checkpoints {
  /// The index of the newest checkpoint with at least `count` known events after it; nil if there is none.
  ///
  /// Checkpoints amid the events of one instant are passed over.
  fileprivate func place(ofLast count: Int) -> Int? {
    let events = situation.log.events
    return counts.lastIndex { checkpoint in
      checkpoint > 0 && checkpoint < known && known - checkpoint >= count
        && events.instant(of: checkpoint - 1) < events.instant(of: checkpoint)
    }
  }
}
