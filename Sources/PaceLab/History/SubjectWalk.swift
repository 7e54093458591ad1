public import PaceEngine
public import PaceLanguage

/// Reads one subject after the other, and hands out what a log holds of each.
public struct SubjectWalk: Sendable {
  /// Whose notices count.
  public enum Notices: Sendable {
    /// Those that the log says were given, and no others: rules fire nowhere else.
    case given
    /// Those that the rules derive.
    case derived
  }

  /// Something that a subject's past holds.
  public enum Happening: Sendable {
    /// A row that counts, with its place in the log, and its fields with defaults.
    case row(EventRecord, place: Int)
    case notice(ToldNotice)
    case level(LevelChange)
    /// A stretch of time in which the subject was open; a row that revives it begins another one.
    case open(ClosedRange<Instant>)
    /// The values of the expressions at the reading with this index; only while the subject is open.
    case reading([Value], index: Int)
    /// The values of the expressions at the subject's end, or at the present.
    case end([ShownValue])
  }

  public let program: Program
  public let layout: TallyLayout
  private let notices: Notices
  /// The last instant that is evaluated.
  let present: Instant
  private let expressions: [ExpressionID]
  private let readings: [Instant]
  private var machine: Machine
  /// The overflows of the subjects so far.
  public private(set) var notes = RunNotes()

  /// - Parameters:
  ///   - present: the last instant that is evaluated; one outside the years 1 to 9999 is taken for the nearest within.
  ///   - otherKinds: kinds of notices that the program no longer has.
  ///   - expressions: what is read.
  ///   - readings: when it is read, in the order of time.
  public init(
    _ plan: Plan, notices: Notices, present: Instant, otherKinds: [String] = [],
    reading expressions: [ExpressionID] = [],
    at readings: [Instant] = []
  ) {
    program = plan.program
    layout = TallyLayout(plan.program, otherKinds: otherKinds)
    self.notices = notices
    self.present = Instant(clamping: present.milliseconds)
    self.expressions = expressions
    self.readings = expressions.isEmpty ? [] : readings
    var options = Machine.Options()
    options.tellsLevels = true
    options.until = self.present
    machine = Machine(plan, options: options)
  }

  /// Reads a subject, and calls `tell` with each happening and the machine as it stands then.
  ///
  /// - Parameter closing: what is read at the subject's end.
  public mutating func walk(
    _ log: SubjectLog, closing: [ExpressionID] = [], tell: (Happening, Machine) -> Void = { _, _ in }
  ) throws(RunawaySubject) -> SubjectSummary {
    var log = log
    if notices == .given { log.record.silentThrough = present }
    log.begin(in: &machine)
    var summary = SubjectSummary(
      subject: log.id, zone: log.record.zone, start: log.start, beginning: log.beginning(in: program),
      preset: machine.preset, tally: Tally(layout), highest: program.scales.map { _ in 0 })
    summary.hasStarted = log.start.map { $0 <= present } ?? true
    var next = log.start.map { start in readings.partitioningIndex { $0 >= start } } ?? readings.count
    var opened = log.start
    for place in log.events.indices {
      let at = log.events.instant(of: place)
      pass(&next, before: at, &summary, tell)
      let end = machine.end
      switch machine.append(log.events[place]) {
      case .kept:
        if let start = opened, let end, end < at {
          tell(.open(start...max(start, end)), machine)
          opened = at
        }
        take(log.events[place], place: place, &summary, tell)
      case .debounced: summary.debounced += 1
      case .late, .beyond: break
      }
      takeRecords(&summary, tell)
    }
    pass(&next, before: Instant(.max), &summary, tell)
    close(closing, summary.subject, tell)
    machine.finish()
    takeRecords(&summary, tell)
    try log.check(machine)
    if notices == .given { tellGiven(log, &summary, tell) }
    close(&summary, log)
    if let opened, summary.hasStarted { tell(.open(opened...max(opened, summary.end ?? present)), machine) }
    return summary
  }

  /// The attributes of the subject read last.
  public func attributes(of log: SubjectLog) -> [ShownValue] { log.attributes(in: machine) }

