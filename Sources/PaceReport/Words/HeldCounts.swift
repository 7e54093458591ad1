import PaceEngine
import PaceLanguage

/// How many notices were held back, by the gate that did it.
struct HeldCounts: Sendable {
  private var own = [Int](repeating: 0, count: GateName.allCases.count)
  private var policy = [Int](repeating: 0, count: GateName.allCases.count)

  mutating func add(_ gate: GateReference) {
    guard let index = GateName.allCases.firstIndex(of: gate.name) else { return }
    if gate.isPolicy { policy[index] += 1 } else { own[index] += 1 }
  }

  /// Gates that held anything back: a rule's own first, then policies'.
  var sorted: [(gate: String, count: Int)] {
    let names = GateName.allCases.map { $0.text }
    let all =
      zip(names, own).map { (gate: $0, count: $1) }
      + zip(names, policy).map { (gate: "policy \($0)", count: $1) }
    return all.filter { $0.count > 0 }
  }
}
