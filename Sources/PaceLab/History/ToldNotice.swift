public import PaceEngine
import PaceLanguage

/// A notice in a subject's past, with the names of its rule and kind, since rules may have changed after it.
public struct ToldNotice: Sendable {
  public var rule: String
  /// Nil if its rule gives none now and the log doesn't say.
  public var kind: String?
  /// The level that it raised.
  public var level: String?
  public var severity: Int?
  public var at: Instant
  /// What it said, as far as that is known.
  public var message: String?
  /// Notices of one instant stand in the order of rules; those of rules that no longer exist come last.
  let rank: Int

  init(_ id: RuleID, at: Instant, message: String?, in program: Program) {
    let rule = program[id]
    self.rule = rule.name.text
    kind = program.kindName(of: id)
    level = program.levelName(of: id)
    severity = rule.severity
    self.at = at
    self.message = message
    rank = id.index
  }

  init(_ kept: KeptNotice, in program: Program) {
    rule = kept.rule
    kind = kept.kind
    level = kept.level
    severity = kept.severity
    at = kept.at
    message = kept.message
    rank = program.rules.firstIndex { $0.name.text == kept.rule } ?? .max
  }
}
