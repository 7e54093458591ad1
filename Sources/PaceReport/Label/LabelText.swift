public import PaceEngine
public import PaceLab
public import PaceLanguage

/// What `label` shows on a terminal: the timeline of a subject, then question after question.
public struct LabelText: Sendable {
  /// A subject with its notices under the values in force.
  public struct Subject: Sendable {
    public let log: SubjectLog
    /// The machine that has run the log and knows the subject's texts.
    fileprivate let machine: Machine
    fileprivate let notices: [Firing]

    /// Takes the notices from the machine's records.
    public init(_ log: SubjectLog, evaluatedBy machine: Machine) {
      self.log = log
      self.machine = machine
      notices = machine.records.compactMap { $0.firing }
    }
  }

  /// The most rows and notices that are shown together.
  public static let most = 40
  /// How many are shown before and after the instant that is asked about, if a subject has more.
  private static let (before, after) = (10, 5)

  private let program: Program
  private let style: Style
  private let width: Int

  /// - Parameter width: the columns of the terminal.
  public init(_ program: Program, _ style: Style, width: Int) {
    self.program = program
    self.style = style
    self.width = width
  }

  /// Whether all of a subject is shown before its first question, instead of a part of it before each.
  public static func isShownWhole(_ subject: Subject) -> Bool {
    subject.log.events.count + subject.notices.count <= most
  }

  // MARK: The subject

  /// `session s1   Friday 20 November 2026, times in UTC   preset balanced`
  public func heading(of subject: Subject) -> [String] {
    let time = TimeText(subject.log.record.zone)
    let day = subject.log.start.map { "\(time.day($0)), " } ?? ""
    let preset = program.presetName(subject.machine.preset).map { "   preset \($0)" } ?? ""
    let name = style.bold(Words.subject(subject.log.id, of: program))
    return [fitted("\(name)   \(day)times in \(time.zone)\(preset)")]
  }

  /// A subject's rows and notices, a line each; only those around `instant`, if there is one.
  public func timeline(of subject: Subject, around instant: Instant? = nil) -> [String] {
    let entries = entries(of: subject)
    var shown = entries.startIndex..<entries.endIndex
    if let instant {
      let place = entries.firstIndex { $0.at >= instant } ?? entries.endIndex
      let past = entries[place...].firstIndex { $0.at > instant } ?? entries.endIndex
      shown = max(place - Self.before, entries.startIndex)..<min(past + Self.after, entries.endIndex)
    }
    let time = TimeText(subject.log.record.zone)
    var lines: [String] = []
    var table = TextTable([.left, .left, .left], indent: "  ")
    var date = instant == nil ? subject.log.start.map(time.date) : nil
    var last: Instant?
    for entry in entries[shown] {
      if time.date(entry.at) != date {
        date = time.date(entry.at)
        lines += table.lines + ["  " + style.dim(time.day(entry.at))]
        table = TextTable([.left, .left, .left], indent: "  ")
        last = nil
      }
      table.append([entry.at == last ? "" : time.shortClock(entry.at)] + entry.cells)
      last = entry.at
    }
    let (earlier, later) = (shown.lowerBound, entries.count - shown.upperBound)
    let head = earlier > 0 ? ["  … \(earlier) before"] : []
    let tail = later > 0 ? ["  … \(later) after"] : []
    return (head + lines + table.lines + tail).map(fitted)
  }

  private typealias Entry = (at: Instant, cells: [String])

  /// Rows come before the notices of their instant.
  private func entries(of subject: Subject) -> [Entry] {
    let rows = subject.log.events.map { (at: $0.at, cells: cells(of: $0, subject)) }
    let notices = subject.notices.map { (at: $0.at, cells: cells(of: $0)) }
    return (rows + notices).sorted(on: { $0.at })
  }

  /// The name of a row, and its known fields.
  private func cells(of row: EventRecord, _ subject: Subject) -> [String] {
    let type = program.events[row.event.index]
    let printer = ValuePrinter(program, subject.machine, subject.log)
    let fields = zip(type.fields, row.values).filter { !$1.isUnknown }
      .map { "\($0.name.text) \(printer.text($1, $0.type))" }
    return [style.bold(type.name(of: row.kind)), style.dim(fields.joined(separator: ", "))]
  }

  private func cells(of notice: Firing) -> [String] {
    let rule = program[notice.rule].name.text
    return [
      "  \(program.kindName(of: notice.rule) ?? "") \(rule)",
      notice.message?.printable ?? style.dim(Words.messageWithheld),
    ]
  }

  // MARK: A question

  /// A notice or a near miss, and in a sentence how it came about.
  ///
  /// - Parameter explanation: the account of the question's instant; nil if there is none.
  public func question(
    _ question: LabelQuestion, of subject: Subject, _ explanation: Explanation?
  ) -> [String] {
    let time = TimeText(subject.log.record.zone)
    let start = subject.log.start ?? question.at
    let clock = time.shortClock(question.at, besides: start)
    let head = style.bold("\(clock)  \(program[question.rule].name.text)")
    let account = explanation?.account.rules.first { $0.rule == question.rule }
    let kind = program.kindName(of: question.rule) ?? "notice"
    let said = account?.message.map { "\(kind): \($0.printable)" } ?? kind
    let missed =
      question.sort == .near ? "near miss, " : account?.outcome == .held ? "held back, " : ""
    var lines = ["\(head)  \(question.sort == .given ? said : style.dim("\(missed)no \(kind) was given"))"]
    if let explanation, let account {
      let page = ExplainPage(explanation, program, style, width: width, isFull: false)
      let sentence = OpeningText(page: page, account: account).sentence
      lines += Wrapping.lines(sentence, width: width - 2, hanging: 0).map { "  " + $0 }
    }
    return lines.map(fitted)
  }

  /// The keys, and what is left of the questions.
  public func prompt(_ queue: LabelQueue) -> [String] {
    let keys = ["wanted?  y yes", "n no", "s skip", "u undo", "q stop", "? why"]
    let rest =
      queue.informative > 0
      ? "\(queue.informative) left that could change anything"
      : "\(queue.others) left, none of which could change anything"
    let lines = Wrapping.flow(keys, width: width)
    let line = "\(lines.joined())   \(rest)"
    return lines.count == 1 && line.displayWidth <= width ? [line] : [style.dim(fitted(rest))] + lines
  }

  /// What is shown for a key that means nothing.
  public var help: [String] {
    let keys = [
      "y: a notice is wanted here", "n: none is", "s: skip", "u: undo the last answer", "q: stop", "?: why",
    ]
    return Wrapping.flow(keys, width: width - 2).map { "  " + $0 }
  }

  private func fitted(_ line: String) -> String { line.cut(to: width) }
}
