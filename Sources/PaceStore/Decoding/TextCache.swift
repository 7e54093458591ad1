internal import PaceLanguage

/// One subject's interned texts, so that no row makes a `String` for a known one.
struct TextCache {
  private var known = ByteTable()

  mutating func removeAll() { known.removeAll() }

  func find(_ text: Span<UInt8>) -> Value? { known.find(text).map { Value($0) } }

  mutating func value(of text: [UInt8], intern: (String) -> Value) -> Value {
    if let known = find(text.span) { return known }
    let value = intern(String(decoding: text, as: UTF8.self))
    known.insert(text, value: value.bits)
    return value
  }
}
