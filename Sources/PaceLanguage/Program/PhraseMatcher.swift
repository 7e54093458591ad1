/// Finds a phrase that no message may say: whole words, any case, blanks collapsed.
public struct PhraseMatcher: Sendable {
  /// A message made ready to be searched, once for all phrases.
  public struct Text: Sendable {
    fileprivate var bytes: [UInt8]

    public init(_ text: String) {
      bytes = normalized(text)
    }

    /// The parts of a template that are known from the text; a value to be filled in may be any word.
    public init(_ template: Template) {
      bytes = []
      for part in template.parts {
        switch part {
        case .text(let text): bytes += folded(text)
        case .value: bytes.append(PhraseMatcher.anyWord)
        }
      }
      bytes = collapsed(bytes)
    }
  }

  /// Stands for a filled-in value: never part of a phrase, and no end of a word.
  fileprivate static let anyWord: UInt8 = 0xFF

  private let phrase: [UInt8]

  /// Nil where `phrase` has no words.
  public init?(_ phrase: String) {
    let bytes = normalized(phrase)
    if bytes.isEmpty { return nil }
    self.phrase = bytes
  }

  public func occurs(in text: Text) -> Bool {
    let bytes = text.bytes
    guard bytes.count >= phrase.count, let first = phrase.first, let last = phrase.last else { return false }
    var start = 0
    while start + phrase.count <= bytes.count {
      let end = start + phrase.count
      if bytes[start] == first, isPhrase(at: start, of: bytes),
        start == 0 || !isWord(first) || !isWord(bytes[start - 1]),
        end == bytes.count || !isWord(last) || !isWord(bytes[end])
      {
        return true
      }
      start += 1
    }
    return false
  }

  private func isPhrase(at start: Int, of bytes: [UInt8]) -> Bool {
    for index in phrase.indices where bytes[start + index] != phrase[index] { return false }
    return true
  }
}

/// Letters, digits and every byte that is not ASCII.
private func isWord(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: true
  default: false
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func normalized(_ text: String) -> [UInt8] { collapsed(folded(text)) }

/// The bytes of `text` in lower case.
private func folded(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  if bytes.contains(where: { $0 >= 0x80 }) { return Array(text.lowercased().utf8) }
  return bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

/// Every stretch of blanks as one space, none at either end.
private func collapsed(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var needsSpace = false
  for byte in bytes {
    if isBlank(byte) {
      needsSpace = !result.isEmpty
    } else {
      if needsSpace { result.append(0x20) }
      needsSpace = false
      result.append(byte)
    }
  }
  return result
}
