/// What runners are asked to do with each subject.
public enum FitTask: Sendable {
  /// Count how many labels each point of a region gets right and wrong.
  case tally(FitRegion)
  /// Find the best point of a survey without the subject.
  case folds(FitSurvey)
  /// Take away the points that get a label wrong.
  case narrow(FitNarrowing)

  /// How many combinations it evaluates; nil if only the run shows that.
  public var count: Int? {
    switch self {
    case .tally(let region): region.count
    case .folds(let survey): survey.parts.reduce(0) { $0 + $1.region.count }
    case .narrow: nil
    }
  }

  /// Whether one runner has to take all subjects, one after the other.
  public var isSequential: Bool {
    switch self {
    case .tally, .folds: false
    case .narrow: true
    }
  }
}

/// What runners have found out.
public struct FitAnswer: Sendable {
  /// For each position of a region, the sum over all subjects.
  var tally: [SweepScore] = []
  var folds: [FitFold] = []
  var narrowing: FitNarrowing?

  init(_ task: FitTask) {
    switch task {
    case .tally(let region): tally = Array(repeating: SweepScore(), count: region.count)
    case .folds: break
    case .narrow(let narrowing): self.narrowing = narrowing
    }
  }
}
