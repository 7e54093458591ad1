/// Finds the phrases that no message may say, all in one pass: whole words, any case, any quotes and blanks.
public struct PhraseMatcher: Sendable {
  /// A message prepared for the search.
  public struct Text: Sendable {
    fileprivate var bytes: [UInt8]

    public init(_ text: String) {
      bytes = normalized(text)
    }

    /// Prepares a template: its own text is known, and a value to be filled in may be any word.
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

  /// Stands for a filled-in value: never part of a phrase, and no word boundary.
  fileprivate static let anyWord: UInt8 = 0xFF

  private struct Phrase: Sendable {
    var bytes: [UInt8]
    /// Its place among the phrases as they were given.
    var index: Int
  }

  /// No two alike, in the order of their bytes, so that phrases with the same beginning are adjacent.
  private let phrases: [Phrase]

  /// Phrases without words match no message; of phrases that say the same, the first stands for all.
  public init(_ phrases: [String] = []) {
    let places = Dictionary(grouping: phrases.indices) { normalized(phrases[$0]) }
    let all = places.map { Phrase(bytes: $0.key, index: $0.value[0]) }
    self.phrases = all.filter { !$0.bytes.isEmpty }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Whether a phrase has words, so that some message can match it.
  public static func hasWords(_ phrase: String) -> Bool { !normalized(phrase).isEmpty }

  /// The indices of the phrases that a text says, among the phrases as given, in ascending order.
  public func phrases(in text: Text) -> [Int] {
    var found: Set<Int> = []
    for start in text.bytes.indices { find(at: start, of: text.bytes, &found) }
    return found.sorted()
  }

  /// Whether a text says any phrase.
  public func occurs(in text: Text) -> Bool {
    var found: Set<Int> = []
    return text.bytes.indices.contains { start in
      find(at: start, of: text.bytes, &found)
      return !found.isEmpty
    }
  }

  /// Whether a template that may say these words may say some phrase.
  func mayOccur(in words: TemplateWords) -> Bool {
    phrases.contains { phrase in
      let parts = phrase.bytes.split { !isWord($0) }
      return parts.allSatisfy { words.allow($0) }
    }
  }

  /// Adds to `found` the phrases that begin at a place.
  private func find(at start: Int, of bytes: [UInt8], _ found: inout Set<Int>) {
    if start > 0, isWord(bytes[start - 1]), isWord(bytes[start]) { return }
    var range = phrases.indices
    for end in start..<bytes.count {
      let depth = end - start
      let low = phrases[range].partitioningIndex { $0.bytes[depth] >= bytes[end] }
      range = low..<phrases[low..<range.upperBound].partitioningIndex { $0.bytes[depth] > bytes[end] }
      let isBoundary = end + 1 == bytes.count || !isWord(bytes[end]) || !isWord(bytes[end + 1])
      // The shortest phrase comes first.
      if let first = range.first, phrases[first].bytes.count == depth + 1 {
        if isBoundary { found.insert(phrases[first].index) }
        range = range.dropFirst()
      }
      if range.isEmpty { return }
    }
  }
}

/// The words that a template may say, whatever values are filled in.
struct TemplateWords {
  /// Whether it may say anything, as with a text filled in.
  private(set) var isOpen = false
  private var whole: Set<[UInt8]> = []
  /// Pieces of words that touch a value, which may extend them to longer words.
  private var pieces: Set<[UInt8]> = []
  /// The most pieces that are compared; with more, each filled-in message is searched.
  private static let mostPieces = 64

  /// - Parameter words: gives the words that a value may say besides numbers; nil if it may say anything.
  init(_ template: Template, words: (ExpressionID) -> [String]?) {
    for (index, part) in template.parts.enumerated() {
      let next = index + 1 < template.parts.count ? template.parts[index + 1] : nil
      switch part {
      case .text(let text):
        add(folded(text), isAfterValue: index > 0, isBeforeValue: next != nil)
      case .value(let value):
        // Two values side by side may make one word.
        if case .value = next { isOpen = true }
        guard let words = words(value) else {
          isOpen = true
          return
        }
        for word in words { whole.formUnion(normalized(word).split { !isWord($0) }.map(Array.init)) }
      }
    }
    if pieces.count > Self.mostPieces { isOpen = true }
  }

  private mutating func add(_ text: [UInt8], isAfterValue: Bool, isBeforeValue: Bool) {
    for word in text.split(whereSeparator: { !isWord($0) }) {
      let isPiece =
        (isAfterValue && word.startIndex == text.startIndex)
        || (isBeforeValue && word.endIndex == text.endIndex)
      if isPiece { pieces.insert(Array(word)) } else { whole.insert(Array(word)) }
    }
  }

  fileprivate func allow(_ word: ArraySlice<UInt8>) -> Bool {
    if isOpen || word.allSatisfy({ $0.isDigit }) { return true }
    return whole.contains(Array(word)) || pieces.contains { Self.contains(word, $0) }
  }

  private static func contains(_ word: ArraySlice<UInt8>, _ piece: [UInt8]) -> Bool {
    word.indices.contains { word[$0...].starts(with: piece) }
  }
}

/// Letters, digits and every byte that is not ASCII.
private func isWord(_ byte: UInt8) -> Bool { byte.isDigit || byte.isLowerLetter || byte >= 0x80 }

private func normalized(_ text: String) -> [UInt8] { collapsed(folded(text)) }

/// The bytes of `text` in lower case, with the plain marks of ASCII in place of the typographer's.
private func folded(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map { $0.lowered } }
  var folded: [UInt8] = []
  for scalar in text.lowercased().unicodeScalars {
    if let plain = plainMark(scalar) {
      folded += plain.utf8
    } else {
      folded.append(contentsOf: scalar.utf8)
    }
  }
  return folded
}

/// The ASCII form of a typographic blank, quote, dash or ellipsis.
///
/// Empty for invisible characters, nil for all others.
private func plainMark(_ scalar: Unicode.Scalar) -> String? {
  switch scalar.value {
  case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: " "
  case 0x2018...0x201B, 0x2032, 0x2039, 0x203A: "'"
  case 0xAB, 0xBB, 0x201C...0x201F, 0x2033: "\""
  case 0x2010...0x2015, 0x2212: "-"
  case 0x2026: "..."
  case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF: ""
  default: nil
  }
}

/// Every stretch of blanks as one space, none at either end.
private func collapsed(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var needsSpace = false
  for byte in bytes {
    if byte.isBlank {
      needsSpace = !result.isEmpty
    } else {
      if needsSpace { result.append(0x20) }
      needsSpace = false
      result.append(byte)
    }
  }
  return result
}
