import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// One program, log, instant and rule, as pace and the oracle see it.
struct FlipCase {
  /// The oracle's log ends at the instant; pace's goes on, as a real one does.
  let pair: OraclePair
  let situation: Situation
  let account: Account
  let rule: RuleID
  /// Whether the oracle says that the rule fires, or, for a rule without `emit`, that it is on.
  let stands: Bool
  /// The oracle's outcome of the rule.
  let outcome: OracleOutcome

  var program: Program { situation.program }
  var oracleRule: OracleRule { pair.program.rules[rule.index] }
  var at: Int64 { situation.at.milliseconds }
  var verdict: RuleAccount { account.rules[rule.index] }

  /// The case of a seed; nil if nothing can be asked about its pair.
  init?(seed: UInt64, usesExtremes: Bool) {
    var options = seed % 4 == 0 ? GeneratorOptions.stage1 : .stage2
    options.usesExtremes = usesExtremes
    options.readsTexts = seed % 3 == 0
    var pair = OraclePair.random(seed: seed, options)
    var random = SplitMix64(seed ^ 0x5EED)
    var settings = Settings()
    settings.replaceLiterals(in: &pair.program, &random)
    Self.addGrids(to: &pair.program, &random)
    pair.log.until = nil
    pair.log.lookedAt = nil
    // Without one of its rows a subject may have ended before a given notice, which has no defined meaning.
    if pair.log.endedAt != nil || pair.program.subject.endsAfter != nil { pair.log.given = [] }
    let isRepeated = random.chance(1, in: 4)
    if isRepeated, !pair.program.subject.isPerDay { Self.repeatDays(of: &pair, &random) }
    guard let (at, rule) = Self.question(pair, &random), at > pair.log.given.last?.at ?? .min else {
      return nil
    }
    if random.chance(1, in: 3) { Self.addRows(at: at, to: &pair, &random) }
    Self.orderByDeclaration(&pair)
    guard let input = Agreement.input(of: pair), input.events.count == pair.log.rows.count
    else { return nil }
    pair.log.rows.removeAll { $0.at > at }
    pair.log = Self.look(pair.log, at: at)
    var log = input.log(id: "s")
    log.rows = RowIDs(input.events.indices.map { "row\($0)" })
    situation = Situation(Plan(input.program), log, at: Instant(at), options: input.options)
    self.pair = pair
    self.rule = rule
    let result = pair.program.evaluate(pair.log)
    guard pair.program.isSettled(on: pair.log), !result.isCut, let account = situation.evaluate()?.account,
      account.at == situation.at,
      let outcome = result.views.first?.outcomes[pair.program.rules[rule.index].name],
      let stands = Self.stands(pair.program.rules[rule.index], result)
    else { return nil }
    self.account = account
    self.stands = stands
    self.outcome = outcome
  }

  /// Repeats the rows of a log on some days before, so that memory over night matters.
  private static func repeatDays(of pair: inout OraclePair, _ random: inout SplitMix64) {
    let rows = pair.log.rows
    for day in 1...(1 + Int64(random.below(4))) {
      for var row in rows {
        row.at -= day * 86_400_000
        pair.log.rows.append(row)
      }
    }
    let sorted = pair.log.rows.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    pair.log.rows = sorted.map(\.element)
  }

  /// An instant and a rule to ask about: mostly ones at which the rule fired, was held, or was tried in vain.
  private static func question(_ pair: OraclePair, _ random: inout SplitMix64) -> (Int64, RuleID)? {
    let rules = pair.program.rules
    let result = pair.program.evaluate(pair.log)
    guard !rules.isEmpty, !result.isCut else { return nil }
    let any = RuleID(random.below(rules.count))
    var told: (at: Int64, rule: String)?
    switch random.below(10) {
    case 0..<3: told = random.pick(result.firings).map { ($0.at, $0.rule) }
    case 3, 4: told = random.pick(result.held).map { ($0.at, $0.rule) }
    case 5: told = random.pick(result.levels).map { ($0.at, rules[any.index].name) }
    case 6: told = waiting(pair, &random)
    default: break
    }
    if let told, let index = rules.firstIndex(where: { $0.name == told.rule }) {
      return (told.at, RuleID(index))
    }
    guard let at = anyInstant(pair, &random) else { return nil }
    let outcomes = pair.program.evaluate(look(pair.log, at: at)).views.first?.outcomes ?? [:]
    let tried = rules.indices.filter { outcomes[rules[$0].name] ?? .notTriggered != .notTriggered }
    guard let index = random.pick(tried), random.chance(4, in: 5) else { return (at, any) }
    return (at, RuleID(index))
  }

