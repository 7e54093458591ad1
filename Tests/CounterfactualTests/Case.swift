import PaceAgreement
import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// One program, log, instant and rule, as pace and the oracle see it.
struct Case {
  let pair: OraclePair
  let situation: Situation
  let account: Account
  let rule: RuleID
  /// The verdict as the oracle has it.
  let stands: Bool

  var program: Program { situation.program }
  var oracleRule: OracleRule { pair.program.rules[rule.index] }
  var at: Int64 { situation.at.milliseconds }

  /// The case of a seed; nil where the pair is none that can be asked about.
  init?(seed: UInt64, _ options: GeneratorOptions) {
    var pair = OraclePair.random(seed: seed, options)
    var random = SplitMix64(seed ^ 0x5EED)
    guard let at = Self.instant(pair.log, &random), at > pair.log.given.last?.at ?? .min else { return nil }
    pair.log.rows.removeAll { $0.at > at }
    pair.log.until = at
    pair.log.lookedAt = at
    guard let input = Agreement.input(of: pair), input.events.count == pair.log.rows.count,
      !input.program.rules.isEmpty
    else { return nil }
    var log = SubjectLog(id: "s", record: input.record)
    log.events = input.events
    log.rows = input.events.indices.map { "row\($0)" }
    log.texts = input.texts
    situation = Situation(Plan(input.program), log, at: Instant(at), options: input.options)
    self.pair = pair
    let result = pair.program.evaluate(pair.log)
    guard !result.isCut, let account = situation.account(), account.at == situation.at,
      result.views.first != nil
    else { return nil }
    self.account = account
    rule = RuleID(random.below(input.program.rules.count))
    let stands = Self.stands(pair.program.rules[rule.index], result)
    guard let stands else { return nil }
    self.stands = stands
  }

  /// Mostly the instant of a row or of a firing, where there is something to turn over.
  private static func instant(_ log: OracleLog, _ random: inout SplitMix64) -> Int64? {
    guard let row = random.pick(log.rows) else { return nil }
    return random.chance(1, in: 4) ? log.lookedAt ?? row.at : row.at
  }

  /// Whether the verdict stands; nil where the oracle does not say, as of a rule that never speaks and isn't
  /// tried.
  private static func stands(_ rule: OracleRule, _ result: OracleResult) -> Bool? {
    guard let outcome = result.views.first?.outcomes[rule.name] else { return rule.kind == nil ? nil : false }
    if rule.kind != nil { return outcome == .fired }
    return outcome == .notTriggered ? nil : outcome == .alreadyFired
  }

  /// The oracle's verdict on another log.
  func stands(_ log: OracleLog) -> Bool? {
    let result = pair.program.evaluate(log)
    return result.isCut ? nil : Self.stands(oracleRule, result)
  }

  // MARK: Alterations by hand

  /// The oracle's log with one thing otherwise.
  func altered(_ alteration: Alteration) -> OracleLog {
    var log = pair.log
    switch alteration {
    case .setting(let param, let value):
      let oracle = pair.program.params[param.index]
      log.settings.append(OracleAssignment(oracle.name, Self.value(value.bits, oracle.type)))
    case .removal(let event): log.rows.remove(at: event.index)
    case .addition(let event, let kind): log.rows.append(row(event, kind, at: at))
    case .delay(let event, let later):
      var row = log.rows.remove(at: event.index)
      row.at = later.milliseconds
      log.rows.append(row)
      log = Self.look(log, at: later.milliseconds)
    case .waiting(let later): log = Self.look(log, at: later.milliseconds)
    }
    return log
  }

  static func look(_ log: OracleLog, at instant: Int64) -> OracleLog {
    var log = log
    log.until = instant
    log.lookedAt = instant
    return log
  }

  func row(_ event: EventID, _ kind: KindID?, at instant: Int64) -> OracleRow {
    let type = pair.program.events[event.index]
    return OracleRow(instant, type.name, kind: kind.map { type.kinds[$0.index].name })
  }

  static func value(_ bits: Int64, _ type: OracleType) -> OracleValue {
    switch type {
    case .number: .number(bits)
    case .duration: .duration(bits)
    case .time: .time(bits)
    case .date: .date(bits)
    case .bool: .bool(bits == 1)
    case .choice(let names): .choice(names.indices.contains(Int(bits)) ? names[Int(bits)] : "", Int(bits))
    case .text, .preset, .schedule: .text("")
    }
  }

  var words: String {
    let rule = program[rule].name.text
    return """
      \(pair.program.source)
      # rule \(rule) at \(at), it \(stands ? "stands" : "does not stand")
      # preset \(pair.log.preset ?? "-") settings \(pair.log.settings) attributes \(pair.log.attributes)
      # started \(pair.log.startedAt ?? 0) ended \(pair.log.endedAt ?? 0) given \(pair.log.given)
      \(pair.log.rows.enumerated().map { "# row\($0) \($1.at) \($1.event) \($1.kind ?? "-") \($1.values)" }
        .joined(separator: "\n"))
      """
  }
}
