import PaceLanguage

/// The parts that conditions of two programs are made of, numbered so that what says the same has one number.
///
/// The programs declare the same, so that names mean the same in both; a definition is what it stands for.
struct CaseTerms {
  /// A number or duration that is compared with constants.
  struct Quantity {
    var operation: ExpressionNode.Operation
    var bounds: Bounds
    /// The constants that it is compared with.
    var cuts: Set<Int64> = []
  }

  private(set) var quantities: [Int: Quantity] = [:]
  /// Whatever else is true, false or unknown.
  private(set) var atoms: Set<Int> = []
  private var numbers: [ExpressionNode.Operation: Int] = [:]

  /// Takes up the parts of a condition.
  mutating func add(_ root: ExpressionID, of program: Program, _ bounds: BoundsAnalysis) {
    let id = program.resolved(root)
    switch program[id].operation {
    case .not(let part): add(part, of: program, bounds)
    case .binary(.and, let left, let right), .binary(.or, let left, let right),
      .binary(.otherwise, let left, let right):
      add(left, of: program, bounds)
      add(right, of: program, bounds)
    case .constant: break
    case .comparison(_, let left, let right):
      if let cut = program.cut(left, right) {
        cutQuantity(cut.quantity, [cut.limit], of: program, bounds)
      } else {
        atoms.insert(number(of: id, in: program))
      }
    case .within(let value, let low, let high, _):
      if let from = program.limit(low), let to = program.limit(high) {
        cutQuantity(value, [from, to], of: program, bounds)
      } else {
        atoms.insert(number(of: id, in: program))
      }
    default: atoms.insert(number(of: id, in: program))
    }
  }

  private mutating func cutQuantity(
    _ id: ExpressionID, _ cuts: [Int64], of program: Program, _ bounds: BoundsAnalysis
  ) {
    let id = program.resolved(id)
    let number = number(of: id, in: program)
    var quantity = quantities[number] ?? Quantity(operation: program[id].operation, bounds: bounds[id])
    quantity.cuts.formUnion(cuts)
    quantities[number] = quantity
  }

  mutating func number(of root: ExpressionID, in program: Program) -> Int {
    let id = program.resolved(root)
    var children = program[id].operation.children.map { number(of: $0, in: program) }[...]
    let operation = program[id].operation.mapChildren { _ in ExpressionID(children.removeFirst()) }
    if let known = numbers[operation] { return known }
    numbers[operation] = numbers.count
    return numbers.count - 1
  }
}

extension Program {
  /// A quantity and the constant that it is compared with; nil where neither side is a constant.
  func cut(_ left: ExpressionID, _ right: ExpressionID) -> (quantity: ExpressionID, limit: Int64)? {
    if let limit = limit(right) { return (left, limit) }
    return limit(left).map { (right, $0) }
  }

  /// The bits of a written number, duration, time or date.
  func limit(_ id: ExpressionID) -> Int64? {
    guard case .constant(.value(let value)) = self[resolved(id)].operation, !value.isUnknown else {
      return nil
    }
    return value.bits
  }
}
