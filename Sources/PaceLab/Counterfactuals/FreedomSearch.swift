import PaceEngine
import PaceLanguage

/// Looks for the first instant at which one more event would count and bring no notice, neither at once nor
/// later.
///
/// Each instant is tried by evaluating on with the event. A notice that the event only delays or hastens
/// counts as brought: it comes at an instant at which none would have come.
struct FreedomSearch {
  /// How long after the event a notice may still be its consequence.
  private static let reach = TurningPoints.reach
  /// How far the first step of an evaluation goes before firings are read; each later one is `growth` times
  /// as long.
  private static let firstStride: Int64 = 60_000
  private static let growth: Int64 = 8
  /// How many rowless instants all evaluations may go through together: some seconds' work.
  private static let mostInstants = 20_000_000

  private struct Notice: Hashable {
    var rule: RuleID
    var at: Instant
  }

  private let situation: Situation
  private let logged: LoggedKind
  private let open: OpenInstant
  /// The notices that come anyway, and how often.
  private let usual: [Notice: Int]
  private var instantsLeft = Self.mostInstants

  init(_ situation: Situation, _ logged: LoggedKind, open: OpenInstant) {
    self.situation = situation
    self.logged = logged
    self.open = open
    var machine = open.whole
    machine.lookAhead(atMost: instantsLeft)
    machine.advance(to: situation.at.later(by: 2 * Self.reach))
    var usual: [Notice: Int] = [:]
    for case .fired(let firing) in machine.records {
      usual[Notice(rule: firing.rule, at: firing.at), default: 0] += 1
    }
    self.usual = usual
    instantsLeft = machine.instantsLeft
  }

  /// The instant; nil if none is found within the days and the instants looked ahead.
  ///
  /// `present` is the machine after the whole instant asked about.
  mutating func first(from present: Machine) -> Instant? {
    if let with = open.withOneMore(logged), !brings(at: situation.at, with) { return situation.at }
    var record = situation.record(of: logged.event, logged.kind)
    return TurningPoints(situation, open.whole).first(from: present) { machine, instant in
      record.at = instant
      return machine.append(record) == .kept && !brings(at: instant, machine)
    }
  }

  /// Whether one more event at an instant brings a notice that would not come without it; true too if the
  /// search is cut off.
  ///
  /// `machine` has been told of the event.
  private mutating func brings(at instant: Instant, _ machine: Machine) -> Bool {
    var with = machine
    with.lookAhead(atMost: instantsLeft)
    defer { instantsLeft = with.instantsLeft }
    var told: [Notice: Int] = [:]
    var passed: Int64 = 0
    var stride = Self.firstStride
    while true {
      with.advance(to: instant.later(by: passed))
      for case .fired(let firing) in with.records where firing.at >= instant {
        let notice = Notice(rule: firing.rule, at: firing.at)
        told[notice, default: 0] += 1
        if told[notice, default: 0] > usual[notice, default: 0] { return true }
      }
      if with.isCutOff { return true }
      with.forgetRecords()
      if passed >= Self.reach { return false }
      passed = min(passed + stride, Self.reach)
      stride *= Self.growth
    }
  }
}
