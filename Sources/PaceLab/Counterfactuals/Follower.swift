import PaceEngine
import PaceLanguage

/// A machine that follows a subject's log up to just before the instant asked about.
///
/// Questions in the order of time go on with it, so that none begins the log anew.
struct Follower: Sendable {
  /// So many events are taken before the rows that no window reads any more are dropped.
  private static let patience = 4_096

  /// The machine with all events before the instant, the last of them still open.
  private(set) var machine: Machine
  /// How many events it has.
  private(set) var count = 0
  /// When rules fired, as far back as the longest of the constants, in order.
  private(set) var firings: [Instant] = []
  let constants: TurningConstants
  /// How many events came before rows were last dropped; nil if it keeps those that accounts may name.
  private var dropped: Int?
  /// How many notices the subject has been given.
  private let given: Int

  /// Begins the subject in a machine.
  init(_ machine: Machine, _ situation: Situation, constants: (Machine) -> TurningConstants, dropsRows: Bool)
  {
    var machine = machine
    situation.log.begin(in: &machine)
    self.machine = machine
    self.constants = constants(machine)
    dropped = dropsRows ? 0 : nil
    given = situation.log.record.given.count
  }

  /// Whether it can go on to a question about the same log.
  func leads(to situation: Situation) -> Bool {
    count <= situation.opening && given == situation.log.record.given.count
  }

  /// Takes all events before the instant asked about, at which it gives its next account.
  mutating func follow(to situation: Situation) {
    take(situation.opening, of: situation)
    let first = situation.at.later(by: -constants.longest)
    firings.removeFirst(firings.partitioningIndex { $0 >= first })
  }

  /// Takes events until it has so many.
  mutating func take(_ end: Int, of situation: Situation) {
    machine.giveAccount(at: situation.at, passing: situation.passedFirings)
    while count < end {
      let next = min(count + Self.patience, end)
      situation.log.append(count..<next, to: &machine)
      for case .fired(_, let at, _) in machine.told { firings.append(at) }
      machine.forgetRecords()
      count = next
      dropRows(after: Self.patience)
    }
  }

  /// Drops the rows that no window reads any more, once so many events have come since it last did.
  mutating func dropRows(after events: Int) {
    guard let last = dropped, count - last >= events else { return }
    machine.forgetUnreachable()
    dropped = count
  }

  /// A copy of the machine with all events up to the instant asked about.
  func opened(in situation: Situation) -> Machine {
    var machine = machine
    situation.log.append(count..<situation.known, to: &machine)
    return machine
  }
}
