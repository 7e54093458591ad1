internal import PaceLanguage

/// The canonical spelling of ids: UUIDs in lower case, others as they came.
public enum CanonicalID {
  /// A UUID in lower case; any other id unchanged.
  public static func of(_ id: String) -> String {
    isUUID(id) ? id.lowercased() : id
  }

  /// Whether an id is a UUID, in whatever case.
  static func isUUID(_ id: String) -> Bool {
    id.utf8.count == 36 && IdentifierText.blob(id.lowercased()) != nil
  }

  /// How a log may spell an id, given whole or by its beginning: as given and, if it may begin a UUID, in small and in
  /// capital letters.
  ///
  /// Only ids that are UUIDs may match the last two.
  static func spellings(of id: String) -> [String] {
    let digits = "00000000-0000-0000-0000-000000000000".utf8
    let beginsUUID =
      id.utf8.count <= digits.count
      && zip(id.utf8, digits).allSatisfy { byte, digit in
        digit == UInt8(ascii: "-") ? byte == digit : byte.isHexDigit
      }
    return ([id] + (beginsUUID ? [id.lowercased(), id.uppercased()] : [])).unique
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
