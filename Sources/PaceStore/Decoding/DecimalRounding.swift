internal import PaceLanguage

/// Converts SQLite's numbers to whole units, taking each for the decimal that a person would write.
enum DecimalRounding {
  /// `value * scale / divisor` rounded half to even; nil if that is not finite or does not fit.
  ///
  /// `value` stands for its shortest decimal, so that a REAL 0.1 is one tenth and a log gives the same numbers from a
  /// database as from text.
  static func scaled(_ value: Double, by scale: Int64, over divisor: Int64 = 1) -> Int64? {
    let product = value * Double(scale) / Double(divisor)
    guard product.isFinite, product.magnitude < 0x1p63 else { return nil }
    let rounded = product.rounded(.toNearestOrEven)
    // The product is within two units in the last place of the exact one, so both round alike unless a tie is that
    // near.
    if (product - rounded).magnitude + product.magnitude * 0x1p-51 < 0.5 { return Int64(rounded) }
    return Decimal64(parsing: Array(value.description.utf8).span)?.scaled(by: scale, over: divisor)
  }

  static func scaled(_ value: Int64, by scale: Int64, over divisor: Int64 = 1) -> Int64? {
    if divisor != 1 {
      return Decimal64(parsing: Array(String(value).utf8).span)?.scaled(by: scale, over: divisor)
    }
    let (product, overflow) = value.multipliedReportingOverflow(by: scale)
    return overflow ? nil : product
  }
}

/// A decimal as written, `significand * 10^exponent`, kept to 28 digits with a flag for what was cut off.
struct Decimal64 {
  var isNegative = false
  var significand: Int128 = 0
  var exponent = 0
  /// Whether nonzero digits follow those in `significand`.
  var isCut = false

  /// Accepts `[-+]digits[.digits][e[-+]digits]`, and nothing else.
  init?(parsing text: Span<UInt8>) {
    var scanner = ByteScanner(count: text.count)
    isNegative = scanner.take(UInt8(ascii: "-"), in: text)
    if !isNegative { _ = scanner.take(UInt8(ascii: "+"), in: text) }
    // Eighteen digits fit 64 bits, which are faster than 128.
    var head: Int64 = 0
    var digits = 0
    while digits < 18, let digit = scanner.digit(in: text) {
      head = head * 10 + Int64(digit)
      digits += 1
    }
    significand = Int128(head)
    while let digit = scanner.digit(in: text) {
      take(digit, isFraction: false)
      digits += 1
    }
    if scanner.take(UInt8(ascii: "."), in: text) {
      while let digit = scanner.digit(in: text) {
        take(digit, isFraction: true)
        digits += 1
      }
    }
    guard digits > 0 else { return nil }
    if scanner.take(UInt8(ascii: "e"), in: text) || scanner.take(UInt8(ascii: "E"), in: text) {
      let isDown = scanner.take(UInt8(ascii: "-"), in: text)
      if !isDown { _ = scanner.take(UInt8(ascii: "+"), in: text) }
      guard let first = scanner.digit(in: text) else { return nil }
      var power = first
      while let digit = scanner.digit(in: text) { power = min(power * 10 + digit, 100_000) }
      exponent += isDown ? -power : power
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// Significands stay below ten times this. Their 28 digits are more than any scale tells apart, and they don't
  /// overflow when multiplied by the greatest scale, a day in milliseconds.
  private static let mostBeforeCut: Int128 = 1_000_000_000_000_000_000_000_000_000

  private mutating func take(_ digit: Int, isFraction: Bool) {
    if significand < Self.mostBeforeCut {
      significand = significand * 10 + Int128(digit)
      if isFraction { exponent -= 1 }
    } else {
      if digit != 0 { isCut = true }
      if !isFraction { exponent += 1 }
    }
  }

  /// A whole number without point and exponent; nil for a fraction, and for more than 28 digits.
  var digits: String? {
    var (number, power) = (significand, exponent)
    if number == 0 { return "0" }
    if isCut { return nil }
    while power > 0, number < Self.mostBeforeCut { (number, power) = (number * 10, power - 1) }
    while power < 0, number.isMultiple(of: 10) { (number, power) = (number / 10, power + 1) }
    return power == 0 ? "\(isNegative ? "-" : "")\(number)" : nil
  }

  /// The decimal times `scale` over `unit`, rounded half to even; nil if that does not fit.
  ///
  /// - Parameter unit: the product's divisor: 1, or up to 1,000,000 if `scale` is 1.
  func scaled(by scale: Int64, over unit: Int64 = 1) -> Int64? {
    var product = significand * Int128(scale)
    if product == 0 { return 0 }
    if exponent >= 0, isCut { return nil }
    for _ in 0..<min(max(exponent, 0), 40) {
      product *= 10
      if product > Int128(Int64.max) * Int128(unit) { return nil }
    }
    if exponent < 0 || unit > 1 {
      // Above any product: a greater divisor would give 0 as well. A unit other than 1 implies a scale of 1.
      let most = unit == 1 ? 37 : 31
      var divisor = Int128(unit)
      for _ in 0..<min(max(-exponent, 0), most) { divisor *= 10 }
      let (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
      let twice = remainder * 2
      let roundsUp = twice > divisor || (twice == divisor && (isCut || !quotient.isMultiple(of: 2)))
      product = roundsUp ? quotient + 1 : quotient
    }
    guard let result = Int64(exactly: product) else { return nil }
    return isNegative ? -result : result
  }
}
