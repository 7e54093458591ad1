/// Parameters: type, default, range and grid.
extension Checker {
  mutating func checkParams() {
    paramTypes.reserveCapacity(text.params.count)
    for syntax in text.params {
      let type = type(syntax.type, for: .param)
      let range = range(syntax.range, of: type)
      let initial = syntax.initial.flatMap {
        constant($0, of: type, range: range, name: syntax.name.text, declared: syntax.range)
      }
      paramTypes.append(type)
      params.append(
        Param(
          name: syntax.name, type: type ?? .number, initial: initial, range: range,
          step: step(of: syntax, type: type, range: range), label: syntax.label?.text, span: syntax.span))
    }
  }

  /// The distance between grid points: as written, else a unit of the last place written in the range.
  private mutating func step(of syntax: ParamSyntax, type: ValueType?, range: ClosedRange<Int64>?) -> Int64? {
    guard let type, let range, let bounds = syntax.range else { return nil }
    guard let written = syntax.step else {
      return min(unit(of: bounds.low, type), unit(of: bounds.high, type))
    }
    let stepType: ValueType = type == .time || type == .date ? .duration : type
    guard case .value(let value) = constant(written, of: stepType) else { return nil }
    let bits = type == .date ? value.bits / Self.day : value.bits
    if bits <= 0 || (type == .date && value.bits % Self.day != 0) {
      report(.invalidStep(written.span, text: literalText(written), isDate: type == .date))
      return nil
    }
    let (width, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    if !overflow, bits > width, width > 0 {
      report(.stepTooLarge(written.span, text: literalText(written)))
    }
    return bits
  }

  static let day: Int64 = 86_400_000

  /// A unit of the last place written in a literal, in the bits of its type.
  private func unit(of literal: Literal, _ type: ValueType) -> Int64 {
    let text = Array(files[Int(literal.span.file.index)].text(in: literal.span).utf8)
    switch type {
    case .number: return decimalUnit(text, of: 1_000_000)
    case .duration: return durationUnit(text)
    case .time:
      if text.contains(UInt8(ascii: ".")) { return 1 }
      return text.count { $0 == UInt8(ascii: ":") } > 1 ? 1_000 : 60_000
    default: return 1
    }
  }

  /// `one` divided by ten for each digit after the point; at least 1.
  private func decimalUnit(_ text: some Sequence<UInt8>, of one: Int64) -> Int64 {
    var unit = one
    var isFraction = false
    for byte in text {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if isFraction, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        unit /= 10
      }
    }
    return max(unit, 1)
  }

  private func durationUnit(_ text: [UInt8]) -> Int64 {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
    var start = end
    while start > 0, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[start - 1]) { start -= 1 }
    let unit: Int64 =
      switch String(decoding: text[start..<end], as: UTF8.self) {
      case "d": Self.day
      case "h": 3_600_000
      case "min": 60_000
      case "s": 1_000
      default: 1
      }
    // Only a lone number may have a fraction: `1 h 30 min` counts in minutes.
    return decimalUnit(text[..<start], of: unit)
  }
}
