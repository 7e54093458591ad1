import PaceOracle

extension SplitMix64 {
  /// A range of some bytes, at most `longest` long.
  mutating func stretch(of bytes: [UInt8], longest: Int) -> Range<Int> {
    let start = below(bytes.count)
    return start..<min(bytes.count, start + 1 + below(longest))
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
