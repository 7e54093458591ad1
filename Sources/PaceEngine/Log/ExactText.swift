/// A text that equals only one with the same bytes, as ids do; its order is that of the bytes.
///
/// A `String` also equals those that are canonically equivalent, such as `é` as one character and as two.
public struct ExactText: Hashable, Comparable, ExpressibleByStringLiteral, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (a: ExactText, b: ExactText) -> Bool {
    let (a, b) = (a.text.utf8Span.span, b.text.utf8Span.span)
    return a.count == b.count && a.indices.allSatisfy { a[$0] == b[$0] }
  }

  public static func < (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
  /// Whether a text has the same bytes.
  public func isExactly(_ other: String) -> Bool { ExactText(self) == ExactText(other) }
}
