public import PaceEngine
import PaceLanguage

/// Runs subject after subject with every point of a grid, and adds up what came of it.
///
/// A subject's rows are handed in once. Runs of neighbouring values are often exactly the same: then one
/// stands for all of them. Runners of different subjects can be added together afterwards.
public struct SweepRunner: Sendable {
  public let grid: SweepGrid
  private let plan: Plan
  private let options: Machine.Options
  private let labels: SweepLabels?
  private var machine: Machine
  /// An outcome to begin with.
  private let nothing: SweepOutcome
  private var totals: SweepTotals
  private var subjects = 0
  private var events = 0
  /// How many rows were evaluated, with whatever values.
  public private(set) var evaluated = 0
  /// A subject of more than twice as many rows is run in stretches of so many.
  private let stretch: Int

  /// `options` say what is the same for every point. Without labels, subjects of more than twice `stretch`
  /// rows are run in stretches of so many; how long they are changes nothing but the time it takes.
  public init(
    _ plan: Plan, grid: SweepGrid, options: Machine.Options, labels: SweepLabels? = nil, stretch: Int = 64
  ) {
    self.plan = plan
    self.grid = grid
    self.labels = labels
    var options = options
    options.tracked = grid.inner.param
    options.countsOnly = labels == nil
    self.options = options
    machine = Machine(plan, options: options)
    nothing = SweepOutcome(plan.program)
    // What a notice is worth by its label depends on others that may lie in other stretches.
    self.stretch = labels == nil && plan.tracks(grid.inner.param) ? stretch : .max / 2
    totals = SweepTotals(plan.program, points: grid.count)
  }

  /// Counts a subject for every point; `tell` hears what each range of points brought.
  public mutating func add(
    _ log: SubjectLog, tell: (Range<Int>, SweepOutcome) -> Void = { _, _ in }
  ) {
    subjects += 1
    events += log.events.count
    for line in stride(from: 0, to: grid.count, by: grid.inner.values.count) {
      machine.set(options.overrides + grid.settings(of: line))
      log.begin(in: &machine)
      var sweep = SubjectSweep(grid.inner, machine, rows: stretch, nothing: nothing)
      sweep.run(log, labels) { values, outcome in
        let points = (line + values.lowerBound)..<(line + values.upperBound)
        totals.add(outcome, to: points)
        tell(points, outcome)
      }
      evaluated += sweep.evaluated
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
}
