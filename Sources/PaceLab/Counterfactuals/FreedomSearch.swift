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
  /// as long, up to the longest, so that few firings are held at once.
  private static let firstStride: Int64 = 60_000
  private static let growth: Int64 = 8
  private static let longestStride = Unit.hour.milliseconds
  /// How many rowless instants all evaluations may go through together: some seconds' work.
  private static let mostInstants = 20_000_000
  /// How many of these the evaluation without the event may take.
  private static let mostUsualInstants = 4_000_000

  /// Notices come in this order: by time, and within an instant by rule.
  private struct Notice: Equatable {
    var at: Instant
    var rule: RuleID

    init?(_ told: Told) {
      guard case .fired(let rule, let at, _) = told else { return nil }
      (self.at, self.rule) = (at, rule)
    }

    func isBefore(_ other: Notice) -> Bool { (at, rule.index) < (other.at, other.rule.index) }
  }

  private let situation: Situation
  private let logged: LoggedKind
  private let open: OpenInstant
  /// The notices that come anyway.
  private let usual: [Notice]
  private var instantsLeft = Self.mostInstants

  init(_ situation: Situation, _ logged: LoggedKind, open: OpenInstant) {
    self.situation = situation
    self.logged = logged
    self.open = open
    var machine = open.whole
    machine.lookAhead(atMost: Self.mostUsualInstants)
    var usual: [Notice] = []
    _ = Self.follow(&machine, from: situation.at, through: 2 * Self.reach) { notice in
      usual.append(notice)
      return false
    }
    self.usual = usual
    instantsLeft -= Self.mostUsualInstants - machine.instantsLeft
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
  /// `machine` has the event already.
  private mutating func brings(at instant: Instant, _ machine: Machine) -> Bool {
    var with = machine
    with.lookAhead(atMost: instantsLeft)
    defer { instantsLeft = with.instantsLeft }
    var next = usual.partitioningIndex { $0.at >= instant }
    return Self.follow(&with, from: instant, through: Self.reach) { notice in
      while next < usual.count, usual[next].isBefore(notice) { next += 1 }
      guard next < usual.count, usual[next] == notice else { return true }
      next += 1
      return false
    }
  }

  /// Evaluates on, and hands over each notice from `instant` on until one ends it.
  ///
  /// - Returns: whether one has ended it, or the evaluation was cut off.
  private static func follow(
    _ machine: inout Machine, from instant: Instant, through reach: Int64, _ ends: (Notice) -> Bool
  ) -> Bool {
    var passed: Int64 = 0
    var stride = firstStride
    while true {
      machine.advance(to: instant.later(by: passed))
      for told in machine.told {
        if let notice = Notice(told), notice.at >= instant, ends(notice) { return true }
      }
      if machine.isCutOff { return true }
      machine.forgetRecords()
      if passed >= reach { return false }
      passed = min(passed + stride, reach)
      stride = min(stride * growth, longestStride)
    }
  }
}
