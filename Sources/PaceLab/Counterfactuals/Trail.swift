import PaceEngine
import PaceLanguage

/// What questions about one rule share: machines after some of a log's newest rows, which go on from one instant to
/// the next.
///
/// Only what can affect the rule's verdict is evaluated.
public struct Trail: Sendable {
  /// How many of the newest rows are taken away, one at a time.
  private static let mostRows = 1_000
  /// How many rows the looks of all these trials may read together: a second's work.
  private static let mostRead = 100_000_000
  /// How many rows lie between two machines at least, and how many in a short log.
  private static let (leastStride, shortStride) = (16, 2)
  /// So many rows are a short log.
  private static let fewRows = 128
  /// How many bytes are copied in the time of a row's evaluation.
  private static let bytesOfARow = 2_048
  /// How many bytes of rows the kept runs with other values of parameters may have.
  private static let mostRunBytes = 1 << 26

  private struct Setting: Hashable {
    var param: ParamID
    var value: Value
  }

  let rule: RuleID
  let influences: Influences
  let plan: Plan
  /// The machine before the instant asked about; nil if nothing has been asked yet.
  private(set) var head: Follower?
  /// The machines, the earliest first and the `head`'s last, each with how many events come before it.
  private(set) var machines: [Machine] = []
  private(set) var counts: [Int] = []
  /// Runs of the whole log with another value of a parameter.
  private var runs: [Setting: Follower] = [:]

  init(of rule: RuleID, in plan: Plan) {
    self.rule = rule
    influences = Influences(on: rule, in: plan.program)
    self.plan = Plan(plan.program, part: influences.part, textsOf: plan)
  }

  /// Makes ready for another subject.
  mutating func forgetSubject() {
    head = nil
    machines = []
    counts = []
    runs = [:]
  }

  /// Goes on to just before the instant asked about; gives the machine there.
  mutating func follow(to situation: Situation) -> Follower {
    var follower = head.flatMap { $0.leads(to: situation) ? $0 : nil } ?? begin(situation)
    head = nil
    let oldest = min(max(0, situation.known - Self.mostRows), situation.opening)
    if follower.count < oldest {
      (machines, counts) = ([], [])
      follower.take(oldest, of: situation)
      follower.dropRows(after: 0)
    }
    // Copying a machine costs no more than evaluating the rows since the one before.
    let isShort = situation.known < Self.fewRows
    let stride =
      isShort ? Self.shortStride : max(Self.leastStride, follower.machine.rowBytes / Self.bytesOfARow)
    if counts.count > 1, counts[counts.count - 1] - counts[counts.count - 2] < stride {
      machines.removeLast()
      counts.removeLast()
    }
    repeat {
      let next = counts.last.map { min($0 + stride, situation.opening) } ?? follower.count
      follower.take(next, of: situation)
      if counts.last == next { break }
      follower.dropRows(after: 4 * stride)
      machines.append(follower.machine)
      counts.append(next)
    } while follower.count < situation.opening
    follower.follow(to: situation)
    let passed = counts.dropFirst().prefix { $0 <= oldest }.count
    machines.removeFirst(passed)
    counts.removeFirst(passed)
    head = follower
    return follower
  }

  private mutating func begin(_ situation: Situation) -> Follower {
    forgetSubject()
    var options = situation.quietOptions
    options.accounts = .at(situation.at)
    options.accountDetail = .brief
    options.accounted = [rule]
    options.keepsRows = true
    let machine = Machine(plan, options: options)
    return Follower(machine, situation, constants: { TurningConstants(situation, $0) }, dropsRows: true)
  }

  /// The machine just before the instant asked about of a run with a parameter at another value.
  mutating func run(_ param: ParamID, at value: Value, in situation: Situation) -> Follower {
    let setting = Setting(param: param, value: value)
    var follower: Follower
    if let known = runs.removeValue(forKey: setting), known.leads(to: situation) {
      follower = known
    } else {
      var options = machines[0].options
      options.overrides.append((param, .value(value)))
      if plan.tracks(param) { options.tracked = [param] }
      options.keepsRows = false
      let machine = Machine(plan, options: options)
      follower = Follower(machine, situation, constants: { _ in TurningConstants() }, dropsRows: true)
    }
    follower.follow(to: situation)
    if (runs.count + 1) * follower.machine.rowBytes <= Self.mostRunBytes { runs[setting] = follower }
    return follower
  }

  // MARK: Places

  /// The index of the last machine before an event.
  func place(before event: Int) -> Int? {
    let later = counts.partitioningIndex { $0 > event }
    return later == 0 ? nil : later - 1
  }

  /// Whether another machine continues like one of these.
  mutating func continues(_ machine: inout Machine, likeMachine place: Int) -> Bool {
    machine.continues(like: &machines[place])
  }

  /// The first of the newest events that are taken away, one at a time.
  ///
  /// `present` has all known events.
  func firstTaken(in situation: Situation, _ present: Machine) -> Int {
    var first = max(0, situation.known - Self.mostRows)
    guard first > 0, present.mostRowsOfALook > 0, let place = place(before: first) else { return first }
    var machine = machines[place]
    situation.log.append(counts[place]..<first, to: &machine)
    machine.forgetUnreachable()
    let most = machine.mostRowsOfALook
    while (situation.known - first) * (situation.known - first) * most > Self.mostRead { first += 1 }
    return first
  }
}
