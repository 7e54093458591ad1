import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let explain = Command(
    "explain", arguments: "PACK… --db FILE",
    summary: "why a notice was given, or what every rule said at an instant",
    options: [
      .database, .scenario, .subject, .at, .rule, .notice, .against, .closest, .all, .explainFormat, .preset,
      .set,
      .until, .zone, .source,
      .given, .problems, .strict, .timeout, .full,
    ],
    examples: [
      "pace explain take-care --db friday.db --notice 3",
      "pace explain take-care --db friday.db --at 21:31",
      "pace explain take-care --db friday.db --rule fast_pace --at 21:09 --format json",
      "pace explain take-care --db friday.db --at 21:09 --against strict",
      "pace explain take-care --db friday.db --closest 5",
    ],
    run: ExplainCommand.run)
}

extension Option {
  static let explainFormat = Option.choice("format", TextOrJSON.self, "how the verdicts are written")
  static let at = Option.value("at", "T", "the instant to explain; without it, each firing")
  static let rule = Option.value("rule", "R", "this rule")
  static let full = Option.flag("full", "every part of every condition, also of those that have a name")
  static let notice = Option.value("notice", "N", "the notice that `eval` numbers so")
}

/// Finds the instants asked for and shows the verdict of every rule at each.
struct ExplainCommand {
  let pack: Pack
  let choices: Choices
  let question: Question
  private let counterpart: Counterpart?
  let isJSON: Bool
  let isFull: Bool
  /// What the questions about one subject share.
  private var shared = SharedWork()
  private var told = 0
  private var hasSaidDay = false
  private var hasSaidGiven = false
  /// How many notices the subjects so far were given.
  private var notices = 0
  /// How many messages of each rule were shown to be withheld.
  private var withheld: [RuleID: Int] = [:]
  /// The rule of the notice that is asked for.
  private var ruleOfNotice: RuleID?
  /// The subjects at the instant that is asked about; nil without one.
  private var candidates: InstantSubjects?
  /// The subject of `--against` at that instant, told of only if there is no other.
  private var comparedLook: InstantSubjects.Look?

  /// What is asked.
  struct Question {
    var at: InstantArgument?
    var rule: RuleID?
    var notice: Int?
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let choices = try Choices(arguments, pack)
    try choices.checkOnePreset(arguments, pack.program)
    let question = try question(arguments, pack.program)
    let isJSON = arguments.choice(.explainFormat, TextOrJSON.self) == .json
    if isJSON { try arguments.refuse([.full], without: "--format text") }
    var counterpart: Counterpart?
    if let word = arguments[.against] {
      if question.at == nil, question.notice == nil {
        throw .usage(.needs(option: "--against", others: ["--at", "--notice"]))
      }
      if arguments.has(.full) { throw .usage(.conflict("--against", "--full")) }
      counterpart = try Counterpart.named(word, arguments, pack, choices)
    }
    let asked = try LogQuestion(arguments, pack.program, choices, rule: question.rule)
    var feed = try LogFeed.open(arguments, pack, choices)
    if let asked { return try answer(asked, pack, choices, &feed, arguments, &console) }
    var command = ExplainCommand(
      pack: pack, choices: choices, question: question, counterpart: counterpart,
      isJSON: isJSON, isFull: arguments.has(.full))
    command.candidates = question.at.map {
      InstantSubjects(at: $0, given: arguments[.at] ?? "", of: pack.program, most: 5)
    }
    return try command.run(&feed, arguments, &console)
  }

  /// Answers a question about the whole log.
  private static func answer(
    _ question: LogQuestion, _ pack: Pack, _ choices: Choices, _ feed: inout LogFeed, _ arguments: Arguments,
    _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    var question = question
    var options = choices.options(column: 0)
    question.set(&options)
    let plan = Plan(pack.program)
    var reader = SubjectReader(plan, choices, keepsRows: true, keepsLater: true)
    var subjects = 0
    while let log = try reader.next(&feed) {
      subjects += 1
      console.report("\(subjects) looked at, now \(log.id)", feed.progress())
      try question.add(log, in: Machine(plan, options: options), &console)
    }
    try question.finish(&console)
    try console.tell(try feed.problems(), choices)
    return .fine
  }