  /// An instant at which a row stands, or some time after one; nil without a row.
  private static func anyInstant(_ pair: OraclePair, _ random: inout SplitMix64) -> Int64? {
    let later: [Int64] = [0, 0, 0, 1, 60_000, 600_000, 3_600_000]
    return random.pick(pair.log.rows).map { $0.at + (random.pick(later) ?? 0) }
  }

  /// A rule that waits for its `for`, and when; nil if it is found at none of some instants.
  private static func waiting(
    _ pair: OraclePair, _ random: inout SplitMix64
  ) -> (at: Int64, rule: String)? {
    let rules = pair.program.rules.filter { $0.hold != nil }.map(\.name)
    for _ in 0..<(rules.isEmpty ? 0 : 20) {
      guard let at = anyInstant(pair, &random) else { return nil }
      let outcomes = pair.program.evaluate(look(pair.log, at: at)).views.first?.outcomes ?? [:]
      if let rule = rules.first(where: { outcomes[$0] == .waiting }) { return (at, rule) }
    }
    return nil
  }

  /// Adds rows of several events at the instant asked about, so that the place of one more among them matters.
  private static func addRows(at instant: Int64, to pair: inout OraclePair, _ random: inout SplitMix64) {
    for event in pair.program.events where random.chance(2, in: 3) {
      let place = pair.log.rows.firstIndex { $0.at > instant } ?? pair.log.rows.count
      pair.log.rows.insert(OracleRow(instant, event.name, kind: random.pick(event.kinds)?.name), at: place)
    }
  }

  /// Sorts the rows of each instant as a database gives them, by the declaration of their events.
  private static func orderByDeclaration(_ pair: inout OraclePair) {
    let order = pair.program.events.map(\.name)
    let sorted = pair.log.rows.enumerated().sorted { a, b in
      let places = [a, b].map { order.firstIndex(of: $0.element.event) ?? order.count }
      return (a.element.at, places[0], a.offset) < (b.element.at, places[1], b.offset)
    }
    pair.log.rows = sorted.map(\.element)
  }

  /// Gives a grid to most of the parameters that have none.
  private static func addGrids(to program: inout OracleProgram, _ random: inout SplitMix64) {
    for index in program.params.indices where program.params[index].low == nil {
      if random.chance(1, in: 5) { continue }
      switch program.params[index].type {
      case .number:
        program.params[index].low = .whole(random.chance(1, in: 2) ? 0 : -5)
        program.params[index].high = .whole(12)
        program.params[index].step = .number(random.chance(1, in: 2) ? 500_000 : 1_000_000)
      case .duration:
        let steps: [Int64] = [210_000, 420_000, 900_000]
        program.params[index].low = .duration(random.chance(1, in: 2) ? 0 : 1)
        program.params[index].high = .duration(7_200_000)
        program.params[index].step = .duration(random.pick(steps) ?? 420_000)
      case .time:
        program.params[index].low = .time(0)
        program.params[index].high = .time(86_340_000)
        program.params[index].step = .duration([1_800_000, 3_660_000][random.below(2)])
      default: break
      }
    }
  }

  /// Whether a rule fires, or is on if it has no `emit`; nil if such a rule isn't tried.
  private static func stands(_ rule: OracleRule, _ result: OracleResult) -> Bool? {
    guard let outcome = result.views.first?.outcomes[rule.name] else { return rule.kind == nil ? nil : false }
    if rule.kind != nil { return outcome == .fired }
    return outcome == .notTriggered ? nil : outcome == .alreadyFired
  }

  /// The oracle's verdict on another input; nil if it gives none.
  func stands(_ pair: OraclePair) -> Bool? {
    let result = pair.program.evaluate(pair.log)
    return result.isCut ? nil : Self.stands(oracleRule, result)
  }

  /// Whether an alteration reverses the oracle's verdict.
  ///
  /// A delayed row leaves a notice where it is if another row of the instant brings it too.
  func turns(_ alteration: Alteration) -> Bool {
    if case .delay(let event, _) = alteration, stands, stands(altered(.removal(event))) == true {
      return false
    }
    return stands(altered(alteration)) == !stands
  }
}
