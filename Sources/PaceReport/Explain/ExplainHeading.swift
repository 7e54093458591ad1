public import PaceEngine
public import PaceLab
public import PaceLanguage

extension LogZone {
  /// The heading of an explained instant: its day and zone, which have to come before any time.
  ///
  /// - Parameters:
  ///   - instant: the instant that is explained.
  ///   - asked: the instant asked about, if another is explained in its place: the subject's end, or the last one
  ///     looked at. Nil if they are the same.
  ///   - width: the columns of the terminal; nil if unknown.
  public func heading(of situation: Situation, at instant: Instant, asked: Instant?, width: Int?) -> [String]
  {
    let zone = situation.log.record.zone
    let time = TimeText(zone)
    var texts = ["\(time.day(instant)), times in \(words(for: zone))"]
    if asked != nil {
      let subject = Words.subject(situation.log.id, of: situation.program)
      let stop = situation.isUnseen ? "is followed no further than" : "ended at"
      texts.append("\(subject) \(stop) \(time.clock(instant)); it stands as it did then")
    }
    return texts.flatMap { Wrapping.lines($0, width: width ?? .max) }
  }
}

extension Account {
  /// The rules that fired or were held.
  public var speaking: Set<RuleID> {
    Set(rules.filter { $0.outcome == .fired || $0.outcome == .held }.map { $0.rule })
  }
}
