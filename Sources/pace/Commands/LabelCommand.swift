import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let label = Command(
    "label", arguments: "PACK… --db FILE --out FILE",
    summary: "asks on the terminal which notices were wanted, and writes labels to judge values by",
    options: [
      .database, .answers, .asked, .mostSubjects, .drawnBy, .preset, .set, .subject, .zone, .source,
      .problems, .strict, .timeout,
    ],
    examples: [
      "pace label take-care --db nights.db --out labels.csv",
      "pace label take-care --db nights.db --out labels.csv --rule fast_pace --subjects 10 --seed 1",
    ],
    run: LabelCommand.run)
}

extension Option {
  static let answers = Option.value(
    "out", "FILE", "the CSV that answers are added to; what is in it isn't asked again")
  static let asked = Option.value("rule", "R", "ask only about notices of this rule")
  static let mostSubjects = Option.value("subjects", "N", "ask about so many subjects at most")
  static let drawnBy = Option.value(
    "seed", "S", "the order among subjects that tell equally much, drawn by this (the log's)")
}

/// Goes through the notices and near misses of a log, and writes down which of them a person wants.
struct LabelCommand {
  private let arguments: Arguments
  private let pack: Pack
  private let choices: Choices
  private let plan: Plan
  private let rules: [RuleID]

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let command = try LabelCommand(arguments, console)
    let path = try arguments.required(.answers)
    let most = try arguments.number(.mostSubjects, in: 1...Int.max, "a number from 1 on") ?? .max
    let seed = try arguments.number(.drawnBy).map { UInt64($0) }
    guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardOutput.isTerminal else {
      throw .usage(.needsTerminal(instead: "write \(path) by hand, \(AnswerFile.format)"))
    }
    let file = try AnswerFile(path, of: command.pack.program, zone: command.choices.zone)
    let queue = try command.queue(besides: file.labels, seed: seed, limit: most, &console)
    guard queue.current != nil else {
      try console.out.line("nothing to ask: there is no notice and no near miss without an answer in \(path)")
      return .fine
    }
    try command.ask(queue, file, &console)
    return .fine
  }

  private init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    pack = try Pack.named(by: arguments, console)
    choices = try Choices(arguments, pack)
    try choices.checkOnePreset(arguments, pack.program)
    plan = Plan(pack.program)
    let program = pack.program
    let speaking = program.rules.ids.filter { program[$0].emission != nil }
    guard let rule = try arguments.rule(in: program) else {
      rules = speaking
      return
    }
    guard speaking.contains(rule) else { throw arguments.bad(.rule, "a rule that gives notices") }
    rules = [rule]
  }

  // MARK: What to ask

  /// What there is to ask about every subject of the log.
  private func queue(
    besides labels: SweepLabels, seed: UInt64?, limit: Int, _ console: inout Console
  ) throws(Failure) -> LabelQueue {
    var labels = labels
    var survey = LabelSurvey(plan, rules: rules, options: choices.options(column: 0))
    var feed = try LogFeed.open(arguments, pack, choices, keepsIDs: false)
    var reader = SubjectReader(plan, choices)
    var subjects: [(id: String, questions: [LabelQuestion])] = []
    var answered: [LabelAnswer] = []
    while let log = try reader.next(&feed) {
      console.report("\(subjects.count) looked at, now \(log.id)", feed.progress())
      labels.place(for: log)
      let found = try refusingRunaways(pack.program) { () throws(RunawaySubject) in
        try survey.look(at: log, labels: labels.labels(of: log.id))
      }
      subjects.append((log.id, found.questions))
      answered += found.answered
    }
    try console.finish()
    try console.tell(try feed.problems(), choices)
    return LabelQueue(subjects, axes: survey.axes, answered: answered, seed: seed, limit: limit)
  }

  // MARK: Asking

  private func ask(_ queue: LabelQueue, _ file: AnswerFile, _ console: inout Console) throws(Failure) {
    try console.out.line(
      "\(Noun.count(queue.subjects, pack.program.noun)), \(Noun.count(queue.informative, "question")) "
        + "whose answer could change which values are best")
    var session = LabelSession(plan, choices.options(column: 0), queue, file) { id throws(Failure) in
      try read(id)
    }
    try session.run(&console)
    let (wanted, unwanted) = (session.queue.count(of: .wanted), session.queue.count(of: .unwanted))
    try console.out.line()
    try console.out.line(
      "\(Noun.count(wanted + unwanted, "answer")) kept in \(file.path.printable): \(wanted) wanted, \(unwanted) not; "
        + "\(session.queue.informative) left that could change anything")
    if wanted + unwanted > 0 {
      let next = "next: pace fit PACK --db FILE --labels \(ShellWord.quoted(file.path))"
      try console.out.line(SuggestedCommand.filled(next, arguments).printable)
    }
  }

  private func read(_ id: String) throws(Failure) -> SubjectLog {
    var feed = try LogFeed.open(arguments, pack, choices, subject: id)
    var reader = SubjectReader(plan, choices, keepsRows: true)
    guard let log = try reader.next(&feed) else {
      throw .data("the log has no \(pack.program.noun) `\(id)` any more")
    }
    return log
  }
}
