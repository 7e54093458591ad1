import PaceEngine
import PaceLab
import PaceLanguage
public import PaceOracle

/// Compares a fit's finding with plain runs of every subject under every combination of values.
public struct FitAgreement: Sendable {
  /// How many fits were compared.
  public private(set) var fits = 0
  /// How many fits have labels that tell combinations apart.
  public private(set) var telling = 0
  /// How many rows the fits evaluated.
  public private(set) var evaluated = 0
  /// How many rows the plain runs evaluated.
  public private(set) var rows = 0
  /// How many searches by pairs were compared.
  public private(set) var climbs = 0
  /// How many searches by pairs have a point that gets every label right.
  public private(set) var flawlessClimbs = 0

  private let mostPoints: Int

  /// `mostPoints` is the size of the largest grid.
  public init(mostPoints: Int = 2_000) { self.mostPoints = mostPoints }

  /// How one point does on the labels.
  fileprivate struct Told: Equatable {
    var caught = 0
    var missed = 0
    var falseAlarms = 0

    init() {}

    init(_ counts: SweepScore) {
      (caught, missed) = (Int(counts.caught), Int(counts.missed))
      falseAlarms = Int(counts.falseAlarms)
    }
  }

  /// The inputs of one fit.
  fileprivate struct Trial {
    let plan: Plan
    let grid: SweepGrid
    let objective: FitObjective
    let preset: PresetID?
    let subjects: [SubjectLog]
    let labels: [ExactText: [SweepLabel]]
    /// The judged rules; nil for all.
    let rules: Set<RuleID>?
    var program: Program { plan.program }
  }

