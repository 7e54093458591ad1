import PaceEngine
import PaceLanguage

/// What the search feels its way by: how far the sides of each comparison are apart, and how many parts of
/// what a rule needs to speak are still missing.
struct WatchedExpressions {
  /// What has to be evaluated: three for each comparison (the whole, its left side, its right side), then
  /// one for each part of a rule.
  private(set) var expressions: [ExpressionID] = []
  private var comparisons = 0
  /// For each rule the truth that each of its parts should have.
  private var wanted: [[Truth]] = []

  init(_ program: Program) {
    addComparisons(of: program)
    for rule in program.rules {
      var parts: [(ExpressionID, Truth)] = []
      if let condition = rule.condition { parts += program.conjuncts(of: condition).map { ($0, .yes) } }
      var gates = rule.gates
      if let emission = rule.emission { gates += program.noticeKinds[emission.kind.index].policy }
      for case .unless(let condition) in gates.map(\.kind) { parts.append((condition, .no)) }
      expressions += parts.map(\.0)
      wanted.append(parts.map(\.1))
    }
  }

  private mutating func addComparisons(of program: Program) {
    var seen: Set<ExpressionID> = []
    for rule in program.rules {
      var roots = [rule.condition, rule.until].compactMap { $0 }
      for case .unless(let condition) in rule.gates.map(\.kind) { roots.append(condition) }
      for root in roots {
        program.walk(root) { id in
          guard seen.insert(id).inserted else { return }
          switch program[id].operation {
          case .comparison(_, let left, let right): expressions += [id, left, right]
          case .within(let value, let low, let high, _): expressions += [id, value, low, id, value, high]
          default: break
          }
        }
      }
    }
    comparisons = expressions.count / 3
  }

  /// How many parts the rule among `rules` that is nearest to speaking lacks.
  func missing(for rules: Set<RuleID>, _ values: [Value]) -> Int {
    var next = 3 * comparisons
    var least = Int.max
    for (rule, parts) in wanted.enumerated() {
      if rules.contains(RuleID(rule)) {
        least = min(least, parts.indices.count { Truth(values[next + $0]) != parts[$0] })
      }
      next += parts.count
    }
    return least == .max ? 0 : least
  }

  /// Tells what the values of `expressions` come to.
  func note(_ values: [Value], in observation: inout Observation) {
    for index in 0..<comparisons {
      let (whole, left, right) = (values[3 * index], values[3 * index + 1], values[3 * index + 2])
      var distance: UInt64 = 0
      if !left.isUnknown, !right.isUnknown {
        let (difference, overflow) = left.bits.subtractingReportingOverflow(right.bits)
        distance = overflow ? .max : difference.magnitude
      }
      observation.approaches.append(
        Observation.Approach(watched: index, truth: Truth(whole), distance: distance))
    }
    var next = 3 * comparisons
    for (rule, parts) in wanted.enumerated() where !parts.isEmpty {
      let missing = parts.indices.count { Truth(values[next + $0]) != parts[$0] }
      next += parts.count
      observation.approaches.append(
        Observation.Approach(watched: comparisons + rule, truth: .yes, distance: UInt64(missing)))
    }
  }
}
