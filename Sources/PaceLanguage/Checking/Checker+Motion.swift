/// How expressions move between boundaries, so that every crossing is found exactly.
extension Checker {
  /// One side of an operator as a message shows it.
  struct MovingSide {
    var text: String
    var motion: Motion
    var span: SourceSpan
  }

  func side(_ id: ExpressionID) -> MovingSide {
    let node = nodes[id.index]
    return MovingSide(
      text: files[Int(node.span.file.index)].text(in: node.span), motion: node.motion, span: node.span)
  }

  /// The motion of an arithmetic operation; nil, with a report, where crossings could not be found.
  mutating func motion(
    _ operation: BinaryOperator, _ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan
  ) -> Motion? {
    let (left, right) = (nodes[a.index].motion, nodes[b.index].motion)
    if left == .constant && right == .constant { return .constant }
    switch operation {
    case .add, .subtract:
      if let joined = left.joined(operation == .add ? right : right.reversed) { return joined }
      report(.movingApart(span, operation: operation, left: side(a), right: side(b)))
      return nil
    case .multiply:
      if left != .constant && right != .constant {
        report(.productOfMoving(span, left: side(a), right: side(b)))
        return nil
      }
      return left == .constant ? scaled(right, by: sign(a)) : scaled(left, by: sign(b))
    case .divide:
      if right != .constant {
        report(.divisionByMoving(span, divisor: side(b)))
        return nil
      }
      return scaled(left, by: sign(b))
    case .remainder:
      report(.remainderOfMoving(span, moving: side(left == .constant ? b : a)))
      return nil
    case .or, .and, .otherwise: return .constant
    }
  }

  /// Whether the comparison of two sides changes at most once before the next boundary.
  mutating func mayCompare(_ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan) -> Bool {
    let (left, right) = (nodes[a.index].motion, nodes[b.index].motion)
    if left == .constant || right == .constant || left != right { return true }
    report(.bothSidesMove(span, left: side(a), right: side(b)))
    return false
  }

  private enum Sign {
    case zero, positive, negative, unknown

    var reversed: Sign {
      switch self {
      case .positive: .negative
      case .negative: .positive
      case .zero, .unknown: self
      }
    }
  }

  /// A factor whose sign only a subject's values tell counts as positive; the plan settles it.
  private func scaled(_ motion: Motion, by sign: Sign) -> Motion {
    switch sign {
    case .zero: .constant
    case .negative: motion.reversed
    case .positive, .unknown: motion
    }
  }

  /// The sign of a constant expression as far as its text and the declared ranges tell.
  private func sign(_ id: ExpressionID) -> Sign {
    switch nodes[id.index].operation {
    case .constant(.value(let value)): sign(of: value.bits...value.bits)
    case .param(let id): params[id.index].range.map(sign(of:)) ?? .unknown
    case .attribute(let id): subject.attributes[id.index].range.map(sign(of:)) ?? .unknown
    case .aggregate(.count, _, _, _), .since, .gap, .elapsed, .streak: .positive
    case .negate(let inner): sign(inner).reversed
    case .define(let id):
      if id.index < definitions.count, let definition = definitions[id.index] {
        sign(definition.value)
      } else {
        .unknown
      }
    case .binary(.multiply, let a, let b), .binary(.divide, let a, let b):
      switch (sign(a), sign(b)) {
      case (.zero, _), (_, .zero): .zero
      case (.unknown, _), (_, .unknown): .unknown
      case (let one, let other): one == other ? .positive : .negative
      }
    case .constant(.text), .level, .field, .aggregate, .latest, .firesRule, .firesKind, .due, .clockWithin,
      .weekday, .date, .not, .binary, .comparison, .within:
      .unknown
    }
  }

  private func sign(of range: ClosedRange<Int64>) -> Sign {
    if range.lowerBound == 0 && range.upperBound == 0 { return .zero }
    if range.lowerBound >= 0 { return .positive }
    return range.upperBound <= 0 ? .negative : .unknown
  }
}

extension Motion {
  /// The motion of the negated value.
  var reversed: Motion {
    switch self {
    case .constant: .constant
    case .rising: .falling
    case .falling: .rising
    }
  }

  /// The motion of a sum; nil where one part rises and the other falls.
  func joined(_ other: Motion) -> Motion? {
    if self == .constant { return other }
    if other == .constant || self == other { return self }
    return nil
  }
}

extension SourceSpan {
  /// What lies between two spans of one file.
  init(_ first: SourceSpan, to second: SourceSpan) {
    self.init(file: first.file, start: Int(first.end), end: Int(max(first.end, second.start)))
  }
}
