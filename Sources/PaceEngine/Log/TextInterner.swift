import PaceLanguage

/// Texts by number: the program's texts first, then the log's.
struct TextInterner {
  private var texts: [String]
  private var numbers: [String: Int]
  private let own: Int

  init(_ texts: [String]) {
    self.texts = texts
    own = texts.count
    numbers = [:]
    for (number, text) in texts.enumerated() { numbers[text] = number }
  }

  /// How many texts have numbers.
  var count: Int { texts.count }

  /// The number of a known text; unknown for any other.
  func value(of text: String) -> Value { numbers[text].map { Value(Int64($0)) } ?? .unknown }

  mutating func intern(_ text: String) -> Value {
    if let known = numbers[text] { return Value(Int64(known)) }
    numbers[text] = texts.count
    texts.append(text)
    return Value(Int64(texts.count - 1))
  }

  /// Drops the texts that came with a log.
  mutating func forget() {
    guard texts.count > own else { return }
    for text in texts[own...] { numbers[text] = nil }
    texts.removeSubrange(own...)
  }

  subscript(value: Value) -> String {
    guard value.bits >= 0, value.bits < Int64(texts.count) else { return "" }
    return texts[Int(value.bits)]
  }
}
