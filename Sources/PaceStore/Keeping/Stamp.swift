/// When and on which device a value was written; the value with the greater stamp holds.
public struct Stamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970.
  public var at: Int64
  public var device: String

  public init(at: Int64, device: String) {
    self.at = at
    self.device = device
  }

  /// What its columns hold, `at` and `device`.
  var stored: [StoredValue] { [.integer(at), .text(device)] }

  /// The stamp of values for which none is stored.
  static let lowest = Stamp(at: .min, device: "")

  public static func < (a: Stamp, b: Stamp) -> Bool {
    a.at == b.at ? a.device.utf8.lexicographicallyPrecedes(b.device.utf8) : a.at < b.at
  }
}