  /// The seed's fit, in words, if it differs from the plain runs; nil also if there is nothing to fit.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, logs: Int) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    guard let engine = try? EngineRun(ordered.program) else { return nil }
    var random = SplitMix64(seed &+ 77)
    guard let trial = trial(engine, ordered.logs, &random) else { return nil }
    guard let failure = failure(of: trial, &random) else { return nil }
    return "seed \(seed): \(failure)\n\(ordered.program.source)\n\(ordered.logs)\n\(trial.labels)"
  }

  private func trial(
    _ engine: EngineRun, _ logs: [OracleLog], _ random: inout SplitMix64
  ) -> Trial? {
    let program = engine.program
    let plan = Plan(program)
    let preset = logs.first.flatMap { engine.options(for: $0).preset }
    let subjects = logs.enumerated().map { index, log in
      let input = engine.input(of: log)
      var subject = input.log(id: "s\(index)")
      subject.until = input.options.until
      return subject
    }
    var axes: [SweepAxis] = []
    var count = 1
    for param in program.params.shuffled(using: &random)
    where param.type == .number || param.type == .duration {
      guard axes.count < 3,
        let axis = SegmentAgreement.axis(
          around: param, program, values: random.chance(1, in: 2) ? 2 : 5),
        count * axis.values.count <= mostPoints, let line = SweepGrid([axis])
      else { continue }
      let alone = Trial(
        plan: plan, grid: line, objective: .f1, preset: preset, subjects: subjects, labels: [:], rules: nil)
      // Most parameters make no difference to any notice.
      guard alone.matters || random.chance(1, in: 8) else { continue }
      count *= axis.values.count
      axes.append(axis)
    }
    guard let grid = SweepGrid(axes), grid.count > 1 else { return nil }
    let objective: FitObjective =
      random.chance(2, in: 3)
      ? .f1
      : .cost(
        miss: Int64(random.below(4)) * 1_000_000, falseAlarm: Int64(1 + random.below(3)) * 500_000)
    let rules: Set<RuleID>? =
      random.chance(1, in: 3) ? [RuleID(random.below(program.rules.count))] : nil
    var trial = Trial(
      plan: plan, grid: grid, objective: objective, preset: preset, subjects: subjects, labels: [:],
      rules: rules)
    let hidden = grid.settings(of: random.below(grid.count))
    var labels: [ExactText: [SweepLabel]] = [:]
    for subject in subjects {
      guard let firings = trial.firings(of: subject, hidden) else { return nil }
      labels[ExactText(subject.id)] = Self.labels(firings, subject, program, &random)
    }
    trial = Trial(
      plan: plan, grid: grid, objective: objective, preset: preset, subjects: subjects, labels: labels,
      rules: rules)
    return trial
  }

  /// Labels around some firings and some rows.
  private static func labels(
    _ firings: [Firing], _ subject: SubjectLog, _ program: Program, _ random: inout SplitMix64
  ) -> [SweepLabel] {
    let speaking = program.rules.indices.filter { program.rules[$0].emission != nil }
    var labels: [SweepLabel] = []
    for firing in firings where random.chance(1, in: 2) {
      let (before, after) = (Int64(random.below(2)), Int64(random.below(3)) * 60_000)
      labels.append(
        SweepLabel(
          from: Instant(firing.at.milliseconds - before), to: Instant(firing.at.milliseconds + after),
          isWanted: random.chance(3, in: 4), rule: random.chance(1, in: 2) ? firing.rule : nil))
    }
    for event in subject.events where random.chance(1, in: 3) {
      let rule = speaking.isEmpty ? nil : RuleID(speaking[random.below(speaking.count)])
      labels.append(
        SweepLabel(
          from: event.at, to: Instant(event.at.milliseconds + Int64(random.below(4)) * 90_000),
          isWanted: random.chance(1, in: 2), rule: random.chance(1, in: 2) ? rule : nil))
    }
    return labels
  }

  private mutating func failure(of trial: Trial, _ random: inout SplitMix64) -> String? {
    let labels = SweepLabels(trial.labels, rules: trial.rules)
    let subjects = trial.subjects.compactMap { FitSubject($0, labels) }
    if subjects.isEmpty { return nil }
    guard let scores = trial.scores else { return nil }
    guard let found = trial.found(subjects, labels, limit: mostPoints) else { return "given up" }
    fits += 1
    evaluated += found.evaluated
    rows += trial.grid.count * trial.subjects.reduce(0) { $0 + $1.events.count }
    guard let best = scores.max(by: { trial.isBetter($1, $0) }) else { return nil }
    let ties = scores.indices.filter { !trial.isBetter(best, scores[$0]) }
    if ties.count < scores.count { telling += 1 }
    let finding = found.finding
    let told = finding.ties.points(in: trial.grid)
    if told != ties {
      return "ties \(told) with \(finding.counts), one by one \(ties) with \(best)"
    }
    guard ties.contains(finding.recommended), scores[finding.recommended] == Told(finding.counts) else {
      return "recommended \(finding.recommended) with \(finding.counts), one by one "
        + "\(scores[finding.recommended])"
    }
    let boxes = GridBoxes(ties, in: trial.grid).boxes
    let covered = trial.grid.points(in: boxes)
    if covered != ties { return "ranges \(boxes) hold \(covered), not \(ties)" }
    return climbFailure(of: trial, subjects, labels, scores)
  }

  /// What is wrong with a search by pairs: no change of one or two parameters may do better than its finding.
  private mutating func climbFailure(
    of trial: Trial, _ subjects: [FitSubject], _ labels: SweepLabels, _ scores: [Told]
  ) -> String? {
    guard trial.grid.axes.count > 2 else { return nil }
    let planes = trial.grid.axes.indices.map { trial.grid.count / trial.grid.axes[$0].values.count }
    guard let limit = planes.max(), limit < trial.grid.count,
      let found = trial.found(subjects, labels, limit: limit)
    else { return nil }
    climbs += 1
    let finding = found.finding
    let told = finding.ties.points(in: trial.grid)
    let own = scores[finding.recommended]
    if finding.isExhaustive || own != Told(finding.counts) { return "by pairs \(finding), one by one \(own)" }
    let here = trial.grid.indices(of: finding.recommended)
    for (point, score) in scores.enumerated() {
      let different = zip(here, trial.grid.indices(of: point)).count { $0 != $1 }
      if different > 2 { continue }
      if trial.isBetter(score, own) { return "by pairs \(finding), though \(point) has \(score)" }
      if !trial.isBetter(own, score), !told.contains(point) { return "by pairs not told of \(point)" }
    }
    // If some point gets every label right, the search reports all such points.
    let all = scores.indices.filter { !trial.isBetter(own, scores[$0]) }
    if told.contains(where: { !all.contains($0) }) { return "by pairs told of \(told), one by one \(all)" }
    let flawless = scores.indices.filter { scores[$0].missed == 0 && scores[$0].falseAlarms == 0 }
    if !flawless.isEmpty, scores[flawless[0]].caught > 0 {
      flawlessClimbs += 1
      if told != all { return "by pairs told of \(told) right in all, one by one \(all)" }
    }
    return nil
  }
}

