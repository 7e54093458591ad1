import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// Checks waiting: the oracle is asked at instants at which it sees a change.
extension FlipAgreement {
  mutating func waiting(_ report: FlipReport, _ found: FlipCase) -> String? {
    for flip in report.flips {
      switch flip.alteration {
      case .waiting(let instant):
        note("wait")
        return found.turn(before: instant.milliseconds).map { "waiting until \($0) is enough" }
      case .delay(let event, let instant):
        note("row later")
        return found.turn(of: event, before: instant.milliseconds).map { "\(event) at \($0) is enough" }
      default: continue
      }
    }
    if report.others.contains(.waiting(isSearched: false)) { note("wait not searched") }
    guard report.others.contains(.waiting(isSearched: true)) else { return nil }
    note("no wait")
    let horizon = found.horizon
    if case .on = found.program[found.rule].trigger {
      guard let event = found.verdict.event, found.situation.log.events[event.index].at == found.situation.at
      else { return nil }
      return found.turn(of: event, before: horizon + 1).map { "\(event) at \($0) turns it over, not told" }
    }
    return found.turn(before: horizon + 1).map { "waiting until \($0) turns it over, not told" }
  }
}

extension FlipCase {
  static let week: Int64 = 7 * 86_400_000

  /// The last instant that waiting may reach: a week later, or the end of the day that a subject is.
  var horizon: Int64 {
    let starts = [pair.log.startedAt, pair.log.rows.first?.at].compactMap { $0 }
    guard pair.program.subject.isPerDay, let start = starts.min() else { return at + Self.week }
    let dayStart = pair.program.calendar?.dayStart ?? 0
    return min(at + Self.week, pair.log.zone.lastOfDay(startingAt: dayStart, of: start))
  }

  /// The first instant after the one asked about and before `end` that reverses the verdict if nothing more is logged.
  fileprivate func turn(before end: Int64) -> Int64? {
    guard let (trail, result) = pair.program.trail(on: Self.look(pair.log, at: end - 1)) else { return nil }
    if oracleRule.kind != nil {
      return result.firings.first { $0.rule == oracleRule.name && $0.at > at }?.at
    }
    return trail.looks.first { $0.at > at && $0.isOn[rule.index] != stands }?.at
  }

  /// The first such instant at which the verdict's event, logged only then, reverses the verdict.
  fileprivate func turn(of event: EventOrdinal, before end: Int64) -> Int64? {
    var without = pair
    without.log.rows.remove(at: event.index)
    return candidates(without, before: end).first { turns(.delay(event, to: Instant($0))) }
  }

  /// Instants after the one asked about and before `end` at which something may change.
  ///
  /// They are the instants that the oracle evaluates if nothing more is logged, and the milliseconds beside them.
  func candidates(_ pair: OraclePair, before end: Int64) -> [Int64] {
    guard let (trail, _) = pair.program.trail(on: Self.look(pair.log, at: end - 1)) else { return [] }
    var found: Set<Int64> = [at + 1, end - 1]
    for look in trail.looks { found.formUnion([look.at - 1, look.at, look.at + 1]) }
    let all = found.filter { $0 > at && $0 < end }.sorted()
    // Keeps the first and the last ones, and some between.
    let most = end > at + Self.week ? 8 : 24
    guard all.count > 3 * most else { return all }
    let middle = all.dropFirst(most).dropLast(most)
    let some = stride(from: middle.startIndex, to: middle.endIndex, by: middle.count / most).map {
      middle[$0]
    }
    return all.prefix(most) + some + all.suffix(most)
  }
}
