public import PaceEngine
public import PaceLanguage

/// What is worth a remark about the evaluation of subjects, such as overflows and runaways.
public struct RunNotes: Sendable {
  /// How many subjects had events but neither an end nor an `until`.
  public private(set) var openEnded = 0
  /// The first overflow of each rule.
  public private(set) var overflows: [RuleID: (subject: String, expression: ExpressionID)] = [:]
  /// The first overflow of each figure that was read, by the figure's expression.
  public private(set) var figureOverflows: [ExpressionID: (subject: String, expression: ExpressionID)] = [:]
  /// How many messages of each rule a guard withheld, where messages were filled in.
  public private(set) var withheld: [RuleID: Int] = [:]
  /// The first subjects whose evaluation a runaway ended, and the number of all.
  public private(set) var runaways: [(subject: String, runaway: Runaway)] = []
  public private(set) var runawayCount = 0
  private static let mostNamed = 20
  /// The first subject with a long time between rows, and how many there are.
  public private(set) var gap: (subject: String, gap: Range<Instant>)?
  public private(set) var gaps = 0
  /// The last subject counted as open-ended: further runs of it don't count again.
  private var lastOpen: String?

  public init() {}

  /// Notes that a subject with events had no end; runs of one subject come one after the other.
  public mutating func addOpenEnd(of subject: String) {
    if lastOpen == subject { return }
    lastOpen = subject
    openEnded += 1
  }

  public mutating func add(_ record: Record, of subject: String) {
    switch record {
    case .fired(let firing): if firing.isWithheld { withheld[firing.rule, default: 0] += 1 }
    case .overflow(let rule, let expression, _): addOverflow(rule, expression, subject)
    case .runaway(let runaway):
      runawayCount += 1
      if runaways.count < Self.mostNamed { runaways.append((subject, runaway)) }
    case .held, .level, .account: break
    }
  }

  /// Adds notes on later subjects.
  public mutating func add(_ other: RunNotes) {
    openEnded += other.openEnded
    lastOpen = other.lastOpen ?? lastOpen
    for (rule, count) in other.withheld { withheld[rule, default: 0] += count }
    addOverflows(of: other)
    for (figure, overflow) in other.figureOverflows {
      addOverflow(of: figure, overflow.expression, overflow.subject)
    }
    runawayCount += other.runawayCount
    runaways += other.runaways.prefix(Self.mostNamed - runaways.count)
    gaps += other.gaps
    gap = gap ?? other.gap
  }

  /// Notes a long time between two rows of a subject.
  public mutating func add(_ gap: Range<Instant>, of subject: String) {
    gaps += 1
    self.gap = self.gap ?? (subject, gap)
  }

  /// Adds only the overflows from other runs of the same subjects.
  public mutating func addOverflows(of other: RunNotes) {
    for (rule, overflow) in other.overflows { addOverflow(rule, overflow.expression, overflow.subject) }
  }

  /// Adds the overflow of a figure.
  ///
  /// - Parameter expression: the part that overflows.
  public mutating func addOverflow(of figure: ExpressionID, _ expression: ExpressionID, _ subject: String) {
    if figureOverflows[figure] == nil { figureOverflows[figure] = (subject, expression) }
  }

  /// Adds a finished run of a subject, with the overflows among the records that are still in the machine.
  public mutating func add(_ machine: inout Machine, of log: SubjectLog) {
    addOverflows(in: machine, of: log)
    if machine.isOpenEnded(), !log.events.isEmpty { addOpenEnd(of: log.id) }
  }

  /// Adds the overflows that a machine has told and not forgotten.
  mutating func addOverflows(in machine: borrowing Machine, of log: SubjectLog) {
    for case .overflow(let rule, let expression, _) in machine.told { addOverflow(rule, expression, log.id) }
  }

  private mutating func addOverflow(_ rule: RuleID, _ expression: ExpressionID, _ subject: String) {
    if overflows[rule] == nil { overflows[rule] = (subject, expression) }
  }
}
