import PaceEngine
import PaceLanguage

/// Looks for the first instant at which one more event would bring no notice, neither at once nor later.
///
/// Each instant is tried by evaluating on with the event. A notice that it merely puts off, or brings on
/// earlier, is one that it brings: it comes at an instant at which none would have come.
struct FreedomSearch {
  /// How long after the event a notice may still be its consequence.
  private static let reach = TurningPoints.reach
  /// How far is evaluated before what was said is looked at, at first; each time it is so many times as far.
  private static let firstStride: Int64 = 60_000
  private static let growth: Int64 = 8

  private struct Notice: Hashable {
    var rule: RuleID
    var at: Instant
  }

  private let situation: Situation
  private let logged: LoggedKind
  private let open: OpenInstant
  /// The notices that come anyway, and how often.
  private let usual: [Notice: Int]

  init(_ situation: Situation, _ logged: LoggedKind, open: OpenInstant) {
    self.situation = situation
    self.logged = logged
    self.open = open
    var evaluator = open.whole
    let (last, overflow) = situation.at.milliseconds.addingReportingOverflow(2 * Self.reach)
    evaluator.advance(to: Instant(overflow ? .max : last))
    var usual: [Notice: Int] = [:]
    for case .fired(let firing) in evaluator.records {
      usual[Notice(rule: firing.rule, at: firing.at), default: 0] += 1
    }
    self.usual = usual
  }

  /// The instant; nil where none is found within the days looked ahead.
  ///
  /// `present` is the evaluator with all of the instant asked about over.
  func first(from present: Machine) -> Instant? {
    if !brings(at: situation.at, open.withOneMore(logged)) { return situation.at }
    var record = situation.record(of: logged.event, logged.kind)
    return TurningPoints(situation, open.whole).first(from: present) { evaluator, instant in
      record.at = instant
      _ = evaluator.append(record)
      return !brings(at: instant, evaluator)
    }
  }

  /// Whether an evaluator that was told of one more event at an instant has it bring a notice that would not
  /// come then without it.
  private func brings(at instant: Instant, _ evaluator: Machine) -> Bool {
    var with = evaluator
    var told: [Notice: Int] = [:]
    var passed: Int64 = 0
    var stride = Self.firstStride
    while true {
      let (now, overflow) = instant.milliseconds.addingReportingOverflow(passed)
      with.advance(to: Instant(overflow ? .max : now))
      for case .fired(let firing) in with.records where firing.at >= instant {
        let notice = Notice(rule: firing.rule, at: firing.at)
        told[notice, default: 0] += 1
        if told[notice, default: 0] > usual[notice, default: 0] { return true }
      }
      with.forgetRecords()
      if passed >= Self.reach { return false }
      passed = min(passed + stride, Self.reach)
      stride *= Self.growth
    }
  }
}
