/// A random sequence that depends on its seed alone.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 up to, not including, `bound`.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  public mutating func below(_ bound: Int64) -> Int64 { Int64(next() % UInt64(max(bound, 1))) }

  public mutating func chance(_ share: Int, in total: Int) -> Bool { below(total) < share }

  public mutating func pick<Element>(_ items: [Element]) -> Element? {
    items.isEmpty ? nil : items[below(items.count)]
  }

  /// One of the items, with a probability in proportion to its weight.
  public mutating func weighted<Element>(_ items: [(Int, Element)]) -> Element? {
    var rest = below(items.reduce(0) { $0 + $1.0 })
    for (weight, item) in items {
      if rest < weight { return item }
      rest -= weight
    }
    return items.last?.1
  }
}
