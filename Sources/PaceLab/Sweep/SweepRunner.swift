public import PaceEngine
import PaceLanguage

/// Runs subject after subject with every point of a grid, and adds up the outcomes.
///
/// A subject's rows are handed in once. Runs of neighbouring values are often exactly the same, and then one
/// stands for all of them. Runners of different subjects can be added together afterwards.
public struct SweepRunner: Sendable {
  public let grid: SweepGrid
  private let program: Program
  private let options: Machine.Options
  private let plan: Plan
  private var labels: SweepLabels?
  /// Runs the rest: what is counted though the parameter doesn't affect it.
  private var rest: Machine?
  /// The settings of each line of points along the inner axis, with its first value.
  private let lines: [[(param: ParamID, value: Constant)]]
  /// An empty outcome.
  private let nothing: SweepOutcome
  private var totals: SweepTotals
  private var sweep: SubjectSweep
  private var subjects = 0
  private var events = 0
  /// Notes on the runs with all values.
  public var notes: RunNotes { sweep.notes }
  /// How many rows were evaluated, under all values together.
  public var evaluated: Int { sweep.evaluated }

  /// `options` are the same for every point.
  ///
  /// Without labels, subjects of more than twice `segmentSize` rows are run in segments of that size, which
  /// changes only the time it takes.
  public init(
    _ plan: Plan, grid: SweepGrid, options: Machine.Options, labels: SweepLabels? = nil, segmentSize: Int = 32
  ) {
    program = plan.program
    self.plan = plan
    self.grid = grid
    self.labels = labels
    var options = options
    options.countsOnly = labels == nil
    self.options = options
    // How a label judges a notice depends on notices that may lie in other segments.
    sweep = SubjectSweep(
      grid.inner, plan, options, isWhole: labels != nil, segmentSize: labels == nil ? segmentSize : nil)
    rest = sweep.slices.rest.map { Machine($0, options: options) }
    lines = stride(from: 0, to: grid.count, by: grid.inner.values.count).map {
      options.overrides + grid.settings(of: $0)
    }
    nothing = SweepOutcome(plan.program)
    totals = SweepTotals(plan.program, points: grid.count)
  }

  /// Counts a subject for every point; `tell` is given the outcome of each range of points.
  ///
  /// Throws if its evaluation ends early at some point.
  public mutating func add(
    _ log: SubjectLog, tell: (Range<Int>, SweepOutcome) -> Void = { _, _ in }
  ) throws(RunawaySubject) {
    subjects += 1
    events += log.keptCount(by: plan)
    labels?.place(for: log)
    for (line, settings) in lines.enumerated() {
      let first = line * grid.inner.values.count
      let others = try outcomeOfRest(log, settings)
      var parts = try sweep.run(log, with: settings) { [labels, id = log.id] _, machine, outcome in
        if let labels { outcome.score = labels.score(of: id, machine.records) }
      }
      for index in parts.indices {
        if let others { parts[index].outcome.complete(with: others, sweep.slices.isSwept) }
        parts[index].outcome.countSubject()
        let (values, outcome) = parts[index]
        let points = (first + values.lowerBound)..<(first + values.upperBound)
        totals.add(outcome, to: points)
        tell(points, outcome)
      }
    }
  }

  /// The outcome of the rest; nil if there is nothing in it.
  private mutating func outcomeOfRest(
    _ log: SubjectLog, _ settings: [(param: ParamID, value: Constant)]
  ) throws(RunawaySubject) -> SweepOutcome? {
    // Taken out meanwhile, so that it is not copied.
    guard var machine = rest.take() else { return nil }
    var outcome = nothing
    machine.set(settings)
    try log.run(in: &machine)
    sweep.notes.add(&machine, of: log)
    outcome.add(&machine)
    rest = machine
    return outcome
  }

  /// Adds what another runner of the same sweep found in other subjects.
  public mutating func add(_ other: SweepRunner) {
    subjects += other.subjects
    events += other.events
    sweep.evaluated += other.evaluated
    sweep.notes.add(other.sweep.notes)
    totals.add(other.totals)
  }

  public func result() -> SweepResult {
    SweepResult(
      program: program, grid: grid, points: totals.sums(program, grid, hasLabels: labels != nil),
      subjects: subjects, events: events, hasLevels: options.tellsLevels)
  }
}
