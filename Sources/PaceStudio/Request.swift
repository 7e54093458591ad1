import PaceEngine

/// What the page asks: a verb and pairs of keys and values.
struct Request {
  let verb: String
  private let pairs: [(key: String, value: String)]

  /// Reads `verb`, `key`, `value`, `key`, `value` … with a zero byte between them.
  init(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    verb = parts[0]
    var pairs: [(key: String, value: String)] = []
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      pairs.append((parts[index], parts[index + 1]))
    }
    self.pairs = pairs
  }

  /// The last value of a key; nil if there is none, or it is empty.
  subscript(key: String) -> String? {
    guard let value = pairs.last(where: { $0.key == key })?.value, !value.isEmpty else { return nil }
    return value
  }

  func all(_ key: String) -> [String] { pairs.filter { $0.key == key }.map { $0.value } }

  func number(_ key: String) -> Int? { self[key].flatMap { Int($0) } }

  func instant(_ key: String) -> Instant? {
    guard let value = self[key].flatMap({ Int64($0) }), Instant.milliseconds.contains(value) else {
      return nil
    }
    return Instant(value)
  }
}

/// Why a request has no answer, in words for the page's reader.
struct RequestFailure: Error {
  var text: String
  init(_ text: String) { self.text = text }
}
