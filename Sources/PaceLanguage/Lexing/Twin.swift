/// A character that looks like an ASCII character, or is invisible.
struct Twin {
  /// The ASCII character that it looks like; nil for an invisible one.
  var meant: UInt8?
  var length: Int

  /// The twin at `index`; nil for any other character.
  init?(_ bytes: [UInt8], at index: Int) {
    length = utf8Length(bytes, at: index)
    guard length > 1,
      let scalar = String(decoding: bytes[index..<index + length], as: UTF8.self).unicodeScalars.first
    else { return nil }
    if Self.isHidden(scalar) { return }
    // Characters of full width, as Chinese and Japanese keyboards write them, stand in the order of ASCII.
    if 0xFF01...0xFF5E ~= scalar.value {
      meant = UInt8(truncatingIfNeeded: scalar.value - 0xFF01) + UInt8(ascii: "!")
      return
    }
    guard let letter = Self.letter(scalar) else { return nil }
    meant = letter
  }

  /// Soft hyphens, joiners, byte-order marks and spaces without width.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{AD}", "\u{200B}"..."\u{200D}", "\u{2060}", "\u{FEFF}": true
    default: false
    }
  }

  /// The small ASCII letter that a Greek, Cyrillic or extended Latin letter looks like.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "\u{430}", "\u{3B1}": UInt8(ascii: "a")
    case "\u{441}": UInt8(ascii: "c")
    case "\u{501}": UInt8(ascii: "d")
    case "\u{435}": UInt8(ascii: "e")
    case "\u{261}": UInt8(ascii: "g")
    case "\u{4BB}": UInt8(ascii: "h")
    case "\u{131}", "\u{456}": UInt8(ascii: "i")
    case "\u{458}": UInt8(ascii: "j")
    case "\u{43E}", "\u{3BF}": UInt8(ascii: "o")
    case "\u{440}", "\u{3C1}": UInt8(ascii: "p")
    case "\u{455}": UInt8(ascii: "s")
    case "\u{3BD}": UInt8(ascii: "v")
    case "\u{445}": UInt8(ascii: "x")
    case "\u{443}": UInt8(ascii: "y")
    default: nil
    }
  }

  /// Letters of other scripts, which make one word with those around them.
  static func isForeignLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xD7, 0xF7: false
    case 0xC0..<0x2000, 0x3040..<0xD800: true
    default: false
    }
  }

  /// The word in `bytes`, with ASCII in place of its twins.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    let all = Array(bytes)
    var plain: [UInt8] = []
    var index = 0
    while index < all.count {
      if all[index] >= 0x80, let twin = Twin(all, at: index) {
        if let meant = twin.meant { plain.append(meant) }
        index += twin.length
      } else {
        plain.append(all[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

/// Words with letters of other scripts.
extension Lexer {
  /// Reads the word here if it has a character outside ASCII, and reports what is wrong with it.
  ///
  /// Twins are reported one by one and the word is read as meant. A word with another letter is one error.
  mutating func lexForeignWord() -> Bool {
    let start = position
    var end = start
    var twins: [(SourceSpan, Twin)] = []
    var other: SourceSpan?
    while end < limit {
      if bytes[end].isWordByte {
        end += 1
        continue
      }
      guard bytes[end] >= 0x80, let length = lengthInWord(at: end) else { break }
      let place = span(end, end + length)
      if let twin = Twin(bytes, at: end) { twins.append((place, twin)) } else { other = other ?? place }
      end += length
    }
    let plain = Array(Twin.plain(bytes[start..<end]).utf8)
    guard let first = plain.first, !twins.isEmpty || other != nil else { return false }
    if let other {
      reporter.report(.strayCharacter(other, character: text(Int(other.start), Int(other.end))))
      append(.identifier, from: start, to: end)
      return true
    }
    for (place, twin) in twins {
      let meant = twin.meant.map { String(decoding: [$0], as: UTF8.self) }
      let character = text(Int(place.start), Int(place.end))
      reporter.report(.lookalike(place, character: character, meant: meant ?? ""))
    }
    let isName = first.isLowerLetter && !plain.contains { $0.isUpperLetter }
    let keyword = isName ? Keyword(rawValue: String(decoding: plain, as: UTF8.self)) : nil
    append(isName ? .name : .identifier, from: start, to: end, keyword: keyword)
    return true
  }

  /// The length of the character at `index` if it may be part of a word; nil for signs, quotes and blanks.
  private func lengthInWord(at index: Int) -> Int? {
    let length = utf8Length(bytes, at: index)
    guard length > 1, index + length <= limit, let scalar = text(index, index + length).unicodeScalars.first
    else { return nil }
    if let twin = Twin(bytes, at: index) { return twin.meant?.isWordByte == false ? nil : length }
    return Twin.isForeignLetter(scalar) ? length : nil
  }
}
