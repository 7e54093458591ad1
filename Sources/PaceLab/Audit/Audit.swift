public import PaceEngine
public import PaceLanguage

/// Compares the notices that an application really gave with those that the rules give for the same rows.
///
/// Gates count the rules' own firings: a notice that only the application gave starts no cooldown.
public struct Audit: Sendable {
  public struct Options: Sendable {
    /// Two notices at most this many milliseconds apart are the same.
    public var sameWithin: Int64 = 1_000
    /// Two notices at most this many milliseconds apart are one that has moved.
    public var movedWithin = TimeMatch.usualMove

    public init() {}
  }

  /// How many findings get a reason; the rest are only counted and listed.
  private static let mostReasons = 2_000

  public let program: Program
  public private(set) var findings: [AuditFinding] = []
  /// One for each rule.
  public private(set) var counts: [AuditCounts]
  public private(set) var subjects = 0
  /// How many events were kept.
  public private(set) var events = 0
  /// How many subjects have any finding.
  public private(set) var differing = 0

  /// Notes on the runs.
  public private(set) var notes = RunNotes()
  private let plan: Plan
  private let options: Options
  private let evaluation: Machine.Options
  private var machine: Machine

  public init(_ plan: Plan, evaluation: Machine.Options, options: Options = Options()) {
    self.plan = plan
    self.options = options
    self.evaluation = evaluation
    program = plan.program
    counts = program.rules.map { _ in AuditCounts() }
    machine = Machine(plan, options: evaluation)
  }

  public var total: AuditCounts { counts.reduce(into: AuditCounts()) { $0 += $1 } }

  /// Audits a subject, writing its instants with `clock`.
  ///
  /// Throws if its evaluation ends early.
  public mutating func add(_ log: SubjectLog, clock: (Instant) -> String) throws(RunawaySubject) {
    subjects += 1
    events += log.keptCount(by: plan)
    let until = log.until ?? evaluation.until
    let given = log.record.given.filter { notice in until.map { notice.at <= $0 } ?? true }
    var own = log
    own.record.given = []
    try own.run(in: &machine)
    notes.addOverflows(in: machine, of: log)
    // Where nothing ends a subject, the rules are asked as far as notices were given.
    if machine.isOpenEnded(), let last = given.map({ $0.at }).max() {
      machine.advance(to: last)
      try own.check(machine)
    }
    var (givenOf, derivedOf): ([RuleID: [Instant]], [RuleID: [Instant]]) = ([:], [:])
    for notice in given { givenOf[notice.rule, default: []].append(notice.at) }
    for case .fired(let rule, let at, _) in machine.told { derivedOf[rule, default: []].append(at) }
    var found: [AuditFinding] = []
    for rule in program.rules.indices {
      let (given, derived) = (givenOf[RuleID(rule)] ?? [], derivedOf[RuleID(rule)] ?? [])
      let differences = NoticeDifference.all(given, derived, options)
      counts[rule].given += given.count
      counts[rule].derived += derived.count
      counts[rule].same += given.count - differences.count { $0.sort != .missing }
      for pair in differences {
        let finding = AuditFinding(
          sort: pair.sort, subject: log.id, rule: RuleID(rule), at: pair.at, derivedAt: pair.derivedAt,
          reason: "", zone: log.record.zone)
        counts[rule].findings[pair.sort, default: 0] += 1
        found.append(finding)
      }
    }
    if found.isEmpty { return }
    differing += 1
    found.sort { ($0.at, $0.rule.index) < ($1.at, $1.rule.index) }
    explain(&found, own, clock)
    findings += found
  }

  /// Gives findings their reasons until there are `mostReasons`.
  private func explain(_ found: inout [AuditFinding], _ log: SubjectLog, _ clock: (Instant) -> String) {
    let places = found.indices.prefix(max(0, Self.mostReasons - findings.count))
    var verdicts = AskedVerdicts()
    for index in places {
      let rule = found[index].rule
      verdicts.ask(of: rule, at: found[index].at)
      if let last = event(before: found[index], log) { verdicts.ask(of: rule, at: last) }
    }
    verdicts.answer(plan, log, evaluation)
    for index in places { explain(&found[index], log, verdicts, clock) }
  }

  /// The newest event before a finding about an `on` rule; nil if an event stands at that very instant.
  private func event(before finding: AuditFinding, _ log: SubjectLog) -> Instant? {
    guard program[finding.rule].trigger.stream != nil else { return nil }
    let known = log.count(upTo: finding.at)
    guard known > 0, log.events.instant(of: known - 1) < finding.at else { return nil }
    return log.events.instant(of: known - 1)
  }

  /// Explains a finding by the rule's verdict at its instant and, if nothing triggers it there, at the event
  /// before.
  private func explain(
    _ finding: inout AuditFinding, _ log: SubjectLog, _ verdicts: AskedVerdicts, _ clock: (Instant) -> String
  ) {
    guard let verdict = verdicts[finding.rule, finding.at] else {
      finding.reason = "the \(program.noun) is not open at that instant"
      return
    }
    finding.outcome = verdict.outcome
    finding.gate = verdict.gate
    withoutActuallyEscaping(clock) { clock in
      let reasons = VerdictReason(program: program, clock: clock)
      finding.reason = reasons.reason(of: verdict)
      guard verdict.outcome == .notTriggered else { return }
      guard program[finding.rule].trigger.stream != nil else { return }
      finding.reason = "nothing is logged then that it goes by"
      guard let last = event(before: finding, log), let before = verdicts[finding.rule, last],
        before.outcome != .notTriggered
      else { return }
      finding.reason += "; at \(clock(last)) it \(reasons.verb(of: before))"
      let reason = reasons.reason(of: before)
      if !reason.isEmpty { finding.reason += ": \(reason)" }
    }
  }
}

/// How the notices of one rule in one subject differ.
private struct NoticeDifference {
  var sort: AuditFinding.Sort
  var at: Instant
  var derivedAt: Instant?

  /// The differences; all other notices are the same on both sides.
  static func all(_ given: [Instant], _ derived: [Instant], _ options: Audit.Options) -> [NoticeDifference] {
    // Exact matches go first, lest a near notice take another's match.
    var rest = (one: given, other: derived)
    for limit in [0, options.sameWithin] {
      rest = TimeMatch.pair(rest.one, rest.other, within: limit, at: { $0 }) { _, _ in }
    }
    var moved: [NoticeDifference] = []
    rest = TimeMatch.pair(rest.one, rest.other, within: options.movedWithin, at: { $0 }) { at, derivedAt in
      moved.append(NoticeDifference(sort: .moved, at: at, derivedAt: derivedAt))
    }
    return moved + rest.one.map { NoticeDifference(sort: .extra, at: $0) }
      + rest.other.map { NoticeDifference(sort: .missing, at: $0) }
  }
}
