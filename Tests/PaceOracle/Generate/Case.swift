/// A value of a parameterised test, named in the output by its number and its first characters.
public struct Case<Value: Sendable>: Sendable, CustomStringConvertible {
  public let value: Value
  public let description: String

  private static var longest: Int { 20 }

  init(number: Int, _ value: Value) {
    self.value = value
    let text = String(reflecting: value)
    let start = text.prefix(Self.longest)
    description = "\(number): \(start)\(start.endIndex == text.endIndex ? "" : "…")"
  }
}

/// Numbers the values of a parameterised test, so that each has a short name of its own in the output.
public func cases<Value>(_ values: [Value]) -> [Case<Value>] {
  values.enumerated().map { Case(number: $0.offset + 1, $0.element) }
}