  private static func question(_ arguments: Arguments, _ program: Program) throws(Failure) -> Question {
    var question = Question(at: try arguments.instant(.at))
    question.rule = try arguments.rule(in: program)
    question.notice = try arguments.number(.notice, in: 1...Int.max, "a number from 1 on")
    if question.notice != nil, question.at != nil { throw .usage(.conflict("--notice", "--at")) }
    return question
  }

  private mutating func run(
    _ feed: inout LogFeed, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    // Accounts are made only of what is asked for, which may be one notice of thousands.
    var session = EvalSession(pack, choices)
    var reader = SubjectReader(session.plan, choices, keepsRows: true, keepsLater: true)
    var run = session.emptyRun
    var subjects = 0
    var notes = RunNotes()
    while let log = try reader.next(&feed) {
      subjects += 1
      console.report("\(subjects) looked at, now \(log.id)", feed.progress())
      if question.at != nil {
        try look(log, session.plan, isOnly: arguments[.subject] != nil, &console)
      } else {
        try session.evaluate(log, into: &run)
        notes.add(run)
        try tell(log, run, session.plan, &console)
      }
      if let wanted = question.notice, notices >= wanted { break }
    }
    for look in try candidates?.chosen() ?? [] { try tell(look.outlook, asked: look.asked, &console) }
    if told == 0, let look = comparedLook { try tell(look.outlook, asked: look.asked, &console) }
    try console.tell(try feed.problems(), choices)
    try console.refuse(notes, pack.program)
    if told == 0 { try nothing(subjects: subjects, &console) }
    for rule in pack.program.rules.ids {
      if let count = withheld[rule] { console.remark(Words.withheld(count, by: pack.program[rule])) }
    }
    if question.notice == nil, let line = notes.cutOffLine(pack.program) { console.remark(line) }
    return .fine
  }

  /// Says what was not found, and how much there was.
  private func nothing(subjects: Int, _ console: inout Console) throws(Failure) {
    if let wanted = question.notice, let rule = ruleOfNotice, let asked = question.rule {
      let names = (pack.program[rule].name.text, pack.program[asked].name.text)
      throw Option.notice.bad(String(wanted), "a notice of `\(names.1)`; that one is of `\(names.0)`")
    }
    if let wanted = question.notice {
      throw Option.notice.bad(
        String(wanted), notices == 0 ? "a notice, but there are none" : "a number from 1 to \(notices)")
    }
    if let candidates, subjects > 0 {
      throw candidates.nothing
    } else {
      console.remark(subjects == 0 ? "the log is empty" : noNotices)
    }
  }

  /// Says that nothing fired, and how to ask why not.
  private var noNotices: String {
    guard let rule = question.rule else {
      return
        "no notices; `--at T` tells what each rule said at an instant, and `--closest 5` how near they came"
    }
    return
      "no notices of `\(pack.program[rule].name.text)`; `--all` tells when its outcome changed, `--at T` "
      + "what it said at an instant, and `--closest 5` how near it came"
  }

  private mutating func tell(
    _ log: SubjectLog, _ run: SubjectRun, _ plan: Plan, _ console: inout Console
  ) throws(Failure) {
    // A rule that speaks several times in an instant has an account for each.
    var fired: [(at: Instant, earlier: Int, rules: Set<RuleID>)] = []
    var counts: [RuleID: (at: Instant, firings: Int)] = [:]
    var first = 0
    for case .fired(let firing) in run.columns[0].records {
      notices += 1
      if notices == question.notice { ruleOfNotice = firing.rule }
      let known = counts[firing.rule]
      let earlier = known?.at == firing.at ? known?.firings ?? 0 : 0
      counts[firing.rule] = (firing.at, earlier + 1)
      guard question.notice.map({ $0 == notices }) ?? true, question.rule.map({ $0 == firing.rule }) ?? true
      else { continue }
      if fired.last?.at != firing.at { first = fired.count }
      let place = fired[first...].firstIndex { $0.earlier == earlier } ?? fired.count
      if place == fired.count { fired.append((firing.at, earlier, [])) }
      fired[place].rules.insert(firing.rule)
    }
    var options = choices.options(column: 0)
    var log = log
    if let last = log.until ?? options.until { log.cut(after: last) }
    shared.beginSubject()
    for (at, earlier, rules) in fired {
      options.passedFirings = earlier
      let outlook = Outlook(Situation(plan, log, at: at, options: options), sharing: &shared)
      guard let (account, teller) = outlook.answer else { continue }
      try write(account, outlook, teller, focus: rules, &console)
    }
  }

