import PaceLanguage

extension Influences {
  /// The program reduced to what can affect what is asked about; names keep their indices.
  ///
  /// Only for evaluation: removed rules stay, but do nothing. For a `verdict`, no rule keeps its message.
  var reducedProgram: Program {
    let kept = expressions(of: aspect)
    return program.changing { content in
      for index in program.rules.indices {
        if !rules.contains(RuleID(index)) {
          silence(&content.rules[index])
        } else if aspect == .verdict {
          content.rules[index].emission?.message.parts = []
        }
      }
      for index in program.noticeKinds.indices where !emits(NoticeKindID(index)) {
        content.noticeKinds[index].policy = []
      }
      for index in program.expressions.indices where !kept.contains(ExpressionID(index)) {
        content.expressions[index].operation = .constant(.value(.yes))
        content.expressions[index].type = .bool
      }
    }
  }

  private func emits(_ kind: NoticeKindID) -> Bool {
    program.noticeKinds[kind.index].rules.contains { rules.contains($0) }
  }

  private func silence(_ rule: inout Rule) {
    rule.trigger = .none
    rule.condition = nil
    rule.hold = nil
    rule.until = nil
    rule.emission = nil
    rule.raise = nil
    rule.repetition = .never
    rule.gates = []
  }
}
