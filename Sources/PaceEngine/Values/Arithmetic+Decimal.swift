extension Arithmetic {
  /// The millionths of a number, rounded half to even; nil if they don't fit.
  ///
  /// The number stands for the shortest decimal that reads back as it, as a REAL of a log does: 0.0000005 is a tie.
  static func millionths(_ number: Double) -> Int64? {
    let product = number * Double(unit)
    // The product of a number that fits may be rounded up to one that doesn't fit.
    guard product.magnitude <= 0x1p63 else { return nil }
    let rounded = product.rounded(.toNearestOrEven)
    // The product is within two units in the last place of the exact one. Both round alike unless a tie is as near.
    if (product - rounded).magnitude + product.magnitude * 0x1p-51 < 0.5 { return Int64(rounded) }
    let size = Int64(exactly: fromShortestDecimal(number.magnitude))
    return number < 0 ? size.map { -$0 } : size
  }

  /// `millionths` of a number near a tie, which is not negative; its exponent, if written, is from -5 to -7.
  private static func fromShortestDecimal(_ number: Double) -> Int128 {
    let (point, exponent) = (UInt8(ascii: "."), UInt8(ascii: "e"))
    var (digits, divisor): (Int128, Int128) = (0, 1)
    var isFraction = false
    var last: UInt8 = 0
    var hasExponent = false
    for byte in number.description.utf8 {
      last = byte
      if byte == exponent { hasExponent = true }
      if byte == point { isFraction = true }
      if hasExponent || byte == point { continue }
      digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
      if isFraction { divisor *= 10 }
    }
    for _ in 0..<(hasExponent ? last - UInt8(ascii: "0") : 0) { divisor *= 10 }
    return quotient(digits * Int128(unit), divisor)
  }
}
