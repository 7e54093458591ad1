import PaceEngine
import PaceLanguage

/// Values of one subject as the language writes them.
struct ValuePrinter: Sendable {
  let program: Program
  let machine: Machine
  /// The attributes in the subject's row; unknown where the default holds.
  let attributes: [Value]

  init(_ program: Program, _ machine: Machine, _ log: SubjectLog) {
    self.program = program
    self.machine = machine
    attributes = log.record.attributes
  }

  /// A value, or the text that it stands for.
  func constant(_ value: Value, _ type: ValueType) -> Constant {
    let isText = type == .text || type == .schedule
    return isText && !value.isUnknown ? .text(machine.text(of: value)) : .value(value)
  }

  /// `decimals` is the least that a number shows, so that both sides of a comparison look alike.
  func text(_ value: Value, _ type: ValueType, decimals: Int = 0) -> String {
    if value.isUnknown { return "unknown" }
    switch type {
    case .number: return Self.number(value.bits, decimals: decimals)
    case .text, .schedule: return "\"\(machine.text(of: value).printable)\""
    default: return program.text(of: value, type: type)
    }
  }

  /// By how much a comparison is true or false.
  func text(margin: Value, of node: ConditionNode, decimals: Int = 0) -> String {
    if let type = node.children.first?.type, case .level = type {
      return Noun.count(Int(clamping: margin.bits / type.marginStep), "level")
    }
    return node.marginType.map { text(margin, $0, decimals: decimals) } ?? ""
  }

  /// How many decimals a number needs; none for other types.
  static func decimals(_ value: Value, _ type: ValueType) -> Int {
    guard type == .number, !value.isUnknown else { return 0 }
    var rest = value.bits.magnitude % 1_000_000
    var count = 0
    while rest != 0 {
      rest = rest * 10 % 1_000_000
      count += 1
    }
    return count
  }

  private static func number(_ millionths: Int64, decimals least: Int) -> String {
    let count = max(least, decimals(Value(millionths), .number))
    let sign = millionths < 0 ? "-" : ""
    let whole = millionths.magnitude / 1_000_000
    guard count > 0 else { return "\(sign)\(whole)" }
    let digits = String(millionths.magnitude % 1_000_000 + 1_000_000).dropFirst().prefix(count)
    return "\(sign)\(whole).\(digits)"
  }

  /// An operand's value, with its name if it has one: `22:00 (quiet_from)`.
  func valued(_ operand: Operand, _ type: ValueType) -> String {
    let text = value(operand, type)
    return declared(operand).map { "\(text) (\($0.name))" } ?? text
  }

  /// An operand's value alone.
  func value(_ operand: Operand, _ type: ValueType) -> String {
    switch operand {
    case .constant(let value): text(value, type)
    case .param(let id): text(machine.value(of: id), type)
    case .attribute(let id): text(value(of: id), type)
    }
  }

  /// The name of an attribute with neither a value nor a default; nil for any other operand.
  func nameWithoutValue(_ operand: Operand) -> String? {
    guard case .attribute(let id) = operand, value(of: id).isUnknown else { return nil }
    return program.subject.attributes[id.index].name.text
  }

  /// `quiet_from = 22:00`, for texts that show only the name; nil for a constant.
  func named(_ operand: Operand) -> String? {
    declared(operand).map { "\($0.name) = \(value(operand, $0.type))" }
  }

  /// The name and type of a parameter or an attribute; nil for a constant.
  private func declared(_ operand: Operand) -> (name: String, type: ValueType)? {
    switch operand {
    case .constant: return nil
    case .param(let id): return (program.params[id.index].name.text, program.params[id.index].type)
    case .attribute(let id):
      let attribute = program.subject.attributes[id.index]
      return (attribute.name.text, attribute.type)
    }
  }

  /// An attribute's value, or its default.
  private func value(of id: AttributeID) -> Value {
    if attributes.indices.contains(id.index), !attributes[id.index].isUnknown { return attributes[id.index] }
    guard case .value(let value)? = program.subject.attributes[id.index].initial else { return .unknown }
    return value
  }
}
