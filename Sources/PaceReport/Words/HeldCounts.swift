import PaceEngine
import PaceLanguage

/// How many notices were held back, by the gate that did it.
package struct HeldCounts: Sendable {
  private var own = [Int](repeating: 0, count: GateName.allCases.count)
  private var policy = [Int](repeating: 0, count: GateName.allCases.count)

  mutating func add(_ gates: [(gate: GateReference, count: Int)]) {
    for (gate, count) in gates {
      guard let index = GateName.allCases.firstIndex(of: gate.name) else { continue }
      if gate.isPolicy { policy[index] += count } else { own[index] += count }
    }
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
