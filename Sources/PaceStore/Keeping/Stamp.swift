/// When and where a value was written; of two values of one place the one with the greater stamp holds.
public struct Stamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  public var at: Int64
  public var device: String

  public init(at: Int64, device: String) {
    self.at = at
    self.device = device
  }

  /// That of values whose stamp is nowhere written.
  static let lowest = Stamp(at: .min, device: "")

  public static func < (a: Stamp, b: Stamp) -> Bool {
    a.at == b.at ? a.device.utf8.lexicographicallyPrecedes(b.device.utf8) : a.at < b.at
  }
}
