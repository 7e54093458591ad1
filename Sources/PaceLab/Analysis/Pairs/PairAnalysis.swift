import PaceLanguage

/// Works out how every part of a program may differ between two assignments of its parameters, over every log
/// and every instant.
///
/// What it rests on:
/// - A log is the same on both sides, row for row; debouncing has no parameters, so the same rows are kept.
///   Rows have values within the declared ranges (others are skipped when read), and a subject has at most 2³²
///   of them, so counts and sums of ranged fields fit.
/// - A stream keeps all of its events under the other assignment if no event can leave it (`Change`); so does a
///   window over it that reaches back at least as far.
/// - `count` over more events is no less; neither is `sum` of a field that is nowhere negative; `max` is no
///   less and `min` no greater, and neither becomes unknown. The newest event is no older, so `since` is no
///   longer and what comes `after` it is no more.
/// - Arithmetic, comparisons and logic combine pairs as `QuantityPair` and `TruthPairs` say.
/// - A state turns on no later if its condition holds whenever the other's does, its `for` is no longer and its
///   `until` is true only where the other's is. A scale stands no lower if that is so of each rule that raises
///   it. Rules make no cycle, so the argument goes by induction over the rules and, for memory, over instants.
/// - Firings have no such order, since a cooldown may hold one back on one side only; what reads them may be
///   anything.
struct PairAnalysis {
  let program: Program
  let attempt: Attempt?
  let sides: Sides?
  private var expressions: [ExpressionID: Pair] = [:]
  private var streams: [Change?]
  private var scales: [QuantityPair?]

  /// Two assignments, each with one value per parameter, and the presets they come from.
  struct Sides {
    var left: [Constant?]
    var right: [Constant?]
    var presets: (left: PresetID, right: PresetID)?
    /// A parameter that has any value of its range, the same on both sides.
    var free: ParamID?
  }

  /// Without assignments, parameters have any value of their range, the same on both sides.
  ///
  /// With an attempt, expressions are those of its rule at that instant, and both sides have the same values.
  init(_ program: Program, _ sides: Sides? = nil, at attempt: Attempt? = nil) {
    self.program = program
    self.sides = sides
    self.attempt = attempt
    streams = Array(repeating: nil, count: program.streams.count)
    scales = Array(repeating: nil, count: program.scales.count)
  }

  mutating func truths(_ id: ExpressionID) -> TruthPairs { pair(id).truths }

  mutating func quantities(_ id: ExpressionID) -> QuantityPair { pair(id).quantities }

  mutating func pair(_ id: ExpressionID) -> Pair {
    if let done = expressions[id] { return done }
    let pair = workedOut(id)
    expressions[id] = pair
    return pair
  }

  private mutating func workedOut(_ id: ExpressionID) -> Pair {
    let node = program[id]
    switch node.operation {
    case .constant(let constant): return leaf(node.type, constant, constant)
    case .param(let param): return pair(of: param)
    case .attribute(let attribute): return pair(of: attribute)
    case .define(let define): return pair(program.defines[define.index].value)
    case .level(let scale): return .quantity(level(of: scale))
    case .field(let field): return pair(ofField: field, type: node.type)
    case .aggregate(let aggregate, let stream, let field, let window):
      return .quantity(pair(of: aggregate, stream, field, window))
    case .latest(let stream, let field): return latest(stream, field, type: node.type)
    case .since(let stream): return .quantity(since(stream))
    case .gap(let stream):
      let bounds = ValueRange(0, .max)
      let isSame = self.stream(stream) == .same
      return .quantity(isSame ? .same(bounds, mayBeUnknown: true) : .anything(bounds))
    case .firesRule(let rule): return .truth(fires([rule]))
    case .firesKind(let kind): return .truth(fires(program.noticeKinds[kind.index].rules))
    case .due(let schedule): return .truth(quantities(schedule).isSame ? .same : .all)
    case .streak(let condition, let skip): return .quantity(streak(condition, skip))
    case .elapsed(let from, let to): return .quantity(elapsed(from, to))
    case .clockWithin(let from, let to):
      return .truth(clockSpan(from, to))
    case .weekday: return .quantity(.same(ValueRange(0, 6), mayBeUnknown: false))
    case .date: return .quantity(.same(.everything, mayBeUnknown: false))
    case .negate(let part): return .quantity(quantities(part).negated)
    case .not(let part): return .truth(truths(part).mapped { !$0 })
    case .binary(let symbol, let left, let right): return binary(symbol, left, right)
    case .comparison(let relation, let left, let right):
      return .truth(quantities(left).compared(relation, quantities(right)))
    case .within(let value, let low, let high, let isClosed):
      let above = quantities(value).compared(.greaterOrEqual, quantities(low))
      let below = quantities(value).compared(isClosed ? .lessOrEqual : .less, quantities(high))
      // Nothing lies in a span that ends before it starts.
      let filled = quantities(low).compared(isClosed ? .lessOrEqual : .less, quantities(high))
      let inside = above.combined(below) { $0 && $1 }
      return .truth(inside.combined(filled) { $0 == .yes && $1 != .yes ? .no : $0 })
    case .among(let value, let values):
      let equal = values.map { quantities(value).compared(.equal, quantities($0)) }
      return .truth(equal.dropFirst().reduce(equal[0]) { $0.combined($1) { $0 || $1 } })
    }
  }

