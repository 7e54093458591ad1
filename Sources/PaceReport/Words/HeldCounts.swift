import PaceEngine
import PaceLab
import PaceLanguage

/// How many notices were held back, by the gate that did it.
public struct HeldCounts: Sendable {
  private var counts: [String: Int] = [:]

  mutating func add(_ gates: [(gate: GateReference, count: Int)]) {
    for (gate, count) in gates { counts[gate.fullName, default: 0] += count }
  }

  /// Gates that held anything back: a rule's own first, then policies'.
  var sorted: [(gate: String, count: Int)] {
    let names = GateName.allCases.map { $0.text }
    return (names + names.map { "policy \($0)" }).compactMap { name in
      counts[name].flatMap { $0 > 0 ? (name, $0) : nil }
    }
  }
}
