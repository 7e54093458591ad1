import PaceEngine
import PaceLanguage

/// A rule of a scale that stands for a range of one expression's values.
struct Band {
  var rule: RuleID
  var level: Int
  /// The expression whose values are in the band, in canonical form.
  var subject: ExpressionID
  var low: Int64
  /// The highest value in the band; nil if it has no upper end.
  var high: Int64?
  var span: SourceSpan
}

extension Band {
  /// The bands of a scale, grouped by their expression, from low to high.
  ///
  /// Only rules whose whole condition compares one expression with constants are bands. A group has at least
  /// two bands, and at least one of them has an upper end.
  static func groups(of scale: Scale, in context: LintContext) -> [[Band]] {
    var groups: [ExpressionID: [Band]] = [:]
    var hasEnds: Set<ExpressionID> = []
    for rule in scale.rules {
      guard let band = Band(rule, in: context) else { continue }
      groups[band.subject, default: []].append(band)
      if band.high != nil { hasEnds.insert(band.subject) }
    }
    return groups.filter { $0.value.count > 1 && hasEnds.contains($0.key) }
      .sorted { $0.key.index < $1.key.index }
      .map { group in group.value.sorted { ($0.low, $0.level) < ($1.low, $1.level) } }
  }

  init?(_ id: RuleID, in context: LintContext) {
    let program = context.program
    guard let condition = program[id].condition, program[id].until == nil, program[id].hold == nil,
      let raise = program[id].raise, !raise.whenFired
    else { return nil }
    rule = id
    level = raise.level
    span = program[condition].span
    let parts = program.conjuncts(of: condition).map { program[$0].operation.limits }
    guard let first = parts.first?.first, !parts.contains(where: { $0.isEmpty }) else { return nil }
    subject = context.canonical[first.value]
    var range = ValueRange.everything
    for limit in parts.flatMap({ $0 }) {
      guard context.canonical[limit.value] == subject, let bits = program.constant(limit.limit),
        let demand = ValueRange(bits).demand(limit.relation), let both = range.intersected(demand)
      else { return nil }
      range = both
    }
    guard range.low > ValueRange.everything.low else { return nil }
    let step = Band.step(of: subject, in: program)
    low = range.low + (step - range.low % step) % step
    high = range.high == .max ? nil : range.high - (range.high % step + step) % step
    guard low <= high ?? .max else { return nil }
  }

  /// The distance between neighbouring values of the band's expression, which are multiples of it.
  static func step(of subject: ExpressionID, in program: Program) -> Int64 {
    if case .param(let id)? = program[subject].operation.operand {
      let param = program.params[id.index]
      if let step = param.step, let low = param.range?.lowerBound, low % step == 0 { return step }
    }
    return program[subject].operation.countsWhole ? Arithmetic.unit : 1
  }
}

/// Two neighbouring bands of one scale.
struct NeighbouringBands {
  var scale: Scale
  var below: Band
  var above: Band
  /// The highest value of the lower one.
  var end: Int64

  static func all(in context: LintContext) -> [NeighbouringBands] {
    context.program.scales.flatMap { scale in
      Band.groups(of: scale, in: context).flatMap { bands in
        zip(bands, bands.dropFirst()).compactMap { below, above in
          below.high.map { NeighbouringBands(scale: scale, below: below, above: above, end: $0) }
        }
      }
    }
  }

  /// A value as the program would write it.
  func text(_ bits: Int64, in program: Program) -> String {
    program.text(of: Value(bits), type: program[below.subject].type)
  }
}

extension Program {
  /// The bits of a constant as written; nil if it is unknown, or too large to take a step from.
  func constant(_ id: ExpressionID) -> Int64? {
    let bits = self[resolved(id)].operation.constant?.bits
    return bits.flatMap { $0 < .max - Arithmetic.unit ? $0 : nil }
  }
}
