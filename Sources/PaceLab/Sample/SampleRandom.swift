/// Numbers that look random and are the same for the same seed on every machine (SplitMix64).
struct SampleRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, stream: UInt64) {
    state = seed
    // The stream is mixed in through one step, so that neighbouring streams have nothing in common.
    state = next() ^ stream &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number in a closed range; the low end if the range is empty.
  mutating func whole(_ low: Int64, _ high: Int64) -> Int64 {
    guard high > low else { return low }
    let width = UInt64(bitPattern: high &- low)
    let offset = width == .max ? next() : next() % (width + 1)
    return low &+ Int64(bitPattern: offset)
  }

  /// True `percent` times in a hundred.
  mutating func chance(_ percent: Int64) -> Bool { whole(0, 99) < percent }

  /// One of several, the earlier ones more often; nil if there are none.
  mutating func early(_ count: Int) -> Int? {
    guard count > 0 else { return nil }
    var index = 0
    while index + 1 < count, chance(45) { index += 1 }
    return index
  }
}
