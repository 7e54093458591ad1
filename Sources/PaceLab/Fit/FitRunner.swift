public import PaceEngine
import PaceLanguage

/// Works on one subject after the other; runners of different subjects can be added together afterwards.
///
/// A run stands for all combinations of values that decide everything alike: the box of the ranges that the
/// machine tracks, of all parameters at once. A subject's boxes are kept: no combination is run twice.
public struct FitRunner: Sendable {
  private let grid: SweepGrid
  private let labels: SweepLabels
  private let overrides: [(param: ParamID, value: Constant)]
  private let until: Instant?
  private var machine: Machine
  private var task: FitTask
  public private(set) var answer: FitAnswer
  /// For each position of a region, which of the subject's boxes holds it; -1 for none yet.
  private var cover: [Int32] = []
  /// How many rows were evaluated, with whatever values.
  public private(set) var evaluated = 0

  /// `options` are the same for every combination.
  public init(_ plan: Plan, grid: SweepGrid, options: Machine.Options, labels: SweepLabels) {
    self.grid = grid
    self.labels = labels
    overrides = options.overrides
    until = options.until
    var options = options
    options.tracked = grid.axes.map { $0.param }
    machine = Machine(plan.judging(labels), options: options)
    task = .tally(FitRegion([], through: grid.axes.map { _ in 0 }, in: grid))
    answer = FitAnswer(task)
  }

  /// Begins a task with nothing added.
  public mutating func begin(_ task: FitTask) {
    self.task = task
    answer = FitAnswer(task)
  }

  /// Adds what the task asks of a subject; throws where its evaluation ends early.
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
        let (box, counts) = try run(subject.log, region.indices(at: position))
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

  /// Runs a subject with one combination of values; gives all that run alike, and how its labels are told.
  private mutating func run(
    _ log: SubjectLog, _ indices: [Int]
  ) throws(RunawaySubject) -> (FitBox, FitCounts) {
    machine.set(overrides + grid.settings(at: indices))
    machine.set(until: until)
    try log.run(in: &machine)
    evaluated += log.events.count
    let ranges = zip(grid.axes, indices).map { axis, index in
      let own = axis.values[index]...axis.values[index]
      return axis.indices(in: machine.trackedRange(of: axis.param) ?? own)
    }
    return (FitBox(ranges: ranges), FitCounts(labels.labelledScore(of: log.id, machine.records)))
  }
}

/// What runners are asked to do with each subject.
public enum FitTask: Sendable {
  /// Count how its labels are told at each point of a region.
  case tally(FitRegion)
  /// Find the best point of a survey without the subject.
  case folds(FitSurvey)

  /// How many combinations it looks at.
  public var count: Int {
    switch self {
    case .tally(let region): region.count
    case .folds(let survey): survey.parts.reduce(0) { $0 + $1.region.count }
    }
  }
}

/// What runners have found out.
public struct FitAnswer: Sendable {
  /// For each position of a region, the sum over all subjects.
  var tally: [FitCounts] = []
  var folds: [FitFold] = []

  init(_ task: FitTask) {
    if case .tally(let region) = task { tally = Array(repeating: FitCounts(), count: region.count) }
  }
}

extension Plan {
  /// The part of it on which the judged notices rest.
  func judging(_ labels: SweepLabels) -> Plan {
    let judged = labels.judged(in: program)
    return Plan(Influences(on: judged, in: program).reducedProgram, textsOf: self)
  }
}
