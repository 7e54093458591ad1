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
  /// How many rowless instants all evaluations may go through together: some seconds' work.
  private static let mostInstants = 20_000_000
  /// How many of these the evaluation without the event may take.
  private static let mostUsualInstants = 4_000_000

  /// Notices come in this order: by time, and within an instant by rule.
  private struct Notice: Equatable {
    var at: Instant
    var rule: RuleID

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
    if var with = open.withOneMore(logged), !brings(at: situation.at, &with) { return situation.at }
    var record = situation.record(of: logged.event, logged.kind)
    return TurningPoints(situation, open.whole, after: open.past).first(from: present) { machine, instant in
      record.at = instant
      return machine.append(record) == .kept && !brings(at: instant, &machine)
    }
  }

  /// Whether one more event at an instant brings a notice that would not come without it; true too if the
  /// search is cut off.
  ///
  /// `machine` has the event already, and is evaluated on.
  private mutating func brings(at instant: Instant, _ machine: inout Machine) -> Bool {
    machine.lookAhead(atMost: instantsLeft)
    defer { instantsLeft = machine.instantsLeft }
    var next = usual.partitioningIndex { $0.at >= instant }
    return Self.follow(&machine, from: instant, through: Self.reach) { notice in
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
    var isOver = false
    func take(_ record: Record) -> Bool {
      if let firing = record.firing, firing.at >= instant {
        isOver = ends(Notice(at: firing.at, rule: firing.rule))
      }
      return !isOver
    }
    if machine.takeRecords().allSatisfy(take) {
      machine.advance(before: instant.later(by: reach + 1), handingTo: take)
    }
    return isOver || machine.isCutOff
  }
}
