import PaceEngine
import PaceLab
import PaceReport

/// Asks one question after the other on a terminal, and keeps each answer before the next.
struct LabelSession {
  private let plan: Plan
  /// The values in force.
  private let options: Machine.Options
  private(set) var queue: LabelQueue
  private var file: AnswerFile
  private var keyboard = Keyboard()
  /// Reads a subject once more, with the ids of its rows.
  private let read: (_ id: String) throws(Failure) -> SubjectLog
  /// The subject that is asked about.
  private var subject: LabelText.Subject?

  init(
    _ plan: Plan, _ options: Machine.Options, _ queue: LabelQueue, _ file: AnswerFile,
    read: @escaping (_ id: String) throws(Failure) -> SubjectLog
  ) {
    self.plan = plan
    self.options = options
    self.queue = queue
    self.file = file
    self.read = read
  }

  /// Asks until there is nothing left, or nobody wants to go on.
  mutating func run(_ console: inout Console) throws(Failure) {
    try file.begin()
    while let item = queue.current {
      let subject = try show(item, &console)
      switch try reply(to: item, of: subject, &console) {
      case .stop: return
      case .answer(let answer):
        if answer != .skipped { try file.add(item, isWanted: answer == .wanted) }
        queue.answer(answer)
      case .undo: if queue.undo() != .skipped { try file.removeLast() }
      }
    }
  }

  private func text(_ console: inout Console) -> LabelText {
    console.measure()
    return LabelText(plan.program, console.style, width: console.style.width ?? Self.usual)
  }

  /// The columns of a terminal that doesn't say how many it has.
  private static let usual = 80

  // MARK: Questions

  /// Shows the subject of a question: all of it before its first question, or what is near each.
  private mutating func show(
    _ item: LabelQueue.Item, _ console: inout Console
  ) throws(Failure) -> LabelText.Subject {
    let text = text(&console)
    let known = subject.flatMap { $0.log.id.isExactly(item.subject) ? $0 : nil }
    let subject: LabelText.Subject
    if let known {
      subject = known
    } else {
      subject = try evaluated(try read(item.subject))
      self.subject = subject
      try console.out.write(lines: [""] + text.heading(of: subject))
    }
    if !LabelText.isShownWhole(subject) {
      try console.out.write(
        lines: (known == nil ? [] : [""]) + text.timeline(of: subject, around: item.question.at))
    } else if known == nil {
      try console.out.write(lines: text.timeline(of: subject))
    }
    return subject
  }

  private func evaluated(_ log: SubjectLog) throws(Failure) -> LabelText.Subject {
    var machine = Machine(plan, options: options)
    try refusingRunaways(plan.program) { () throws(RunawaySubject) in try log.run(in: &machine) }
    return LabelText.Subject(log, evaluatedBy: machine)
  }

  private func situation(_ item: LabelQueue.Item, of subject: LabelText.Subject) -> Situation {
    Situation(plan, subject.log, at: item.question.at, options: options)
  }

  /// The question with the keys, at the width that the terminal has now.
  private func question(
    _ item: LabelQueue.Item, of subject: LabelText.Subject, _ console: inout Console
  ) -> [String] {
    let text = text(&console)
    let explanation = situation(item, of: subject).evaluate().map { account, machine in
      Explanation(
        subject.log, account, focus: [item.question.rule], flips: [], next: [], machine: machine, asked: nil)
    }
    return [""] + text.question(item.question, of: subject, explanation) + text.prompt(queue)
  }

  /// The account that `explain` gives of the question's instant.
  private func reasons(
    _ item: LabelQueue.Item, of subject: LabelText.Subject, _ console: inout Console
  ) -> [String] {
    let outlook = Outlook(situation(item, of: subject))
    guard let (account, machine) = outlook.answer else { return [] }
    let explanation = Explanation(outlook, account, focus: [item.question.rule], machine: machine)
    console.measure()
    let text = ExplainText(program: plan.program, style: console.style, isFull: false)
    return [""] + text.lines(of: explanation, ofAllRules: false)
  }

  // MARK: Keys

  private enum Reply {
    case answer(LabelQueue.Answer)
    case undo, stop
  }

  /// Asks until a key answers.
  private mutating func reply(
    to item: LabelQueue.Item, of subject: LabelText.Subject, _ console: inout Console
  ) throws(Failure) -> Reply {
    var lines = question(item, of: subject, &console)
    while true {
      switch try keyboard.key(after: lines, &console) {
      case .character("y"): return try said("wanted", .answer(.wanted), &console)
      case .character("n"): return try said("not wanted", .answer(.unwanted), &console)
      case .character("s"): return try said("skipped", .answer(.skipped), &console)
      case .character("u") where !queue.canUndo: lines = ["  there is nothing to undo"]
      case .character("u"): return try said("undone", .undo, &console)
      case .character("q"), .end: return .stop
      case .character("?"):
        lines = reasons(item, of: subject, &console) + question(item, of: subject, &console)
      case .character, .other: lines = text(&console).help
      case .resumed: lines = question(item, of: subject, &console)
      }
    }
  }

  private func said(_ word: String, _ reply: Reply, _ console: inout Console) throws(Failure) -> Reply {
    try console.out.write(lines: ["  → \(word)"])
    return reply
  }
}
