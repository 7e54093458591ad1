import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

extension Option {
  static let against = Option.value(
    "against", "P|T|ID",
    "what differs under a preset, at an instant, or for a subject as long after its own start")
  static let closest = Option.value("closest", "N", "the N nearest misses in the log")
  static let all = Option.flag("all", "with --rule: every outcome of the rule and when it changed")
}

/// `--all` and `--closest`: one rule, or all of them, over the whole log.
struct LogQuestion {
  enum Kind {
    case timeline(RuleID)
    case closest(Int, Set<RuleID>)
  }
  private let kind: Kind
  private let program: Program
  private let isJSON: Bool
  private typealias Miss = (miss: NearMiss, log: SubjectLog, evaluator: Machine)
  /// The nearest first.
  private var misses: [Miss] = []

  /// Nil where no such question is asked.
  init?(_ arguments: Arguments, _ program: Program, rule: RuleID?) throws(Failure) {
    self.program = program
    isJSON = arguments.choice(.explainFormat) == "json"
    let wantsAll = arguments.has(.all)
    if let text = arguments[.closest] {
      if wantsAll { throw .usage(.conflict("--closest", "--all")) }
      guard let count = Int(text), count >= 1 else {
        throw .usage(.badValue(option: "--closest", value: text, expected: "a number from 1 on"))
      }
      kind = .closest(count, rule.map { [$0] } ?? Set(program.rules.indices.map { RuleID($0) }))
    } else if wantsAll {
      guard let rule else { throw .usage(.needs(option: "--all", other: "--rule")) }
      kind = .timeline(rule)
    } else {
      return nil
    }
    for option in [Option.at, .notice, .against] where arguments[option] != nil {
      throw .usage(.conflict(wantsAll ? "--all" : "--closest", "--\(option.name)"))
    }
  }

  mutating func add(_ outcome: EvalSession.Outcome, _ console: inout Console) throws(Failure) {
    guard var evaluator = outcome.evaluators.first, let column = outcome.run.columns.first else { return }
    evaluator.forgetRecords()
    var accounts: [Account] = []
    for case .account(let account) in column.records { accounts.append(account) }
    switch kind {
    case .timeline(let rule):
      let timeline = OutcomeTimeline(accounts, of: rule, program: program)
      try tell(timeline, rule, outcome.log, evaluator, &console)
    case .closest(let count, let rules):
      for miss in NearMiss.all(in: accounts, of: rules, program: program) {
        misses.append((miss, outcome.log, evaluator))
      }
      misses = candidates(count)
    }
  }

  /// The nearest misses, and of each rule its nearest; of equally near ones the earlier found comes first.
  private func candidates(_ count: Int) -> [Miss] {
    let sorted = misses.enumerated().sorted {
      ($0.element.miss.distance, $0.offset) < ($1.element.miss.distance, $1.offset)
    }
    var rules: Set<RuleID> = []
    return sorted.enumerated().compactMap { place, entry in
      let isFirst = rules.insert(entry.element.miss.account.rule).inserted
      return isFirst || place < count ? entry.element : nil
    }
  }

  /// Of each rule its nearest miss as far as there is room, then the nearest of what is left: one rule that is
  /// near in every subject hides no other.
  private func spread(_ count: Int) -> [Miss] {
    var rules: Set<RuleID> = []
    let isFirst = misses.map { rules.insert($0.miss.account.rule).inserted }
    var chosen = Set(misses.indices.filter { isFirst[$0] }.prefix(count))
    chosen.formUnion(misses.indices.filter { !isFirst[$0] }.prefix(count - chosen.count))
    return chosen.sorted().map { misses[$0] }
  }

  private func tell(
    _ timeline: OutcomeTimeline, _ rule: RuleID, _ log: SubjectLog, _ evaluator: Machine,
    _ console: inout Console
  ) throws(Failure) {
    if isJSON {
      var json = JSONWriter()
      json.object { object in
        object.field("subject", log.id)
        object.field("rule", program[rule].name.text)
        object.key("outcomes")
        object.array { list in
          for entry in timeline.entries {
            list.object { object in
              object.field("at_ms", entry.at.milliseconds)
              object.field("outcome", entry.account.outcome.text)
              object.field("gate", entry.account.gate.map(ExplainJSON.name))
            }
          }
        }
      }
      json.endLine()
      return try console.out.write(json.bytes)
    }
    let time = TimeText(log.record.zone)
    let day = log.start.map { ", \(time.day($0))" } ?? ""
    let name = console.style.bold(program[rule].name.text)
    let subject = "\(program.subject.name.text) \(log.id.printable)"
    try console.out.line("\(name) for \(subject)\(day), times in \(time.zone)")
    let text = QuestionText(program: program, style: console.style, width: console.width)
    for line in text.lines(of: timeline, log, evaluator) {
      try console.out.line("  \(line)")
    }
  }

  func finish(_ console: inout Console) throws(Failure) {
    guard case .closest(let count, _) = kind else { return }
    if misses.isEmpty { console.remark("no misses that can be measured") }
    let text = QuestionText(program: program, style: console.style)
    var table = TextTable([.right, .left, .left, .left, .left])
    var json = JSONWriter()
    for (miss, log, evaluator) in spread(count) {
      table.append(text.cells(of: miss, log, evaluator))
      json.object { object in
        object.field("subject", log.id)
        object.field("at", TimeText.iso(miss.at))
        object.field("at_ms", miss.at.milliseconds)
        object.field("rule", program[miss.account.rule].name.text)
        object.key("distance")
        object.raw(ValueText.number(Int64((miss.distance * 1_000_000).rounded())))
        object.field("outcome", miss.account.outcome.text)
        if let condition = miss.account.condition {
          object.key("condition")
          ExplainJSON.write(condition, log, ValuePrinter(program, evaluator, log), &object)
        }
      }
      json.endLine()
    }
    if isJSON { return try console.out.write(json.bytes) }
    for line in table.lines(within: console.width) { try console.out.line(line) }
  }
}
