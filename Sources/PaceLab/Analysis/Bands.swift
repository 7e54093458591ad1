import PaceLanguage

/// A rule of a scale that stands for a stretch of one expression's values.
struct Band {
  var rule: RuleID
  var level: Int
  /// What it is a band of, as its first twin.
  var subject: ExpressionID
  /// The lowest value in the band.
  var low: Int64
  /// The highest value in the band; nil where it has no upper end.
  var high: Int64?
  var span: SourceSpan
}

extension Band {
  /// The bands of a scale by what they are bands of, from low to high; at least two, at least one with `in`.
  ///
  /// Only rules whose whole condition is one such comparison with constants are bands.
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
    let top = program.resolved(condition)
    span = program[condition].span
    switch program[top].operation {
    case .within(let value, let low, let high, let isClosed):
      guard let low = program.constant(low), let high = program.constant(high) else { return nil }
      subject = context.canonical[value]
      self.low = low
      self.high = isClosed ? high : high - Band.step(of: subject, in: program)
    case .comparison(.greater, let value, let below):
      guard let below = program.constant(below) else { return nil }
      subject = context.canonical[value]
      low = below + Band.step(of: subject, in: program)
    case .comparison(.greaterOrEqual, let value, let low):
      guard let low = program.constant(low) else { return nil }
      subject = context.canonical[value]
      self.low = low
    case .comparison(.equal, let value, let only):
      guard let only = program.constant(only) else { return nil }
      subject = context.canonical[value]
      low = only
      high = only
    default: return nil
    }
  }

  /// How far apart the values are that the band's expression can have.
  static func step(of subject: ExpressionID, in program: Program) -> Int64 {
    switch program[subject].operation {
    case .aggregate(.count, _, _, _), .streak: 1_000_000
    default: 1
    }
  }
}

/// Two bands of one scale of which one comes next after the other.
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
  /// The bits of a constant that is written down.
  func constant(_ id: ExpressionID) -> Int64? {
    switch self[resolved(id)].operation {
    case .constant(.value(let value)) where !value.isUnknown && value.bits < .max - 1_000_000: value.bits
    default: nil
    }
  }
}
