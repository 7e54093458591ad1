public import PaceLanguage

extension Program {
  /// What is expected in place of a text that is no value of a type, or lies outside a range: `a number from 0 to 3`.
  public func expected(insteadOf text: String, as type: ValueType, in range: ClosedRange<Int64>?) -> String {
    func takes(_ text: String) -> Bool {
      guard case .value(let value)? = constant(from: text, as: type) else { return false }
      return range?.contains(value.bits) ?? true
    }
    var words =
      switch type {
      case .number: "a number"
      case .duration: "a duration such as `\(takes("\(text) min") ? text : "90") min`"
      case .time: "a time such as `07:00`"
      case .bool: "yes or no"
      case .date: "a date such as `2026-11-20`"
      case .text, .schedule: "a text"
      case .preset, .enumeration, .weekday, .level:
        "one of " + (names(of: type) ?? []).map { "`\($0)`" }.joined(separator: ", ")
      }
    if let range {
      let ends = [range.lowerBound, range.upperBound].map { self.text(of: Value($0), type: type) }
      words += " from \(ends[0]) to \(ends[1])"
    }
    let pointed = String(text.map { $0 == "," ? "." : $0 })
    return pointed != text && takes(pointed)
      ? "\(words); decimals stand after a point: `\(pointed)`"
      : words
  }
}