  private mutating func take(
    _ event: EventRecord, place: Int, _ summary: inout SubjectSummary, _ tell: (Happening, Machine) -> Void
  ) {
    var event = event
    event.values = machine.lastFields(of: event.event)
    layout.count(event, kind: layout.kind(of: event, in: program), in: &summary.tally)
    tell(.row(event, place: place), machine)
  }

  // MARK: Notices and levels

  private mutating func takeRecords(
    _ summary: inout SubjectSummary, _ tell: (Happening, Machine) -> Void
  ) {
    for record in machine.takeRecords() {
      switch record {
      case .fired(let firing):
        if firing.isWithheld { continue }
        take(ToldNotice(firing.rule, at: firing.at, message: firing.message, in: program), &summary, tell)
      case .level(let change):
        summary.highest[change.scale.index] = max(summary.highest[change.scale.index], change.level)
        tell(.level(change), machine)
      case .overflow: notes.add(record, of: summary.subject)
      case .held, .account, .runaway: break
      }
    }
  }

  private func tellGiven(
    _ log: SubjectLog, _ summary: inout SubjectSummary, _ tell: (Happening, Machine) -> Void
  ) {
    let given =
      log.notices?.map { ToldNotice($0, in: program) }
      ?? log.record.given.map { ToldNotice($0.rule, at: $0.at, message: nil, in: program) }
    for notice in given where notice.at <= present { take(notice, &summary, tell) }
  }

  private func take(
    _ notice: ToldNotice, _ summary: inout SubjectSummary, _ tell: (Happening, Machine) -> Void
  ) {
    if let kind = layout.place(of: notice) { summary.tally.notices[kind] += 1 }
    tell(.notice(notice), machine)
  }

  // MARK: Time without rows

  /// Goes on to the next row, or to the subject's end, and takes the readings on the way; `next` is the first of them.
  private mutating func pass(
    _ next: inout Int, before row: Instant, _ summary: inout SubjectSummary,
    _ tell: (Happening, Machine) -> Void
  ) {
    while next < readings.count, readings[next] < row {
      let at = readings[next]
      if let end = machine.end, end < at {
        next = readings.partitioningIndex { $0 >= row }
        break
      }
      if present < at {
        next = readings.count
        break
      }
      passTime(before: at, &summary, tell)
      let values = values(of: expressions, at: at, summary.subject)
      if machine.hasBegun { tell(.reading(values, index: next), machine) }
      next += 1
    }
    passTime(before: min(row, present, machine.end ?? present), &summary, tell)
  }

  /// Reads figures, and notes those that overflow.
  private mutating func values(
    of figures: [ExpressionID], at instant: Instant, _ subject: String
  ) -> [Value] {
    let values = machine.values(of: figures, advancingTo: instant)
    for (figure, value) in zip(figures, values) where value.isUnknown {
      if let part = machine.overflow(in: figure) { notes.addOverflow(of: figure, part, subject) }
    }
    return values
  }

  private mutating func passTime(
    before instant: Instant, _ summary: inout SubjectSummary, _ tell: (Happening, Machine) -> Void
  ) {
    while machine.advanceOnce(before: instant) { takeRecords(&summary, tell) }
  }

  // MARK: The end

  /// Reads expressions at the end.
  private mutating func close(
    _ expressions: [ExpressionID], _ subject: String, _ tell: (Happening, Machine) -> Void
  ) {
    if expressions.isEmpty { return }
    let values = values(of: expressions, at: present, subject)
    tell(.end(zip(expressions, values).map { ShownValue($1, program[$0].type, in: machine) }), machine)
  }

  /// Notes how the subject ended; one that ends by itself is still open at the instant of its end.
  private func close(_ summary: inout SubjectSummary, _ log: SubjectLog) {
    guard let end = machine.end else { return }
    let isByHand = end == log.record.endedAt
    guard isByHand ? end <= present : end < present else { return }
    summary.end = end
    summary.ending = isByHand ? .hand : .itself
  }
}
