import PaceLanguage

extension Program {
  /// The constants in a rule's clauses and gates of the wanted roles, and in their expressions.
  func constants(of rule: Rule, in isWanted: (Role) -> Bool) -> [ConstantUse] {
    let parts = allParts(of: rule).filter { isWanted($0.role) }
    return constants(of: parts) + parts.compactMap { $0.expression }.flatMap { constants(in: $0) }
  }

  /// Every gate as it is written: those of rules, then those of policies.
  var writtenGates: [Gate] { rules.flatMap { $0.gates } + noticeKinds.flatMap { $0.policy } }

  /// The values of a constant under each preset and by default, in the bits of its type.
  func bits(of constant: ConstantUse) -> [Int64] { values(of: constant.operand).map { $0.bits } }

  /// The debounce times of events and kinds.
  var debounces: [Int64] { events.flatMap { [$0.debounce] + $0.kinds.map { $0.debounce } }.compactMap { $0 } }

  /// A constant, or the default of a parameter or an attribute, in bits; nil if it has none.
  func usualBits(of operand: Operand) -> Int64? {
    switch operand {
    case .constant(let value): Constant.value(value).bits
    case .param(let id): params[id.index].initial?.bits
    case .attribute(let id): subject.attributes[id.index].initial?.bits
    }
  }
}

extension Constant {
  /// The bits of a known value; nil for a text.
  var bits: Int64? {
    if case .value(let value) = self, !value.isUnknown { value.bits } else { nil }
  }
}
