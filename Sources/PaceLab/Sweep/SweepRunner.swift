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
  /// How many times a subject was evaluated.
  public private(set) var runs = 0

  /// Evaluators are kept for this many points; those of the others are made anew for each subject.
  private static let kept = 1_000

  /// `options` say what is the same for every point.
  public init(_ plan: Plan, grid: SweepGrid, options: Evaluator.Options, labels: SweepLabels? = nil) {
    self.plan = plan
    self.grid = grid
    self.options = options
    self.labels = labels
    evaluators = (0..<min(grid.count, Self.kept)).map {
      Evaluator(plan, options: Self.options(of: $0, grid, options))
    }
    outcome = SweepOutcome(plan.program)
    totals = SweepTotals(plan.program, points: grid.count)
  }

  /// Counts a subject for every point; `tell` hears what each stretch of points brought.
  public mutating func add(
    _ log: SubjectLog, tell: (Range<Int>, SweepOutcome) -> Void = { _, _ in }
  ) {
    subjects += 1
    events += log.events.count
    let values = grid.inner.values
    for line in stride(from: 0, to: grid.count, by: values.count) {
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
    runs += other.runs
    totals.add(other.totals)
  }

  public func result() -> SweepResult {
    SweepResult(
      program: plan.program, grid: grid, points: totals.sums(plan.program, hasLabels: labels != nil),
      subjects: subjects, events: events, hasLevels: options.tellsLevels)
  }

  /// Evaluates a subject at a point; gives the values of the innermost parameter with which it is the same.
  private mutating func run(_ log: SubjectLog, _ point: Int) -> ClosedRange<Int64>? {
    runs += 1
    if point < evaluators.count {
      outcome.count(log, in: &evaluators[point], labels)
      return evaluators[point].steadyRange
    }
    var evaluator = Evaluator(plan, options: Self.options(of: point, grid, options))
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
