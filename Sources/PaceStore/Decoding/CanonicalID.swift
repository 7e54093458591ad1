/// How ids are written: each UUID in one spelling, others as they came.
public enum CanonicalID {
  /// A UUID in either case as lower-case text with dashes; any other id as it is.
  public static func of(_ id: String) -> String {
    guard id.utf8.count == 36 else { return id }
    let lowered = id.lowercased()
    return IdentifierText.blob(lowered) == nil ? id : lowered
  }

  /// A new id: 32 random hex digits.
  public static func make() -> String { hex(32) }

  /// `count` random hex digits.
  static func hex(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String(
      (0..<count).map { _ in Character(String(generator.next(upperBound: UInt8(16)), radix: 16)) })
  }
}
