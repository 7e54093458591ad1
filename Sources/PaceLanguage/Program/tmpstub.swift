extension Program {
  public func text(of value: Value, type: ValueType) -> String { "" }
  public func forbiddenPhrase(in message: String) -> String? { nil }
}
