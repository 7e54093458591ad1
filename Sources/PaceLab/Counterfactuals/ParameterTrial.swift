import PaceLanguage

/// Tries values of one parameter for one rule's verdict, on the end of the log if that is enough, else on all
/// of it.
///
/// One run of the whole log serves all values that decide alike.
final class ParameterTrial {
  private let checkpoints: Checkpoints
  private let param: ParamID
  /// Whether the verdict stands as things are.
  private let stands: Bool
  /// Rules out values that cannot make the condition true; nil if the verdict stands.
  private let bound: TruthBound?
  private let memories: MemoryTrial?
  private let days: DayTrial?
  /// The runs of the whole log, each with the values that it stands for.
  private var runs: [(values: ClosedRange<Int64>, verdict: Checkpoints.Verdict)] = []
  private var rowsLeft: Int
  /// Whether a value was left out, since the runs before it had evaluated too many rows.
  private(set) var isCut = false

  /// Runs of the whole log evaluate at most `mostRows` rows together.
  init(
    _ checkpoints: Checkpoints, _ param: ParamID, stands: Bool, _ bound: TruthBound?, _ days: DayTrial?,
    mostRows: Int
  ) {
    self.checkpoints = checkpoints
    rowsLeft = mostRows
    self.param = param
    self.stands = stands
    self.bound = bound
    self.days = days
    memories = checkpoints.influences.affected(by: param, in: checkpoints.present).map {
      MemoryTrial(checkpoints, $0)
    }
  }

  /// The verdict at a value that turns it over; nil if the value doesn't, or was left out.
  func turned(at value: Value) -> Checkpoints.Verdict? {
    if let bound, !bound.mayHold(param, at: value) { return nil }
    let verdict =
      runs.last { $0.values.contains(value.bits) }?.verdict
      ?? memories?.verdict(param, at: value)?.verdict ?? days?.verdict(param, at: value) ?? run(at: value)
    return verdict?.stands == stands ? nil : verdict
  }

  private func run(at value: Value) -> Checkpoints.Verdict? {
    guard rowsLeft >= checkpoints.known else {
      isCut = true
      return nil
    }
    rowsLeft -= checkpoints.known
    let run = checkpoints.run(param, at: value)
    runs.append(run)
    return run.verdict
  }
}
