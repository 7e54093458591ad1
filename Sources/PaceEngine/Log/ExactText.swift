/// A text that equals only one with the same bytes, as ids do; its order is that of the bytes.
///
/// A `String` also equals those that are canonically equivalent, such as `é` as one character and as two.
public struct ExactText: Hashable, Comparable, ExpressibleByStringLiteral, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  public static func < (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Whether a text has the same bytes.
  public func isExactly(_ other: String) -> Bool { ExactText(self) == ExactText(other) }
}
