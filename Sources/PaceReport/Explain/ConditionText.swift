import PaceEngine
import PaceLanguage

/// A condition with its values, as lines of text.
struct ConditionText: Sendable {
  let evidence: EvidenceText
  /// Whether definitions are shown part by part; else one made of other conditions is shown by name, with what
  /// decided it.
  var isFull = false
  /// Whether an equality is shown with what it compares even where only values are shown: `0 == 0` says nothing.
  var namesEqual = false
  /// The date whose year others leave out; nil where conditions of several instants are shown.
  var day: Int64?

  /// - Parameter namesMany: as for `RowNames`.
  init(_ program: Program, _ machine: Machine, _ log: SubjectLog, namesMany: Bool = false) {
    evidence = EvidenceText(ValuePrinter(program, machine, log), log, namesMany: namesMany)
  }

  var printer: ValuePrinter { evidence.printer }
  var program: Program { printer.program }

  func shape(of node: ConditionNode) -> ConditionShape { program[node.expression].operation.shape }

  /// The operands of a chain of the same `and` or `or`.
  func flattened(_ node: ConditionNode, by sign: BinaryOperator) -> [ConditionNode] {
    let whole = unfolded(node)
    if shape(of: whole) == .junction(sign), whole.children.count == 2 {
      return whole.children.flatMap { flattened($0, by: sign) }
    }
    return [node]
  }

  /// Whether a node is a bare truth value, whose value says everything.
  func isLeaf(_ node: ConditionNode) -> Bool { program.isBareTruth(unfolded(node).expression) }

  func isComposite(_ node: ConditionNode) -> Bool {
    if case .junction = shape(of: unfolded(node)) { true } else { false }
  }

  /// The node that is shown in place of one: of a definition what it stands for, of a truth with an `else` the known
  /// side. A definition that is shown by its name, and any other node, is shown as it is.
  func unfolded(_ node: ConditionNode) -> ConditionNode {
    var node = node
    while !isNamed(node), let inner = meant(by: node) { node = inner }
    return node
  }

  /// What a definition names, or the known side of a truth with an `else`; nil for any other node.
  func meant(by node: ConditionNode) -> ConditionNode? {
    guard let inner = node.children.first else { return nil }
    if shape(of: node) == .definition { return inner }
    let isReplaced = inner.value.isUnknown || program[node.expression].operation.replaceable == nil
    return isReplaced || node.type != .bool ? nil : inner
  }

  func verdict(_ node: ConditionNode) -> String {
    guard let margin = node.margin, !margin.isUnknown else { return node.truth }
    if !isOrdered(node) { return node.truth }
    if let miss = strictMiss(node) ?? miss(node) { return miss }
    if margin.bits == 0 { return node.value.isTrue ? "just true" : node.truth }
    return "\(node.truth) by \(printer.text(margin: margin, of: node, decimals: Self.decimals(in: node)))"
  }

  /// `too low by 1`: which way a comparison is missed, and by how much; nil if it isn't missed or has no amount.
  func miss(_ node: ConditionNode) -> String? {
    guard let margin = node.margin, !margin.isUnknown, margin.bits < 0, margin.bits != .min,
      node.children.count > 1
    else { return nil }
    let isTime = [.date, .time].contains(node.children[0].type)
    let isLess = node.children[0].value.bits < node.children[1].value.bits
    let way = isLess ? (isTime ? "too early" : "too low") : isTime ? "too late" : "too high"
    let amount = printer.text(margin: Value(-margin.bits), of: node, decimals: Self.decimals(in: node))
    return "\(way) by \(amount)"
  }
}

extension ConditionText {
  /// Why a strict comparison of equal values is false, for which there is no amount.
  func strictMiss(_ node: ConditionNode) -> String? {
    guard node.value == .no, node.margin?.bits == 0 else { return nil }
    return switch shape(of: node) {
    case .relation(.greater): "not more"
    case .relation(.less), .range: "not less"
    case .definition, .negation, .junction, .relation, .list, .plain: nil
    }
  }

