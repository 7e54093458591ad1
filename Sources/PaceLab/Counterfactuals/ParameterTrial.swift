import PaceEngine
import PaceLanguage

/// Tries values of one parameter for the verdict of one rule: on the end of the log where that is enough,
/// else on all of it.
final class ParameterTrial {
  private let checkpoints: Checkpoints
  private let param: ParamID
  /// The verdict as it is.
  private let stands: Bool
  /// What keeps the condition from being true; nil where the verdict stands.
  private let bound: TruthBound?
  private let memories: MemoryTrial?
  private let days: DayTrial?

  init(_ checkpoints: Checkpoints, _ param: ParamID, stands: Bool, _ bound: TruthBound?, _ days: DayTrial?) {
    self.checkpoints = checkpoints
    self.param = param
    self.stands = stands
    self.bound = bound
    self.days = days
    memories = checkpoints.influences.affected(by: param, in: checkpoints.present).map {
      MemoryTrial(checkpoints, $0)
    }
  }

  /// The verdict at a value that turns it over; nil for any other value.
  func turned(at value: Value) -> Checkpoints.Verdict? {
    if let bound, !bound.mayHold(param, at: value) { return nil }
    let verdict =
      memories?.verdict(param, at: value)?.verdict ?? days?.verdict(param, at: value)
      ?? checkpoints.verdict(param, at: value)
    return verdict.stands == stands ? nil : verdict
  }
}
