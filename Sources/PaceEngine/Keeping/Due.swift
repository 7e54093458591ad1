public import PaceLanguage

/// How a subject's log stands at an instant.
public struct Due: Sendable {
  public var status: SubjectStatus
  /// The admission of each event up to the instant.
  public var admissions: [Admission]
  /// The values of the figures asked for, in the same order.
  public var figures: [Constant]
  /// For each figure the part that overflows; nil for a figure that is known, or unknown for another reason.
  public var figureOverflows: [ExpressionID?]
  /// The overflows of rules that were told on the way.
  public var overflows: [Record]
}

extension SubjectLog {
  /// The options of a machine that finds what is due.
  public static func dueOptions() -> Machine.Options {
    var options = Machine.Options()
    options.tellsLevels = true
    return options
  }

  /// Evaluates the subject up to an instant. Later events and given notices count only for what comes next.
  ///
  /// - Parameters:
  ///   - t: the instant; one outside the years 1 to 9999 is taken for the nearest within.
  ///   - spokenThrough: the instant through which the app has given its notices, if that is later than `t`; the
  ///     status's next notice comes after it.
  ///   - tell: called for each firing after the record's `silentThrough`, in the order of time. If it returns false,
  ///     the evaluation ends there and the result is incomplete.
  /// - Throws: if a runaway rule ended the evaluation.
  public func due(
    at t: Instant, spokenThrough: Instant? = nil, figures: [ExpressionID] = [], in machine: inout Machine,
    tell: (Firing) -> Bool = { _ in true }
  ) throws(RunawaySubject) -> Due {
    let t = Instant(clamping: t.milliseconds)
    var log = self
    log.record.given.removeAll { $0.at > t }
    log.begin(in: &machine)
    var goesOn = true
    var overflows: [Record] = []
    func take(_ record: Record) -> Bool {
      if goesOn, case .fired(let firing) = record { goesOn = tell(firing) }
      if case .overflow = record { overflows.append(record) }
      return goesOn
    }
    var admissions: [Admission] = []
    var latest = record.startedAt
    for event in events {
      if event.at > t || !goesOn || machine.options.shouldStop?() ?? false { break }
      if latest != nil { machine.advance(before: event.at, handingTo: take) }
      if !goesOn { break }
      admissions.append(machine.append(event))
      if event.at == latest { continue }
      for record in machine.takeRecords() where !take(record) { break }
      latest = event.at
    }
    if latest != nil, goesOn { machine.advance(before: t, handingTo: take) }
    if goesOn { machine.advance(to: t) }
    try check(machine)
    for record in machine.takeRecords() where !take(record) { break }
    if let spokenThrough, spokenThrough > t { machine.give([], silentThrough: spokenThrough) }
    // An evaluation that `tell` ended looks no further ahead.
    if !goesOn { machine.lookAhead(atMost: 0) }
    let later = LaterRows(self, from: admissions.count, after: t)
    let status = SubjectStatus(of: machine, at: t, then: later)
    if !machine.hasBegun, machine.plan.program.subject.isPerDay {
      // A day exists before its first row; nothing is due in it yet.
      log.record.startedAt = t
      log.begin(in: &machine)
    }
    let values = machine.values(of: figures, advancingTo: t)
    let culprits = zip(figures, values).map { $1.isUnknown ? machine.overflow(in: $0) : nil }
    let program = machine.plan.program
    return Due(
      status: status, admissions: admissions,
      figures: zip(figures, values).map { machine.constant($1, type: program[$0].type) },
      figureOverflows: culprits, overflows: overflows)
  }
}
