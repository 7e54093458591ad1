import PaceLanguage

extension Program {
  /// The constants in a rule's clauses and gates of the wanted roles, and in their expressions.
  func constants(of rule: Rule, in isWanted: (Role) -> Bool) -> [ConstantUse] {
    let parts = allParts(of: rule).filter { isWanted($0.role) }
    return constants(of: parts) + parts.compactMap { $0.expression }.flatMap { constants(in: $0) }
  }

  /// The values of a constant under each preset and by default, in the bits of its type.
  func bits(of constant: ConstantUse) -> [Int64] { values(of: constant.operand).map { $0.bits } }
}
