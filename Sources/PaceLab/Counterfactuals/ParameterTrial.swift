import PaceEngine
import PaceLanguage

/// Tries values of one parameter for the verdict of one rule: on the end of the log where that is enough,
/// else on all of it.
struct ParameterTrial {
  private let rehearsal: Rehearsal
  private let param: ParamID
  /// The verdict as it is.
  private let stands: Bool
  /// What stands in the way of a verdict that does not stand.
  private let prospect: Prospect?
  private let memories: MemoryTrial?

  init(_ rehearsal: Rehearsal, _ param: ParamID, stands: Bool, _ prospect: Prospect?) {
    self.rehearsal = rehearsal
    self.param = param
    self.stands = stands
    self.prospect = prospect
    memories = rehearsal.influences.affected(by: param, in: rehearsal.present).map {
      MemoryTrial(rehearsal, $0)
    }
  }

  /// Whether the verdict is another at a value.
  func turns(at value: Value) -> Bool {
    if let prospect, !prospect.mayHold(param, at: value) { return false }
    if let found = memories?.verdict(param, at: value) { return found.stands != stands }
    return rehearsal.stands(param, at: value) != stands
  }
}
