public import PaceEngine
public import PaceLab
public import PaceLanguage

/// The heading of an explained instant: its day and zone, which have to come before any time.
public struct ExplainHeading: Sendable {
  private let program: Program
  /// The zone of subjects that have none of their own.
  private let zone: Zone
  /// Whether anyone has named that zone.
  private let isZoneNamed: Bool

  /// - Parameters:
  ///   - zone: that of subjects that have none of their own.
  ///   - isZoneNamed: whether somebody has named it; if not, the heading says how to.
  public init(_ program: Program, zone: Zone, isZoneNamed: Bool) {
    self.program = program
    self.zone = zone
    self.isZoneNamed = isZoneNamed
  }

  /// - Parameters:
  ///   - instant: the instant that is explained.
  ///   - asked: the instant asked about; nil if it is the one explained. After the subject's end, and after the last
  ///     instant that is seen, nothing is explained but that last instant.
  ///   - width: the columns of the terminal; nil if unknown.
  public func lines(of situation: Situation, at instant: Instant, asked: Instant?, width: Int?) -> [String] {
    let time = TimeText(situation.log.record.zone)
    var texts = ["\(time.day(instant)), \(times(in: situation.log.record.zone))"]
    if asked != nil {
      let subject = Words.subject(situation.log.id, of: program)
      let isSeen = situation.isUnseen ? "is followed no further than" : "ended at"
      texts.append("\(subject) \(isSeen) \(time.clock(instant)); it stands as it did then")
    }
    return texts.flatMap { Wrapping.lines($0, width: width ?? .max) }
  }

  /// `times in UTC (name another with --zone)`
  func times(in own: Zone) -> String {
    let advice = isZoneNamed || own != zone ? "" : " (name another with --zone)"
    return "times in \(own.name)\(advice)"
  }
}

extension Account {
  /// The rules that fired or were held.
  public var speaking: Set<RuleID> {
    Set(rules.filter { $0.outcome == .fired || $0.outcome == .held }.map { $0.rule })
  }
}
