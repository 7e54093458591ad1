public import PaceLanguage

/// How a subject stands at an instant, and what comes next if nothing more is logged.
///
/// How it stands goes by the rows up to the instant; what comes next takes in the later ones.
public struct SubjectStatus: Sendable {
  /// One for each scale.
  public var scales: [ScaleStatus]
  /// The first later instant at which a level changes or a notice is due; nil if none is found.
  ///
  /// The search goes up to 400 days ahead, through at most ten million rowless instants.
  public var next: Instant?
  /// The rules that give a notice then.
  public var nextRules: [RuleID] = []
  /// When the subject ends, going by the rows up to the instant; nil for never.
  public var end: Instant?
  /// Whether the subject has started and not ended; at its last instant it is still open.
  public var isOpen: Bool
  public var preset: PresetID?
}

/// The level of a scale, and the one that follows it.
public struct ScaleStatus: Sendable {
  public var level: Int
  /// The first instant of the next level; nil if none is found.
  ///
  /// The search goes at least a week ahead, and up to 400 days if nothing else comes first.
  public var until: Instant?
  public var then: Int?
}

extension SubjectStatus {
  /// Reads the status from a machine that has been advanced to `t`, and looks ahead from there.
  ///
  /// The machine has to tell level changes.
  init(of machine: Machine, at t: Instant, then later: LaterRows) {
    scales = machine.levels.map { ScaleStatus(level: $0) }
    end = machine.end
    isOpen = machine.isOpen(at: t)
    preset = machine.preset
    var (ahead, later) = (machine, later)
    _ = ahead.takeRecords()
    ahead.lookAhead(atMost: min(Self.mostInstants, machine.instantsLeft))
    var reach = Self.firstReach
    while true {
      reach = min(reach, Machine.foresight)
      let limit = Instant(Arithmetic.saturatingSum(t.milliseconds, reach))
      while let at = later.next, at <= limit, !ahead.isCutOff {
        look(&ahead, through: Instant(at.milliseconds - 1), after: t)
        // A row that revives the subject brings its levels back from rest.
        if let rest = ahead.rest, rest <= at, ahead.levels.contains(where: { $0 != 0 }) { next = next ?? at }
        later.enter(&ahead)
      }
      look(&ahead, through: limit, after: t)
      let isFar = reach >= Self.farthestLevel || scales.allSatisfy { $0.until != nil }
      if next != nil && isFar || reach == Machine.foresight || ahead.isCutOff { break }
      if later.next == nil, let end = ahead.end, end < limit { break }
      reach *= 4
    }
  }

  /// Takes what comes after `t` and through `limit`.
  private mutating func look(_ ahead: inout Machine, through limit: Instant, after t: Instant) {
    ahead.advance(to: limit)
    for record in ahead.takeRecords() { take(record, after: t) }
    takeRest(after: t, through: limit, ahead)
  }

  /// Adds the change of every scale to its resting level right after the subject's last instant.
  private mutating func takeRest(after t: Instant, through limit: Instant, _ ahead: Machine) {
    guard let rest = ahead.rest, rest > t, rest <= limit, !ahead.isCutOff else { return }
    for (scale, level) in ahead.levels.enumerated() where level != 0 {
      next = next ?? rest
      note(ScaleID(scale), 0, at: rest)
    }
  }

  /// Notes the next level of a scale, unless an earlier one is known.
  private mutating func note(_ scale: ScaleID, _ level: Int, at instant: Instant) {
    guard scales[scale.index].until == nil else { return }
    scales[scale.index].until = instant
    scales[scale.index].then = level
  }

  /// Six hours, in milliseconds: most searches end within them.
  private static let firstReach: Int64 = 6 * 3_600_000
  /// How many instants are looked at: some 0.7 s of work, or 400 days of a rule due every four seconds.
  private static let mostInstants = 10 * Runaway.mostInstants
  /// A week, in milliseconds: the search for each scale's next level goes at least this far.
  private static let farthestLevel = 7 * CivilDate.dayLength

  private mutating func take(_ record: Record, after t: Instant) {
    switch record {
    case .fired(let firing):
      guard firing.at > t, !firing.isWithheld else { return }
      next = next ?? firing.at
      if next == firing.at { nextRules.append(firing.rule) }
    case .level(let change):
      guard change.at > t else { return }
      next = next ?? change.at
      note(change.scale, change.level, at: change.at)
    case .held, .overflow, .runaway, .account: break
    }
  }
}
