package import PaceEngine
package import PaceLanguage

/// The heading of an explained instant: its day and zone, which have to come before any time.
package struct ExplainHeading: Sendable {
  private let program: Program
  /// The zone of subjects that have none of their own.
  private let zone: Zone
  /// Whether anyone has named that zone.
  private let isZoneNamed: Bool

  package init(_ program: Program, zone: Zone, isZoneNamed: Bool) {
    self.program = program
    self.zone = zone
    self.isZoneNamed = isZoneNamed
  }

  /// - Parameters:
  ///   - asked: the instant asked about, if the subject ended before it and its end is explained instead; else nil.
  ///   - width: the columns of the terminal; nil if unknown.
  package func lines(of log: SubjectLog, at instant: Instant, asked: Instant?, width: Int?) -> [String] {
    let own = log.record.zone
    let advice = isZoneNamed || own != zone ? "" : " (name another with --zone)"
    let time = TimeText(own)
    var texts = ["\(time.day(instant)), times in \(own.name)\(advice)"]
    if asked != nil {
      let subject = Words.subject(log.id, of: program)
      texts.append("\(subject) ended at \(time.clock(instant)); it stands as it did then")
    }
    return texts.flatMap { Wrapping.lines($0, width: width ?? .max) }
  }
}

extension Account {
  /// The rules that fired or were held.
  package var speaking: Set<RuleID> {
    Set(rules.filter { $0.outcome == .fired || $0.outcome == .held }.map { $0.rule })
  }
}
