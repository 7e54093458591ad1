public import PaceEngine
import PaceLanguage

/// Runs subject after subject with every point of a grid, and adds up what came of it.
///
/// A subject's rows are handed in once. Runs of neighbouring values are often exactly the same: then one
/// stands for all of them. Runners of different subjects can be added together afterwards.
public struct SweepRunner: Sendable {
  public let grid: SweepGrid
  private let plan: Plan
  private let options: Evaluator.Options
  private let labels: SweepLabels?
  /// One for each of the first points.
  private var evaluators: [Evaluator]
  private var outcome: SweepOutcome
  private var totals: SweepTotals
  private var subjects = 0
  private var events = 0
  /// How many rows were evaluated, with whatever values.
  public private(set) var evaluated = 0
  /// A subject of more than twice as many rows is run in stretches of so many; nil for none.
  private let stretch: Int?
  /// Evaluates many subjects at a time, where nothing but firings is counted; nil where that can't be done.
  private var batch: BatchEvaluator?

  /// Evaluators are kept for this many points; those of the others are made anew for each subject.
  private static let kept = 1_000

  /// `options` say what is the same for every point. Without labels, subjects of more than twice `stretch`
  /// rows are run in stretches of so many; how long they are changes nothing but the time it takes.
  public init(
    _ plan: Plan, grid: SweepGrid, options: Evaluator.Options, labels: SweepLabels? = nil, stretch: Int = 64
  ) {
    self.plan = plan
    self.grid = grid
    self.options = options
    self.labels = labels
    evaluators = (0..<min(grid.count, Self.kept)).map {
      Evaluator(plan, options: Self.options(of: $0, grid, options))
    }
    // What a notice is worth by its label depends on others that may lie in other stretches.
    self.stretch = labels == nil && plan.tracks(grid.inner.param) ? stretch : nil
    outcome = SweepOutcome(plan.program)
    totals = SweepTotals(plan.program, points: grid.count)
    if labels == nil, !options.tellsLevels {
      let batch = BatchEvaluator(plan, options: Self.options(of: 0, grid, options))
      self.batch = batch.tracks ? batch : nil
    }
  }

  /// Whether many subjects are evaluated at a time, short ones at least.
  public var takesManySubjects: Bool { batch != nil && grid.inner.values.count > 1 }

  /// Counts many subjects for every point.
  public mutating func add(_ logs: [SubjectLog]) {
    guard var batch, grid.inner.values.count > 1 else {
      for log in logs { add(log) }
      return
    }
    // Long ones are better run in stretches, of which a few decide alike with most values.
    let short = logs.filter { $0.events.count <= 2 * (stretch ?? .max / 2) }
    for log in logs where log.events.count > 2 * (stretch ?? .max / 2) { add(log) }
    subjects += short.count
    for log in short { events += log.events.count }
    self.batch = nil
    let rows = short.map { plan.program.events.count == 1 ? $0.rows(of: plan.program.events[0]) : [] }
    for line in stride(from: 0, to: grid.count, by: grid.inner.values.count) {
      add(short, rows, line, in: &batch)
    }
    self.batch = batch
  }

  /// Counts subjects for a line of points: with each value those for which no value before stood for it.
  ///
  /// - Parameter rows: the same as flat rows, where there is but one type of event.
  private mutating func add(
    _ logs: [SubjectLog], _ rows: [[Int64]], _ line: Int, in batch: inout BatchEvaluator
  ) {
    let values = grid.inner.values
    var due = Array(repeating: [Int](), count: values.count + 1)
    due[0] = Array(logs.indices)
    for index in values.indices where !due[index].isEmpty {
      batch.suppose(options.overrides + grid.settings(of: line + index))
      for log in due[index] {
        logs[log].run(in: &batch, rows[log])
        evaluated += logs[log].events.count
      }
      batch.flush()
      for (log, found) in zip(due[index], batch.takeOutcomes()) {
        let past = max(index + 1, grid.inner.indices(in: found.steady).upperBound)
        outcome.count(found.firings, [])
        totals.add(outcome, to: (line + index)..<(line + past))
        due[past].append(log)
      }
    }
  }

  /// Counts a subject for every point; `tell` hears what each stretch of points brought.
  public mutating func add(
    _ log: SubjectLog, tell: (Range<Int>, SweepOutcome) -> Void = { _, _ in }
  ) {
    subjects += 1
    events += log.events.count
    let values = grid.inner.values
    for line in stride(from: 0, to: grid.count, by: values.count) {
      if let stretch, log.events.count > 2 * stretch, values.count > 1 {
        add(log, inStretchesOf: stretch, line, tell)
        continue
      }
      var index = 0
      while index < values.count {
        let steady = run(log, line + index) ?? values[index]...values[index]
        let past = max(index + 1, grid.inner.indices(in: steady).upperBound)
        totals.add(outcome, to: (line + index)..<(line + past))
        tell((line + index)..<(line + past), outcome)
        index = past
      }
    }
  }

  /// Adds what another runner of the same sweep found in other subjects.
  public mutating func add(_ other: SweepRunner) {
    subjects += other.subjects
    events += other.events
    evaluated += other.evaluated
    totals.add(other.totals)
  }

  public func result() -> SweepResult {
    SweepResult(
      program: plan.program, grid: grid, points: totals.sums(plan.program, hasLabels: labels != nil),
      subjects: subjects, events: events, hasLevels: options.tellsLevels)
  }

  private mutating func add(
    _ log: SubjectLog, inStretchesOf rows: Int, _ line: Int, _ tell: (Range<Int>, SweepOutcome) -> Void
  ) {
    let evaluator = line < evaluators.count ? evaluators[line] : evaluator(at: line)
    var sweep = StretchSweep(grid.inner, evaluator, rows: rows)
    sweep.run(log)
    evaluated += sweep.evaluated
    sweep.eachOutcome { values, firings, levels in
      outcome.count(firings, levels)
      let points = (line + values.lowerBound)..<(line + values.upperBound)
      totals.add(outcome, to: points)
      tell(points, outcome)
    }
  }

  private func evaluator(at point: Int) -> Evaluator {
    Evaluator(plan, options: Self.options(of: point, grid, options))
  }

  /// Evaluates a subject at a point; gives the values of the innermost parameter with which it is the same.
  private mutating func run(_ log: SubjectLog, _ point: Int) -> ClosedRange<Int64>? {
    evaluated += log.events.count
    if point < evaluators.count {
      outcome.count(log, in: &evaluators[point], labels)
      return evaluators[point].steadyRange
    }
    var evaluator = evaluator(at: point)
    outcome.count(log, in: &evaluator, labels)
    return evaluator.steadyRange
  }

  private static func options(
    of point: Int, _ grid: SweepGrid, _ common: Evaluator.Options
  ) -> Evaluator.Options {
    var options = common
    options.overrides += grid.settings(of: point)
    options.tracked = grid.inner.param
    return options
  }
}