  /// Explains the instant asked about in one subject, unless a rule is asked for in all: that waits until their
  /// number is known.
  private mutating func look(
    _ log: SubjectLog, _ plan: Plan, isOnly: Bool, _ console: inout Console
  ) throws(Failure) {
    guard let look = try candidates?.look(at: log, plan, choices.options(column: 0)) else { return }
    if !isOnly, counterpart?.subject == log.id {
      comparedLook = look
      return
    }
    sayDay(of: look.asked, log, &console)
    sayGiven(at: look.asked, log, &console)
    if question.rule == nil || isOnly {
      try tell(look.outlook, asked: look.asked, &console)
    } else {
      candidates?.add(look)
    }
  }

  /// Says once which day was taken, if a log of several days has a clock time more than once.
  private mutating func sayDay(of instant: Instant, _ log: SubjectLog, _ console: inout Console) {
    let day: Int64 = 86_400_000
    guard case .clock? = question.at, !hasSaidDay, let last = log.events.last?.at,
      last.milliseconds - instant.milliseconds >= day
    else { return }
    hasSaidDay = true
    let time = TimeText(log.record.zone)
    let next = Instant(instant.milliseconds + day)
    let subject = "\(Noun.words(pack.program.noun)) \(log.id.printable)"
    console.remark(
      "\(time.shortClock(instant)) is that of \(time.day(instant)), the first day of \(subject) with that time; "
        + "another is named with its date, such as `--at \(time.dated(next))`")
  }

  /// Says once that nothing is derived until the last notice that was given, if that comes after the instant.
  private mutating func sayGiven(at instant: Instant, _ log: SubjectLog, _ console: inout Console) {
    guard let last = log.record.given.last?.at, instant <= last, !hasSaidGiven else { return }
    hasSaidGiven = true
    console.remark(LogQuestion.words(ofGiven: last, of: log) + "at the instant")
  }

  private mutating func tell(
    _ outlook: Outlook, asked: Instant, _ console: inout Console
  ) throws(Failure) {
    guard let (account, machine) = outlook.answer else { return }
    let focus = question.rule.map { [$0] } ?? account.speaking
    try write(account, outlook, machine, focus: focus, asked: asked, &console)
  }

  private mutating func write(
    _ account: Account, _ outlook: Outlook, _ machine: Machine, focus: Set<RuleID>,
    asked: Instant? = nil, _ console: inout Console
  ) throws(Failure) {
    let situation = outlook.situation
    let asked = asked == account.at ? nil : asked
    if let counterpart {
      let other = counterpart.situation(
        besides: situation, asked: asked ?? account.at, options: choices.options(column: 0))
      let rules = question.rule.map { [$0] } ?? Set(pack.program.rules.ids)
      guard let text = AgainstText(situation, with: other, asked: asked, rules: rules) else {
        throw .data("there is no verdict to hold it against: the other side has not begun by then")
      }
      if isJSON {
        try console.out.write(text.json)
      } else {
        let heading = heading(situation, situation.at, asked: asked, console.style.width)
        try write(heading + text.lines(within: console.style.width), &console)
      }
      told += 1
      return
    }
    let explanation = Explanation(
      outlook, account, focus: focus, machine: machine, asked: asked, sharing: &shared)
    let rules = isJSON ? question.rule.map { [$0] } ?? Set(account.rules.map(\.rule)) : focus
    for verdict in account.rules where verdict.isWithheld && rules.contains(verdict.rule) {
      withheld[verdict.rule, default: 0] += 1
    }
    if isJSON {
      try console.out.write(ExplainJSON.line(of: explanation, rules: rules, pack.program))
    } else {
      let heading = heading(situation, account.at, asked: asked, console.style.width)
      let text = ExplainText(program: pack.program, style: console.style, isFull: isFull)
      let isOfAll = question.at != nil && question.rule == nil
      try write(heading + text.lines(of: explanation, ofAllRules: isOfAll, above: heading.count), &console)
    }
    told += 1
  }

  private func heading(_ situation: Situation, _ at: Instant, asked: Instant?, _ width: Int?) -> [String] {
    choices.logZone.heading(of: situation, at: at, asked: asked, width: width)
  }

  /// Writes a page, apart from the one before.
  private func write(_ page: [String], _ console: inout Console) throws(Failure) {
    if told > 0 { try console.out.line() }
    try console.out.lines(page)
  }
}