  private mutating func binary(_ symbol: BinaryOperator, _ a: ExpressionID, _ b: ExpressionID) -> Pair {
    switch symbol {
    case .and: return .truth(truths(a).combined(truths(b)) { $0 && $1 })
    case .or: return .truth(truths(a).combined(truths(b)) { $0 || $1 })
    case .otherwise:
      if case .truth(let first) = pair(a), case .truth(let second) = pair(b) {
        return .truth(first.combined(second) { $0 == .unknown ? $1 : $0 })
      }
      return .quantity(quantities(a).otherwise(quantities(b)))
    case .add: return .quantity(quantities(a).adding(quantities(b)))
    case .subtract:
      if program[a].type == .time {
        return .quantity(quantities(a).joinedSomehow(quantities(b), bounds: ValueRange(0, ClockSpan.day)))
      }
      return .quantity(quantities(a).adding(quantities(b).negated))
    case .multiply: return .quantity(quantities(a).multiplied(by: quantities(b)))
    case .divide: return .quantity(quantities(a).divided(by: quantities(b)))
    case .remainder: return .quantity(quantities(a).remainder(by: quantities(b)))
    case .least: return .quantity(quantities(a).lesser(quantities(b)))
    case .round, .floor: return .quantity(quantities(a).rounded(to: quantities(b)))
    case .greatest: return .quantity(quantities(a).negated.lesser(quantities(b).negated).negated)
    }
  }

  // MARK: Constants of the subject

  private func pair(of param: ParamID) -> Pair {
    let declared = program.params[param.index]
    guard let sides, sides.free != param else {
      return ranged(declared.type, declared.range, mayBeUnknown: false)
    }
    return leaf(declared.type, sides.left[param.index], sides.right[param.index])
  }

  private func pair(of attribute: AttributeID) -> Pair {
    let field = program.subject.attributes[attribute.index]
    // The preset in force may have been picked by this very attribute.
    if attribute == program.subject.presetAttribute, sides?.presets.map({ $0.left != $0.right }) ?? false {
      return .quantity(.anything(ValueRange.of(field.type, in: program)))
    }
    return ranged(field.type, field.range, mayBeUnknown: field.initial == nil)
  }

  /// A value of the log or the subject: the same on both sides.
  private func ranged(_ type: ValueType, _ range: ClosedRange<Int64>?, mayBeUnknown: Bool) -> Pair {
    if type == .bool { return .truth(mayBeUnknown ? .same : .sureSame) }
    let bounds = range.map { ValueRange($0) } ?? ValueRange.of(type, in: program)
    return .quantity(.same(bounds, mayBeUnknown: mayBeUnknown))
  }

  private func leaf(_ type: ValueType, _ left: Constant?, _ right: Constant?) -> Pair {
    switch (left, right) {
    case (.value(let one), .value(let two)) where type == .bool:
      return .truth(TruthPairs([(Truth(one), Truth(two))]))
    case (.value(let one), .value(let two)):
      return .quantity(QuantityPair(one.bits, two.bits))
    case (.text(let one), .text(let two)):
      return .quantity(QuantityPair(one == two ? .equal : [.less, .greater], .everything, .everything))
    case (nil, nil): return .quantity(QuantityPair(.bothUnknown, .everything, .everything))
    default: return type == .bool ? .truth(.all) : .quantity(.anything())
    }
  }

