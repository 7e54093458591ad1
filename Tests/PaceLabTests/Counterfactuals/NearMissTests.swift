import PaceEngine
import PaceLab
import PaceLanguage
import Testing

/// Near misses against a reckoning from the verdicts at every instant at which anything can change, each asked for by
/// itself.
@Suite("near misses are those of all instants")
struct NearMissTests {
  private static let text = """
    subject visit { }
    event cup of visit { v: number in -9 .. 9 }
    event nap of visit { }
    rule hour { when sum(cup.v, last 60 min) >= 5, emit note "x" }
    rule quieted { when sum(cup.v, last 60 min) >= 5, emit note "x", quiet 03:00 to 05:30 }
    rule cooled { when count(cup, last 2 h) > 2, emit note "x", cooldown 3 h }
    rule due { when since(cup) >= 100 min, emit note "x", unless since(nap) < 40 min }
    rule ended { when sum(cup.v, last 90 min) >= 6 until count(nap, last 30 min) > 0, emit note "x" }
    rule evening { at 08:30, when sum(cup.v, today) >= 9, emit note "x" }
    rule ticking { every 25 min from 01:00 to 10:30, when since(cup) >= 90 min, emit note "x", quiet 02:00 to 03:00 }
    rule summed { every 20 min from 00:00 to 11:00, when sum(cup.v, last 60 min) >= 5, emit note "x", cooldown 1 h }
    rule lasting { when sum(cup.v, last 90 min) >= 5 for 70 min, emit note "x" }
    rule lasts { when since(cup) >= 60 min for 50 min, emit note "x" }
    rule strong { on cup, when latest(cup.v) >= 4, emit note "x", quiet 04:00 to 06:00 }
    """
  private static let minute: Int64 = 60_000
  private static let length: Int64 = 12 * 60

  /// A try, or an instant at which the condition is true.
  private struct Moment {
    var at: Instant
    /// The margin as a share of the threshold, also where that is more than 1; -1 where the condition is true.
    var distance: Double
    var isMiss: Bool
    var isTrue: Bool
    /// Whether it isn't true for long enough yet.
    var isWaiting: Bool
  }

