import PaceEngine
public import PaceLab
public import PaceLanguage

extension Explanation {
  /// One change that reverses the verdict of a rule, for a page that can make it.
  public struct Change: Sendable {
    public var rule: RuleID
    public var alteration: Alteration
    /// `fast_pace_units 3.5 or more`, `without 21:09 entry (17)`
    public var text: String
  }

  /// Each single change that reverses the verdict of a rule in focus, the nearest of a sort first.
  public func changes(_ program: Program) -> [Change] {
    let page = ExplainPage(self, program, .plain, width: .max, isFull: false)
    let text = FlipText(page: page)
    return flips.flatMap { report in
      report.flips.map { flip in
        let words = text.parts([flip]).joined(separator: ", ")
        return Change(rule: report.rule, alteration: flip.alteration, text: words)
      }
    }
  }
}
