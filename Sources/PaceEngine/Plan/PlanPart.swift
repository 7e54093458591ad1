public import PaceLanguage

/// The part of a program that a plan evaluates.
///
/// Names keep their indices; rules that are left out do nothing. A plan of a part takes time for the part alone.
public struct PlanPart: Sendable {
  /// In declaration order, with all rules that they rest on.
  public var rules: [RuleID]
  /// The parameters whose texts may be read.
  public var params: [ParamID]
  /// Everything that the rules and the conditions of their streams are made of, children before parents.
  public var expressions: [ExpressionID]
  /// Whether the rules have their messages; if not, each message is empty.
  public var hasMessages: Bool

  public init(rules: [RuleID], params: [ParamID], expressions: [ExpressionID], hasMessages: Bool) {
    self.rules = rules
    self.params = params
    self.expressions = expressions
    self.hasMessages = hasMessages
  }

  /// All of a program.
  init(wholeOf program: Program) {
    self.init(
      rules: program.rules.ids, params: program.params.ids,
      expressions: program.expressions.ids, hasMessages: true)
  }
}
