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
  private let days: DayTrial?

  init(_ rehearsal: Rehearsal, _ param: ParamID, stands: Bool, _ prospect: Prospect?, _ days: DayTrial?) {
    self.rehearsal = rehearsal
    self.param = param
    self.stands = stands
    self.prospect = prospect
    self.days = days
    memories = rehearsal.influences.affected(by: param, in: rehearsal.present).map {
      MemoryTrial(rehearsal, $0)
    }
  }

  /// What the verdict is at a value if that turns it over; nil if it does not.
  func turned(at value: Value) -> Rehearsal.Verdict? {
    if let prospect, !prospect.mayHold(param, at: value) { return nil }
    let verdict =
      memories?.verdict(param, at: value)?.verdict ?? days?.verdict(param, at: value)
      ?? rehearsal.verdict(param, at: value)
    return verdict.stands == stands ? nil : verdict
  }
}
