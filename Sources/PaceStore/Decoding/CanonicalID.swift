/// The canonical spelling of ids: UUIDs in lower case, others as they came.
public enum CanonicalID {
  /// A UUID in lower case; any other id unchanged.
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
