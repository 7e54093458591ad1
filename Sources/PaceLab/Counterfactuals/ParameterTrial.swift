import PaceLanguage

/// Tries values of one parameter for one rule's verdict, on the end of the log if that is enough, else on all
/// of it.
///
/// One run serves all values that decide alike.
struct ParameterTrial {
  private let checkpoints: Checkpoints
  private let param: ParamID
  /// Whether the verdict stands as things are.
  private let stands: Bool
  /// Rules out values that cannot make the condition true; nil if the verdict stands.
  private let bound: TruthBound?
  private let late: LateTrial?
  private var runs: [Checkpoints.Run] = []
  /// How many rows runs of the whole log may still evaluate.
  private(set) var rowsLeft: Int
  /// Whether a value was left out, since the runs before it had evaluated too many rows.
  private(set) var isCut = false

  /// Runs of the whole log evaluate at most `mostRows` rows together.
  init(
    _ checkpoints: Checkpoints, _ param: ParamID, stands: Bool, _ bound: TruthBound?, _ late: LateTrial?,
    mostRows: Int
  ) {
    self.checkpoints = checkpoints
    rowsLeft = mostRows
    self.param = param
    self.stands = stands
    self.bound = bound
    self.late = late
  }

  /// The verdict at a value that reverses it; nil if the value doesn't, or was left out.
  mutating func reversed(at value: Value) -> Checkpoints.Verdict? {
    var run = runs.last { $0.values.contains(value.bits) }
    if run == nil {
      run = bound?.verdict(param, at: value) ?? late?.verdict(param, at: value) ?? self.run(at: value)
      if let run { runs.append(run) }
    }
    return run?.verdict.stands == stands ? nil : run?.verdict
  }

  /// Evaluates the whole log; nil if there is no work left for it.
  private mutating func run(at value: Value) -> Checkpoints.Run? {
    guard rowsLeft >= checkpoints.known else {
      isCut = true
      return nil
    }
    rowsLeft -= checkpoints.known
    return checkpoints.run(param, at: value)
  }
}