  private func log(seed: UInt64) -> SubjectLog {
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: UInt64) -> Int64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((random >> 33) % bound)
    }
    var log = SubjectLog(id: "v", record: SubjectRecord(startedAt: Instant(0), attributes: [], zone: .utc))
    var minute = next(30)
    while minute < Self.length {
      let isNap = next(5) == 0
      log.events.append(
        EventRecord(
          event: EventID(isNap ? 1 : 0), kind: nil, at: Instant(minute * Self.minute),
          values: isNap ? [] : [Value((next(8) - 2) * 1_000_000)]))
      minute += 1 + next(next(4) == 0 ? 180 : 50)
    }
    log.until = Instant(Self.length * Self.minute)
    return log
  }

  /// Everything changes at a whole minute or some milliseconds later, and what moves is nearest a millisecond before.
  private func moments(_ plan: Plan, _ log: SubjectLog) -> [[Moment]] {
    let end = Self.length * Self.minute
    var instants: [Instant] = []
    for minute in 0...Self.length {
      let start = minute * Self.minute
      for time in start - 1...start + 5 where 0...end ~= time { instants.append(Instant(time)) }
    }
    let rules = plan.program.rules.indices.map { RuleID($0) }
    var asked = AskedVerdicts()
    for instant in instants { for rule in rules { asked.ask(of: rule, at: instant) } }
    var options = Machine.Options()
    options.accountDetail = .withoutRows
    options.until = log.until
    asked.answer(plan, log, options)
    return rules.map { rule in
      instants.compactMap { at in
        guard let verdict = asked[rule, at], let condition = verdict.condition else { return nil }
        // Of a rule with a trigger only tries count, whatever its condition is between them.
        if verdict.outcome == .notTriggered { return nil }
        let isTry = verdict.outcome == .idle && verdict.until?.value.isTrue != true
        let limit = Double(condition.children[1].value.bits)
        let margin = condition.margin ?? .unknown
        let missing = margin.isUnknown ? .infinity : Double(margin.bits.magnitude)
        let isTrue = condition.value.isTrue
        let distance = isTrue ? -1 : missing / limit
        return Moment(
          at: at, distance: distance,
          isMiss: isTry && distance < .infinity && !verdict.gates.contains { $0.isHolding },
          isTrue: isTrue, isWaiting: verdict.outcome == .waiting)
      }
    }
  }

  /// How long the rules with a `for` have to be true, in milliseconds.
  private static let holds = ["lasting": 70 * minute, "lasts": 50 * minute]

  /// The nearest time of being true for too short, as the distance from the time that is asked for.
  private func shortest(_ stretch: ArraySlice<Moment>, _ hold: Int64) -> String? {
    var found: (at: Instant, distance: Double)?
    for first in stretch.indices
    where stretch[first].isWaiting && (first == stretch.startIndex || !stretch[first - 1].isWaiting) {
      let end = stretch[first...].first { !$0.isWaiting }?.at ?? Instant(Self.length * Self.minute)
      let lasted = end.milliseconds - stretch[first].at.milliseconds
      let distance = 1 - Double(lasted) / Double(hold)
      if distance < found?.distance ?? .infinity { found = (stretch[first].at, distance) }
    }
    return found.map { "\($0.at.milliseconds) \($0.distance)" }
  }

  /// The nearest of each stretch between times of being true, without the ways from there and to there.
  private func reckoned(_ moments: [Moment], isTriggered: Bool, hold: Int64?) -> [String] {
    let isLong = { (moment: Moment) in moment.isTrue && !moment.isWaiting }
    let trues = [-1] + moments.indices.filter { isLong(moments[$0]) } + [moments.count]
    return zip(trues, trues.dropFirst()).compactMap { from, to in
      var stretch = moments[(from + 1)..<to]
      if let hold {
        // The last time of being true was long enough if the stretch ends with it.
        let end = stretch.lastIndex { !$0.isWaiting }.map { $0 + 1 } ?? stretch.startIndex
        let broken = to < moments.count ? stretch[..<end] : stretch
        if let shortest = shortest(broken, hold) { return shortest }
      }
      if !isTriggered {
        if from >= 0 {
          var last = -1.0
          while let first = stretch.first, first.distance >= last {
            last = first.distance
            stretch.removeFirst()
          }
        }
        if to < moments.count {
          var next = -1.0
          while let last = stretch.last, last.distance >= next {
            next = last.distance
            stretch.removeLast()
          }
        }
      }
      return stretch.filter { $0.isMiss }.min { $0.distance < $1.distance }.map {
        "\($0.at.milliseconds) \(min($0.distance, 1))"
      }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) throws {
    let program = try #require(compile((path: "visit.pace", text: Self.text)).program)
    let plan = Plan(program)
    let log = log(seed: seed)
    let rules = Set(program.rules.indices.map { RuleID($0) })
    var options = Machine.Options()
    options.accounts = .approaches
    options.accountDetail = .brief
    options.until = log.until
    var machine = Machine(plan, options: options)
    var search = NearMiss.Search(of: rules, in: program)
    var found: [[String]] = program.rules.map { _ in [] }
    func keep(_ miss: NearMiss) {
      found[miss.account.rule.index].append("\(miss.at.milliseconds) \(miss.distance)")
    }
    try log.run(in: &machine) { if case .account(let account) = $0 { search.add(account, found: keep) } }
    search.end(at: log.lastFollowed(by: machine), found: keep)
    for (index, moments) in moments(plan, log).enumerated() {
      let rule = program.rules[index]
      let hold = Self.holds[rule.name.text]
      let reckoned = reckoned(moments, isTriggered: !rule.trigger.isNone, hold: hold)
      #expect(found[index] == reckoned, "\(rule.name.text)")
    }
    #expect(found.contains { !$0.isEmpty })
  }

  /// How a pack's amounts add up takes many nodes, of which a distance reads none.
  @Test func `a brief account ends at what is compared`() throws {
    let text = """
      subject visit { }
      event cup of visit { v: number in 0 .. 9 }
      define amount = sum(cup.v, today) + count(cup, today) * 2
      define enough = amount * amount - amount >= 50 or count(cup) in 3 .. amount
      rule full { when enough and not (amount < 3), emit note "x" }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    var options = Machine.Options()
    options.accounts = .all
    options.accountDetail = .brief
    var machine = Machine(Plan(program), options: options)
    func size(_ node: ConditionNode) -> Int { node.children.reduce(1) { $0 + size($1) } }
    var sizes: Set<Int> = []
    try evenLog(3, every: 60_000).run(in: &machine) { record in
      guard case .account(let account) = record, let condition = account.rules[0].condition else { return }
      sizes.insert(size(condition))
    }
    // The junctions, the definition and the negation, and three comparisons of two, three and two values.
    #expect(sizes == [14])
  }

  @Test("ticks that change nothing cost nothing, nor do they count as instants")
  func manyTicks() throws {
    let text = """
      subject visit { }
      event cup of visit { v: number in 0 .. 9 }
      rule summed { every 1 ms from 00:00 to 23:59, when sum(cup.v) >= 50, emit note "x" }
      rule due { every 1 ms from 00:00 to 23:59, when since(cup) >= 5000 d, emit note "x" }
      """
    let program = try #require(compile((path: "visit.pace", text: text)).program)
    let log = evenLog(20, every: 100 * 86_400_000)
    for accounts in [Machine.Accounts.all, .approaches] {
      var options = Machine.Options()
      options.accounts = accounts
      options.accountDetail = .brief
      var machine = Machine(Plan(program), options: options)
      var count = 0
      try log.run(in: &machine) { if case .account = $0 { count += 1 } }
      #expect(count < 100, "\(count)")
    }
  }
}
