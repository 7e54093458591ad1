import PaceEngine
import PaceLanguage

/// What guides the search: how far the sides of each comparison are apart, and how many parts a rule still
/// lacks to speak.
struct WatchedExpressions {
  /// What has to be evaluated: three for each comparison (the whole, its left side, its right side), then
  /// one for each part of a rule.
  private(set) var expressions: [ExpressionID] = []
  private var comparisons = 0
  /// A number for each comparison, then one for each rule. They are the same in a program and in what it is reduced to.
  private var places: [Int] = []
  /// For each rule of the plan the truth that each of its parts should have.
  private var wanted: [(rule: RuleID, truths: [Truth])] = []

  init(_ plan: Plan) {
    let program = plan.program
    addComparisons(of: plan)
    for id in plan.rules {
      let rule = program[id]
      var parts: [(ExpressionID, Truth)] = []
      if let condition = rule.condition { parts += program.conjuncts(of: condition).map { ($0, .yes) } }
      parts += program.gates(of: rule).compactMap { $0.kind.condition }.map { ($0, .no) }
      expressions += parts.map { $0.0 }
      wanted.append((id, parts.map { $0.1 }))
    }
  }

  private mutating func addComparisons(of plan: Plan) {
    let program = plan.program
    var seen: Set<ExpressionID> = []
    for rule in plan.rules {
      for part in program.parts(of: program[rule]) where part.role != .message {
        guard let root = part.expression else { continue }
        program.walk(root) { id in
          guard seen.insert(id).inserted else { return }
          for (side, limit) in program[id].operation.limits.enumerated() {
            expressions += [id, limit.value, limit.limit]
            places.append(Self.mostLimits * id.index + side)
          }
        }
      }
    }
    comparisons = expressions.count / 3
    places += plan.rules.map { Self.mostLimits * program.expressions.count + $0.index }
  }

  /// `in LOW .. HIGH` compares with both ends.
  private static let mostLimits = 2

  /// How many parts are missing for the rule among `rules` that is nearest to speaking.
  func missing(for rules: Set<RuleID>, _ values: [Value]) -> Int {
    var next = 3 * comparisons
    var least = Int.max
    for (rule, parts) in wanted {
      if rules.contains(rule) {
        least = min(least, parts.indices.count { Truth(values[next + $0]) != parts[$0] })
      }
      next += parts.count
    }
    return least == .max ? 0 : least
  }

  /// Notes how near the values of `expressions` are to changing a truth.
  func note(_ values: [Value], in observation: inout Observation) {
    for index in 0..<comparisons {
      let (whole, left, right) = (values[3 * index], values[3 * index + 1], values[3 * index + 2])
      var distance: UInt64 = 0
      if !left.isUnknown, !right.isUnknown {
        let (difference, overflow) = left.bits.subtractingReportingOverflow(right.bits)
        distance = overflow ? .max : difference.magnitude
      }
      observation.approaches.append(
        Observation.Approach(watched: places[index], truth: Truth(whole), distance: distance))
    }
    var next = 3 * comparisons
    for (place, (_, parts)) in wanted.enumerated() where !parts.isEmpty {
      let missing = parts.indices.count { Truth(values[next + $0]) != parts[$0] }
      next += parts.count
      observation.approaches.append(
        Observation.Approach(watched: places[comparisons + place], truth: .yes, distance: UInt64(missing)))
    }
  }
}