extension FitAgreement.Trial {
  func found(
    _ subjects: [FitSubject], _ labels: SweepLabels, limit: Int
  ) -> (finding: FitFinding, evaluated: Int)? {
    var options = Machine.Options()
    options.preset = preset
    options.messages = .none
    var subjects = subjects
    var runner = FitRunner(plan, grid: grid, options: options, labels: labels)
    let search = FitSearch(program, grid, objective, nearTo: preset, labels: labels, limit: limit)
    let finding = try? search.run { (task) throws(RunawaySubject) in
      runner.begin(task)
      for index in subjects.indices { try runner.add(&subjects[index]) }
      return runner.answer
    }
    return finding.map { ($0, runner.evaluated) }
  }

  /// The firings of a subject under some settings; nil if a runaway ends its evaluation.
  func firings(of subject: SubjectLog, _ settings: [(param: ParamID, value: Constant)]) -> [Firing]? {
    var options = Machine.Options()
    options.preset = preset
    options.overrides = settings
    options.messages = .none
    options.until = subject.until
    var machine = Machine(plan, options: options)
    guard (try? subject.run(in: &machine)) != nil else { return nil }
    return machine.records.compactMap { if case .fired(let firing) = $0 { firing } else { nil } }
  }

  /// Whether any subject's firings differ between points of the grid.
  var matters: Bool {
    subjects.contains { subject in
      let told = (0..<grid.count).map { point in
        firings(of: subject, grid.settings(of: point))?.map { [$0.at.milliseconds, Int64($0.rule.index)] }
      }
      return told.contains { $0 != told[0] }
    }
  }

  /// How every point does on the labels; nil if a runaway ends an evaluation.
  var scores: [FitAgreement.Told]? {
    var scores: [FitAgreement.Told] = []
    for point in 0..<grid.count {
      var score = FitAgreement.Told()
      for subject in subjects {
        let judged = (labels[ExactText(subject.id)] ?? []).filter { label in
          guard let rule = label.rule, let rules else { return true }
          return rules.contains(rule)
        }
        if judged.isEmpty { continue }
        guard let firings = firings(of: subject, grid.settings(of: point)) else { return nil }
        for label in judged {
          let isHit = firings.contains { firing in
            let isAbout = label.rule.map { $0 == firing.rule } ?? rules?.contains(firing.rule) ?? true
            return isAbout && firing.at >= label.from && firing.at <= label.to
          }
          if label.isWanted { if isHit { score.caught += 1 } else { score.missed += 1 } }
          if !label.isWanted, isHit { score.falseAlarms += 1 }
        }
      }
      scores.append(score)
    }
    return scores
  }

  /// Whether `a` does better than `b`, found without division.
  func isBetter(_ a: FitAgreement.Told, _ b: FitAgreement.Told) -> Bool {
    switch objective {
    case .f1:
      let sums = [a, b].map { 2 * $0.caught + $0.missed + $0.falseAlarms }
      // F1 is 0 if nothing is caught.
      if a.caught == 0 { return false }
      return b.caught == 0 || a.caught * sums[1] > b.caught * sums[0]
    case .cost(let miss, let falseAlarm):
      let costs = [a, b].map { Int64($0.missed) * miss + Int64($0.falseAlarms) * falseAlarm }
      return costs[0] < costs[1]
    }
  }
}

extension SweepGrid {
  /// Every point in some boxes, ascending; a point in two boxes comes twice.
  fileprivate func points(in boxes: [[ClosedRange<Int>]]) -> [Int] {
    boxes.flatMap { box in
      (0..<count).filter { point in zip(box, indices(of: point)).allSatisfy { $0.contains($1) } }
    }.sorted()
  }
}
