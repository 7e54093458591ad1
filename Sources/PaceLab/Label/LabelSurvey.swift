public import PaceEngine
public import PaceLanguage

/// Finds what is worth asking about in one subject after the other.
///
/// Candidate values stand on axes. The first axis has the values in force and those of every preset. Then each
/// parameter that the rules depend on has an axis with every value of its grid, the others being in force. A
/// parameter has no axis if it was set, if it has no grid, or if its grid has more than `SweepAxis.limit`
/// values.
public struct LabelSurvey: Sendable {
  /// A miss is near if its condition was less than this far from true, as a fraction of its threshold.
  public static let nearest = 0.5

  /// The questions about a subject, and what was answered about it.
  public struct Finding: Sendable {
    public var questions: [LabelQuestion]
    public var answered: [LabelAnswer]
  }

  /// A parameter with the values that are tried.
  private struct SweptParameter: Sendable {
    var axis: SweepAxis
    /// The rules that it enters.
    var rules: Set<RuleID>
    var sweep: SubjectSweep
  }

  /// The notices that some neighbouring candidates give: for each rule, in the order of time.
  private struct Voice {
    var axis: Int
    var values: Range<Int>
    var notices: [RuleID: [Instant]]
  }

  public let rules: [RuleID]
  private let program: Program
  private let overrides: [(param: ParamID, value: Constant)]
  private var inForce: Machine
  private var presets: [Machine]
  private var swept: [SweptParameter]

  /// How many candidates each axis has.
  public var axes: [Int] { [1 + presets.count] + swept.map { $0.axis.values.count } }

  /// - Parameters:
  ///   - rules: those that are asked about; each gives notices.
  ///   - options: the values in force.
  public init(_ plan: Plan, rules: [RuleID], options: Machine.Options) {
    self.rules = rules
    program = plan.program
    overrides = options.overrides
    var options = options
    options.messages = .none
    presets = plan.program.presets.indices.map { index in
      var other = options
      other.preset = PresetID(index)
      return Machine(plan, options: other)
    }
    swept = Influences(on: rules, in: plan.program).params.compactMap { param in
      if options.overrides.contains(where: { $0.param == param }) { return nil }
      guard let axis = try? SweepAxis(plan.program.params[param.index].name.text, in: plan.program) else {
        return nil
      }
      let sweep = SubjectSweep(axis, plan, options, segmentSize: nil)
      return SweptParameter(axis: axis, rules: sweep.slices.reached.intersection(rules), sweep: sweep)
    }
    options.accounts = .approaches
    options.accountDetail = .brief
    options.accounted = Set(rules)
    inForce = Machine(plan, options: options)
  }

  /// The questions about a subject, by time and then by rule, and its answers; no question lies in a labelled
  /// stretch.
  ///
  /// Throws if the subject's evaluation ends early with some candidate.
  public mutating func look(
    at log: SubjectLog, labels: [SweepLabel] = []
  ) throws(RunawaySubject) -> Finding {
    let (given, near) = try runInForce(log)
    var voices = [Voice(axis: 0, values: 0..<1, notices: given)]
    for index in presets.indices {
      try log.run(in: &presets[index])
      let notices = Self.notices(presets[index].takeRecords())
      voices.append(Voice(axis: 0, values: (index + 1)..<(index + 2), notices: notices))
    }
    for index in swept.indices {
      let others = rules.filter { !swept[index].rules.contains($0) }
      try swept[index].sweep.run(log, with: overrides) { values, machine, _ in
        var notices = Self.notices(machine.takeRecords())
        for rule in others { notices[rule] = given[rule] }
        voices.append(Voice(axis: index + 1, values: values, notices: notices))
      }
    }
    var questions: [LabelQuestion] = []
    for rule in rules {
      let known = labels.filter { $0.rule == nil || $0.rule == rule }
      var stretches = LabelStretches()
      // Two notices are two questions, however near each other they are.
      stretches.add(given[rule] ?? [], near: 0)
      stretches.add(near[rule] ?? [])
      stretches.add(Set(voices.compactMap { $0.notices[rule] }.joined()).sorted())
      for index in stretches.instants.indices {
        guard let stretch = stretches.stretch(index, besides: known) else { continue }
        let at = stretches.instants[index]
        let sort: LabelQuestion.Sort =
          LabelStretches.has(given[rule] ?? [], in: at...at)
          ? .given : LabelStretches.has(near[rule] ?? [], in: at...at) ? .near : .elsewhere
        questions.append(
          LabelQuestion(
            rule: rule, at: at, stretch: stretch, sort: sort, votes: votes(voices, [rule], in: stretch)))
      }
    }
    let answered = labels.filter { label in label.rule.map { rules.contains($0) } ?? true }.map { label in
      LabelAnswer(
        isWanted: label.isWanted,
        votes: votes(voices, label.rule.map { [$0] } ?? rules, in: label.from...label.to))
    }
    questions.sort { ($0.at, $0.rule.index) < ($1.at, $1.rule.index) }
    return Finding(questions: questions, answered: answered)
  }

  /// The notices that the values in force give, and the instants of their near misses.
  private mutating func runInForce(
    _ log: SubjectLog
  ) throws(RunawaySubject) -> (given: [RuleID: [Instant]], near: [RuleID: [Instant]]) {
    var search = NearMiss.Search(of: Set(rules), in: program)
    var firings: [Record] = []
    var near: [RuleID: [Instant]] = [:]
    func add(_ miss: NearMiss) {
      if miss.distance < Self.nearest { near[miss.account.rule, default: []].append(miss.at) }
    }
    try log.run(in: &inForce) { record in
      switch record {
      case .fired: firings.append(record)
      case .account(let account): search.add(account, found: add)
      case .held, .level, .overflow, .runaway: break
      }
    }
    search.end(at: log.lastFollowed(by: inForce), found: add)
    return (Self.notices(firings), near.mapValues { $0.sorted() })
  }

  private static func notices(_ records: [Record]) -> [RuleID: [Instant]] {
    var notices: [RuleID: [Instant]] = [:]
    for case .fired(let firing) in records {
      if notices[firing.rule]?.last != firing.at { notices[firing.rule, default: []].append(firing.at) }
    }
    return notices
  }

  private func votes(_ voices: [Voice], _ rules: [RuleID], in stretch: ClosedRange<Instant>) -> LabelVotes {
    var votes = LabelVotes()
    for voice in voices
    where rules.contains(where: { LabelStretches.has(voice.notices[$0] ?? [], in: stretch) }) {
      votes.add(voice.values, on: voice.axis)
    }
    return votes
  }
}
