import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

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
  private let isOfScenario: Bool
  private let zone: LogZone
  /// The misses that may yet be shown, and the subjects that they are of.
  private var misses: [(miss: NearMiss, subject: Int)] = []
  private var subjects: [Int: (log: SubjectLog, machine: Machine)] = [:]
  private var count = 0
  /// The remarks on the runs.
  private var notes = RunNotes()

  /// Nil if no such question is asked.
  init?(
    _ arguments: Arguments, _ program: Program, _ choices: Choices, rule: RuleID?
  ) throws(Failure) {
    self.program = program
    zone = choices.logZone
    isJSON = arguments.choice(.explainFormat, TextOrJSON.self) == .json
    isOfScenario = choices.scenario != nil
    let wantsAll = arguments.has(.all)
    if wantsAll, arguments[.closest] != nil { throw .usage(.conflict("--closest", "--all")) }
    if let count = try arguments.number(.closest, in: 1...Int.max, "a number from 1 on") {
      kind = .closest(count, rule.map { [$0] } ?? Set(program.rules.ids))
    } else if wantsAll {
      guard let rule else { throw .usage(.needs(option: "--all", others: ["--rule"])) }
      kind = .timeline(rule)
    } else {
      return nil
    }
    for option in [Option.at, .notice, .against, .full] where arguments.has(option) {
      throw .usage(.conflict(wantsAll ? "--all" : "--closest", "--\(option.name)"))
    }
  }

  /// Sets which accounts are made while the log is searched; the few misses that are shown get whole ones later.
  func set(_ options: inout Machine.Options) {
    switch kind {
    case .timeline(let rule):
      (options.accounts, options.accountDetail, options.accounted) = (.all, .ofPresent, [rule])
    case .closest(_, let rules):
      (options.accounts, options.accountDetail, options.accounted) = (.approaches, .brief, rules)
    }
  }

  /// Adds a subject.
  ///
  /// - Parameter machine: a fresh one.
  mutating func add(
    _ log: SubjectLog, in machine: consuming Machine, _ console: inout Console
  ) throws(Failure) {
    count += 1
    switch kind {
    case .timeline(let rule):
      var timeline = OutcomeTimeline(of: rule, in: program)
      let most = Self.mostOutcomes + Self.mostOfRow * log.events.count
      try refusingRunaways(program) { () throws(RunawaySubject) in
        try log.passAsKnown(in: &machine) { record in
          notes.add(record, of: log.id)
          if case .account(let account) = record { timeline.add(account) }
          return timeline.entries.count <= most
        }
      }
      if timeline.entries.count > most { throw tooMuch(timeline, most, rule, log) }
      if let given = log.record.given.last?.at {
        console.remark(Self.words(ofGiven: given, of: log) + "at each instant")
      }
      try tell(timeline, rule, log, machine, &console)
    case .closest(let wanted, let rules):
      var search = NearMiss.Search(of: rules, in: program)
      try refusingRunaways(program) { () throws(RunawaySubject) in
        try log.run(in: &machine) { record in
          notes.add(record, of: log.id)
          if case .account(let account) = record { search.add(account) { keep($0, wanted, rules.count) } }
        }
      }
      search.end(at: log.lastFollowed(by: machine)) { keep($0, wanted, rules.count) }
      if misses.contains(where: { $0.subject == count }) { subjects[count] = (log, machine) }
    }
  }

  /// The remark on given notices, up to its last words, such as `at the instant`.
  static func words(ofGiven last: Instant, of log: SubjectLog) -> String {
    "until \(TimeText(log.record.zone).dated(last)) the notices of \(log.id) are those that were given, and none "
      + "is derived; this is what the rules said by what was known "
  }

  /// How many outcomes of a rule are held, and how many more for each row.
  private static let mostOutcomes = 250_000
  private static let mostOfRow = 10

  private func tooMuch(
    _ timeline: OutcomeTimeline, _ most: Int, _ rule: RuleID, _ log: SubjectLog
  ) -> Failure {
    .tooLong(
      log.id, program, "`\(program[rule].name.text)` has more than \(ValueText.count(most)) outcomes",
      by: timeline.entries.last?.at ?? .last, log.record.zone,
      help: (isOfScenario ? "give the scenario an earlier `until`" : "leave the rest out with --until")
        + ", or ask about one instant with --at")
  }

  /// Keeps a miss, and thins the misses out once there are about twice as many as may be shown.
  private mutating func keep(_ miss: NearMiss, _ wanted: Int, _ rules: Int) {
    misses.append((miss, count))
    if misses.count / 2 > wanted, misses.count / 2 - wanted > rules { thin(wanted) }
  }

  /// Keeps only the nearest misses and the nearest of each rule; of equally near ones the earlier found comes
  /// first.
  private mutating func thin(_ wanted: Int) {
    misses.sort { a, b in
      (a.miss.distance, a.miss.rank, a.subject, a.miss.account.rule.index, a.miss.at)
        < (b.miss.distance, b.miss.rank, b.subject, b.miss.account.rule.index, b.miss.at)
    }
    var rules: Set<RuleID> = []
    var place = 0
    misses.removeAll { entry in
      defer { place += 1 }
      return !rules.insert(entry.miss.account.rule).inserted && place >= wanted
    }
    let needed = Set(misses.map(\.subject))
    subjects = subjects.filter { needed.contains($0.key) }
  }

  /// The nearest miss of each rule as far as there is room, then the nearest of the rest: a rule that is near
  /// in every subject doesn't hide the others.
  private func spread(_ count: Int) -> [(miss: NearMiss, subject: Int)] {
    var rules: Set<RuleID> = []
    let isFirst = misses.map { rules.insert($0.miss.account.rule).inserted }
    var chosen = Set(misses.indices.filter { isFirst[$0] }.prefix(count))
    chosen.formUnion(misses.indices.filter { !isFirst[$0] }.prefix(count - chosen.count))
    return chosen.sorted().map { misses[$0] }
  }

  /// The same misses with whole accounts, for each subject from one more run.
  private func whole(
    _ misses: [(miss: NearMiss, subject: Int)]
  ) -> [(miss: NearMiss, subject: Int)] {
    var asked: [Int: AskedVerdicts] = [:]
    for (miss, subject) in misses {
      asked[subject, default: AskedVerdicts()].ask(of: miss.account.rule, at: miss.at)
    }
    for (subject, known) in subjects {
      var options = known.machine.options
      options.accountDetail = .whole
      asked[subject]?.answer(known.machine.plan, known.log, options)
    }
    return misses.map { miss, subject in
      var miss = miss
      if let account = asked[subject]?[miss.account.rule, miss.at] { miss.account = account }
      return (miss, subject)
    }
  }

  private func tell(
    _ timeline: OutcomeTimeline, _ rule: RuleID, _ log: SubjectLog, _ machine: Machine,
    _ console: inout Console
  ) throws(Failure) {
    let text = QuestionText(program, console.style)
    if isJSON { return try console.out.write(text.json(of: timeline, rule, log)) }
    try console.out.lines(text.lines(of: timeline, rule, log, machine))
  }

  mutating func finish(_ console: inout Console) throws(Failure) {
    defer { console.tell(notes, program) }
    guard case .closest(let count, _) = kind else { return }
    thin(count)
    if misses.isEmpty { console.remark("no misses that can be measured") }
    let text = QuestionText(program, console.style)
    let told = whole(spread(count)).compactMap { miss, subject in
      subjects[subject].map { (miss: miss, log: $0.log, machine: $0.machine) }
    }
    if isJSON { return try console.out.write(text.json(of: told)) }
    try console.out.lines(text.lines(of: told, zone))
  }
}
