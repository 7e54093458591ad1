public import PaceEngine
import PaceLanguage

/// Does a task for one subject after another; runners of different subjects can be added together afterwards.
///
/// A subject's boxes are kept: no combination is run twice.
public struct FitRunner: Sendable {
  private let plan: Plan
  private let grid: SweepGrid
  private let options: Machine.Options
  private let labels: SweepLabels
  /// One for each group of labels that is handled by itself.
  private var trials: [FitTrial]
  private var task: FitTask
  public private(set) var answer: FitAnswer
  /// For each position of a region, which of the subject's boxes holds it; -1 for none yet.
  private var cover: [Int32] = []
  /// How many rows were evaluated, under all values together.
  public private(set) var evaluated = 0

  /// `options` are the same for every combination.
  public init(_ plan: Plan, grid: SweepGrid, options: Machine.Options, labels: SweepLabels) {
    self.plan = plan
    self.grid = grid
    self.options = options
    self.labels = labels
    trials = [FitTrial(plan, grid, options, labels)]
    task = .tally(FitRegion([], through: grid.axes.map { _ in 0 }, in: grid))
    answer = FitAnswer(task)
  }

  /// Begins a task with nothing added.
  public mutating func begin(_ task: FitTask) {
    let wasNarrowing = self.task.isSequential
    self.task = task
    answer = FitAnswer(task)
    if case .narrow(let narrowing) = task {
      trials = narrowing.groups.map { FitTrial(plan, grid, options, labels.only(of: $0)) }
    } else if wasNarrowing {
      trials = [FitTrial(plan, grid, options, labels)]
    }
  }

  /// Adds what the task asks of a subject; throws if its evaluation ends early.
  public mutating func add(_ subject: inout FitSubject) throws(RunawaySubject) {
    switch task {
    case .tally(let region):
      try fill(region, &subject)
      for position in cover.indices {
        answer.tally[position] = answer.tally[position] + subject.boxes[Int(cover[position])].counts
      }
    case .folds(let survey):
      var best: FitBest?
      for part in survey.parts {
        try fill(part.region, &subject)
        let boxes = subject.boxes
        part.improve(&best, survey.objective, without: { boxes[Int(cover[$0])].counts })
      }
      if let best { answer.folds.append(FitFold(indices: best.indices, counts: best.own)) }
    case .narrow:
      try answer.narrowing?.narrow(subject, &trials)
    }
  }

  /// Adds what another runner found in other subjects.
  public mutating func add(_ other: FitRunner) {
    for position in other.answer.tally.indices {
      answer.tally[position] = answer.tally[position] + other.answer.tally[position]
    }
    answer.folds += other.answer.folds
    evaluated += other.evaluated
  }

  /// Finds the box of every combination in a region.
  private mutating func fill(_ region: FitRegion, _ subject: inout FitSubject) throws(RunawaySubject) {
    cover.removeAll(keepingCapacity: true)
    cover.append(contentsOf: repeatElement(-1, count: region.count))
    for index in subject.boxes.indices { paint(subject.boxes[index].box, Int32(index), region) }
    var position = 0
    while position < cover.count {
      if cover[position] < 0 {
        let (box, counts) = try trials[0].run(subject.log, region.indices(at: position))
        evaluated += subject.log.events.count
        paint(box, Int32(subject.know(box, counts)), region)
      }
      position += 1
    }
  }

  private mutating func paint(_ box: FitBox, _ index: Int32, _ region: FitRegion) {
    region.forEachRun(in: box) { run in
      for position in run { cover[position] = index }
    }
  }
}

/// Runs subjects with one combination of values after another.
///
/// The machine tracks every parameter, so that a run stands for a whole box: all combinations that decide
/// everything alike.
struct FitTrial: Sendable {
  private let grid: SweepGrid
  private let overrides: [(param: ParamID, value: Constant)]
  private let until: Instant?
  private var machine: Machine
  /// The labels that are judged; labels set later must be about rules that the first ones were about.
  var labels: SweepLabels

  init(_ plan: Plan, _ grid: SweepGrid, _ options: Machine.Options, _ labels: SweepLabels) {
    self.grid = grid
    self.labels = labels
    overrides = options.overrides
    until = options.until
    var options = options
    options.tracked = grid.axes.map { $0.param }
    machine = Machine(plan.judging(labels), options: options)
  }

  /// Runs a subject with these value indices; gives the box of combinations that run alike, and their counts.
  ///
  /// - Parameter instant: the last one that is evaluated; nil for the subject's horizon.
  mutating func run(
    _ log: SubjectLog, _ indices: [Int], upTo instant: Instant? = nil
  ) throws(RunawaySubject) -> (FitBox, SweepScore) {
    machine.set(overrides + grid.settings(at: indices))
    machine.set(until: until)
    if let instant { try run(log, upTo: instant) } else { try log.run(in: &machine) }
    let ranges = zip(grid.axes, indices).map { axis, index in
      let own = axis.values[index]...axis.values[index]
      return axis.indices(in: machine.trackedRange(of: axis.param) ?? own)
    }
    return (FitBox(ranges: ranges), labels.labelledScore(of: log.id, machine.records))
  }
}

extension FitTrial {
  private mutating func run(_ log: SubjectLog, upTo instant: Instant) throws(RunawaySubject) {
    log.begin(in: &machine)
    let count = log.count(upTo: instant)
    log.append(0..<count, to: &machine)
    // A subject without an end is over at its last row, unless an `until` says how far to look.
    let goesOn = count < log.events.count || machine.end != nil || (log.until ?? until) != nil
    if goesOn { machine.advance(to: instant) } else { machine.finish() }
    try log.check(machine)
  }
}

extension Plan {
  /// The part of the plan that the judged notices rest on.
  func judging(_ labels: SweepLabels) -> Plan {
    let judged = labels.judged(in: program)
    return Plan(program, part: Influences(on: judged, in: program).part, textsOf: self)
  }
}