  /// One comparison or truth value, with values: `count(x) = 2 >= 3 (threshold)`.
  ///
  /// With `unfolds`, what is compared is shown as its definition says, else by the name that the rule gives it.
  func text(of node: ConditionNode, unfolds: Bool) -> String {
    switch shape(of: node) {
    case .relation(let relation) where node.children.count == 2:
      let decimals = Self.decimals(in: node)
      let lead = lead(node.children[0], decimals, unfolds: unfolds)
      return "\(lead) \(relation.text) \(threshold(node.children[1], decimals))"
    case .range(let isClosed) where node.children.count == 3:
      let decimals = Self.decimals(in: node)
      let ends = node.children.dropFirst().map { threshold($0, decimals) }
      let lead = lead(node.children[0], decimals, unfolds: unfolds)
      return "\(lead) in \(ends.joined(separator: isClosed ? " .. " : " to "))"
    case .list:
      let decimals = Self.decimals(in: node)
      let values = node.children.dropFirst().map { threshold($0, decimals) }
      return "\(lead(node.children[0], decimals, unfolds: unfolds)) in (\(values.joined(separator: ", ")))"
    case .negation where node.children.count == 1:
      let inner = unfolded(node.children[0])
      return isLeaf(inner) ? text(of: inner, unfolds: unfolds) : "not (\(text(of: inner, unfolds: unfolds)))"
    case .definition where isNamed(node): return named(node)
    case .definition, .negation, .junction, .relation, .range, .plain:
      return "\(node.text) = \(printer.text(node.value, node.type))"
    }
  }

  /// What is compared: its text and value, or only the value of a constant.
  func lead(_ node: ConditionNode, _ decimals: Int, unfolds: Bool) -> String {
    let value = printer.text(node.value, node.type, decimals: decimals)
    return isConstant(node) ? value : "\(unfolds ? unfolded(node).text : node.text) = \(value)"
  }

  /// What it is compared with: `2 (threshold)`.
  func threshold(_ node: ConditionNode, _ decimals: Int) -> String {
    let value = printer.text(node.value, node.type, decimals: decimals)
    return isConstant(node) ? value : "\(value) (\(node.text))"
  }

  private func isConstant(_ node: ConditionNode) -> Bool {
    program[unfolded(node).expression].operation.constant != nil
  }

  /// How many decimals the sides of a comparison show, so that they look alike; an endless fraction does not
  /// lengthen the other side.
  static func decimals(in node: ConditionNode) -> Int {
    let most = node.children.reduce(0) { max($0, ValuePrinter.decimals($1.value, $1.type)) }
    return most > 3 ? 0 : most
  }

  /// The parameters and attributes that set an expression's windows and schedules, and the days of its streaks.
  func settings(of node: ConditionNode) -> [String] {
    if isNamed(node) { return [] }
    let lengths = readings(in: node.expression).compactMap { $0.window.length }
    return lengths.compactMap { printer.named($0) }.unique + schedules(of: node) + days(of: node)
  }

  /// `plan = "weekly mon sat"`, for a truth about a schedule that has a name.
  private func schedules(of node: ConditionNode) -> [String] {
    node.children.filter { $0.type == .schedule && !isConstant($0) }.map {
      "\($0.text) = \(printer.text($0.value, $0.type))"
    }
  }

  /// `days 19 to 25 Nov`, for each streak in a comparison; `5 days of 19 to 25 Nov` where it skipped some.
  private func days(of node: ConditionNode) -> [String] {
    guard let days = node.days else { return node.children.flatMap { self.days(of: $0) } }
    let span = TimeText.shortDays(days, besides: day ?? days.upperBound)
    let counted = Int(clamping: node.value.bits / Arithmetic.unit)
    if counted == days.count { return ["\(counted == 1 ? "day" : "days") \(span)"] }
    return ["\(Noun.count(counted, "day")) of \(span)"]
  }

  /// The fields that the aggregates in an expression read.
  func fields(in expression: ExpressionID) -> [FieldNameID] {
    readings(in: expression).compactMap { $0.field }.unique
  }

  /// The readings of an expression's calls, except inside streaks, which are about days that are over.
  private func readings(in root: ExpressionID) -> [Reading] {
    let operation = program[root].operation
    if operation.isStreak { return [] }
    let below = operation.children + (program.definition(of: root).map { [$0] } ?? [])
    return (operation.reading.map { [$0] } ?? []) + below.flatMap { readings(in: $0) }
  }
}

extension ConditionNode {
  var truth: String { value.isUnknown ? "unknown" : value.isTrue ? "true" : "false" }
}
