extension Need {
  fileprivate func problem(_ span: SourceSpan, text: String, for use: String) -> Diagnostic {
    switch self {
    case .notNegative, .positive:
      .notPositive(span, text: text, for: use, mayBeZero: self == .notNegative)
    case .whole: .notWhole(span, text: text, for: use)
    }
  }
}

/// A value that the text gives to a name.
struct GivenValue {
  var name: String
  var bits: Int64
  var literal: Literal
}

/// A literal is judged where it stands. A name gets its values elsewhere: from its default, from presets and scenarios.
/// Those are judged once it is known what the name is used for.
extension Checker {
  /// Whether the operand is fine as far as can be seen here; reports a literal that isn't.
  mutating func meets(_ need: Need, _ operand: Operand, _ literal: Literal, for use: String) -> Bool {
    switch operand {
    case .constant(let value):
      if need.isMet(by: value.bits) { return true }
      report(need.problem(literal.span, text: literalText(literal), for: use))
      return false
    case .param, .attribute:
      if case .name(let name) = literal.kind {
        demands[name, default: []].append(Demand(need: need, use: use, span: literal.span))
      }
      return true
    }
  }

  /// Remembers a value that is in its range, for `checkDemands`.
  mutating func note(_ constant: Constant, _ literal: Literal, of type: ValueType, for name: String) {
    guard case .value(let value) = constant, type == .number || type == .duration else { return }
    givenValues.append(GivenValue(name: name, bits: value.bits, literal: literal))
  }

  /// Reports each value that one of the clauses naming it can't take, and keeps what is asked of the values that
  /// logs and commands will give.
  mutating func checkDemands() {
    for index in params.indices { params[index].demands = demands[params[index].name.text] ?? [] }
    for index in subject.attributes.indices {
      subject.attributes[index].demands = demands[subject.attributes[index].name.text] ?? []
    }
    for given in givenValues {
      guard let demand = demands[given.name]?.unmet(by: given.bits) else { continue }
      var problem = demand.need.problem(
        given.literal.span, text: literalText(given.literal), for: demand.use)
      problem.notes.append(DiagnosticNote(demand.span, "`\(given.name)` is used here"))
      report(problem)
    }
  }
}