  func pair(of operand: Operand) -> QuantityPair {
    switch operand {
    case .constant(let value): QuantityPair(value.bits, value.bits)
    case .param(let param): pair(of: param).quantities
    case .attribute(let attribute): pair(of: attribute).quantities
    }
  }

  /// How much of a daily span has passed, which is never known if the day starts strictly inside it.
  private func elapsed(_ from: Operand, _ to: Operand) -> QuantityPair {
    let (start, end, bounds) = (pair(of: from), pair(of: to), ValueRange(0, 2 * ClockSpan.day))
    if let (start, otherStart) = start.constants, let (end, otherEnd) = end.constants,
      program.isDayStartInside(ClockSpan(start: start, end: end)),
      program.isDayStartInside(ClockSpan(start: otherStart, end: otherEnd))
    {
      return QuantityPair(.bothUnknown, bounds, bounds)
    }
    var pair = start.joinedSomehow(end, bounds: bounds)
    pair.standings.insert(.bothUnknown)
    return pair
  }

  private func clockSpan(_ from: Operand, _ to: Operand) -> TruthPairs {
    let (start, end) = (pair(of: from), pair(of: to))
    func isEmpty(_ value: ((left: Int64, right: Int64)) -> Int64) -> Bool {
      from == to || (start.constants.map(value).map { $0 == end.constants.map(value) } ?? false)
    }
    let (leftIsEmpty, rightIsEmpty) = (isEmpty { $0.left }, isEmpty { $0.right })
    var truths = TruthPairs.none
    for (left, right) in clockSpan(start, end).pairs
    where !(leftIsEmpty && left == .yes) && !(rightIsEmpty && right == .yes) { truths.insert(left, right) }
    return truths
  }

  private func clockSpan(_ from: QuantityPair, _ to: QuantityPair) -> TruthPairs {
    if from.isSame, to.isSame {
      let isKnown = from.standings.union(to.standings).isDisjoint(with: .bothUnknown)
      return isKnown ? .sureSame : .same
    }
    guard let (start, otherStart) = from.constants, let (end, otherEnd) = to.constants else { return .all }
    let (left, right) = (ClockSpan(start: start, end: end), ClockSpan(start: otherStart, end: otherEnd))
    var truths = TruthPairs.sureSame
    if !right.alwaysContains(left) { truths.insert(.yes, .no) }
    if !left.alwaysContains(right) { truths.insert(.no, .yes) }
    return truths
  }

  // MARK: What is worked out once

  mutating func stream(_ id: StreamID) -> Change {
    if let done = streams[id.index] { return done }
    streams[id.index] = .anything
    let pair = workedOut(program[id])
    streams[id.index] = pair
    return pair
  }

  mutating func level(of scale: ScaleID) -> QuantityPair {
    if let done = scales[scale.index] { return done }
    let levels = ValueRange.of(.level(scale), in: program)
    // Bounds from the declared ranges alone don't look into rules.
    if sides == nil { return .same(levels, mayBeUnknown: true) }
    scales[scale.index] = .anything(levels)
    let pair = raised(scale)
    scales[scale.index] = pair
    return pair
  }
}

extension TruthPairs {
  /// The same on both sides, and known.
  static let sureSame = TruthPairs([(.no, .no), (.yes, .yes)])
}

extension Truth {
  init(_ value: Value) { self = value.isUnknown ? .unknown : value.isTrue ? .yes : .no }
}

extension ValueRange {
  /// The range of a type's values.
  static func of(_ type: ValueType, in program: Program) -> ValueRange {
    switch type {
    case .number, .duration, .text, .schedule, .date: .everything
    case .time: ValueRange(0, ClockSpan.day - 1)
    case .bool: ValueRange(0, 1)
    case .weekday: ValueRange(0, 6)
    case .preset: ValueRange(0, max(Int64(program.presets.count) - 1, 0))
    case .enumeration(let id): ValueRange(0, max(Int64(program.enumerations[id.index].cases.count) - 1, 0))
    case .level(let id): ValueRange(0, max(Int64(program.scales[id.index].levels.count) - 1, 0))
    }
  }
}
