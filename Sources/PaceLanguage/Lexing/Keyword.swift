/// The words that are reserved where they are expected; elsewhere they are names.
enum Keyword: String, CaseIterable, Sendable {
  case include, calendar, subject, event, stream, scale, param, define, rule, policy
  case preset, order, `guard`, disclaimer, source, scenario
  case zone, day, week, starts, per, ends, after, without, kind, debounce, of, `where`, step
  case on, at, every, from, to, when, raise, fired, emit, severity, `repeat`, daily
  case unless, cooldown, quiet, limit, `for`, until, last, today, yesterday, this, month, events
  case extends, never, say, `as`, json, has, each
  case start, presets, set, given, ended, expect, nothing, no, held, by, `is`, saying, exactly, times, under
  case and, or, not, `in`, `else`, yes
  case count, sum, min, max, avg, median, latest, since, gap, fires, due, streak, days, skip, elapsed
  case least, greatest, round, floor
  case number, duration, time, bool, text, schedule, date
  case ms, s, h, d

  /// The word itself.
  var text: String { rawValue }
}

/// Whether a word is a keyword somewhere in the language.
public func isKeyword(_ word: String) -> Bool { Keyword(rawValue: word) != nil }

/// Whether a text is a name: small letters, digits and `_`, a letter first.
public func isName(_ text: String) -> Bool {
  let bytes = text.utf8
  return bytes.first?.isLowerLetter == true && bytes.allSatisfy { $0.isWordByte && !$0.isUpperLetter }
}

/// A hash table of the keywords, whose keys are the bytes of a word packed into two integers.
struct KeywordTable: Sendable {
  static let shared = KeywordTable()

  /// The bytes of a word of up to 16 bytes; longer words are no keywords.
  struct Key: Equatable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    mutating func append(_ byte: UInt8) {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }

    var slot: Int {
      Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }
  }

  private var slots: [(key: Key, keyword: Keyword?)] = Array(repeating: (Key(), nil), count: 512)

  init() {
    for keyword in Keyword.allCases {
      var key = Key()
      for byte in keyword.text.utf8 { key.append(byte) }
      var slot = key.slot
      while slots[slot].keyword != nil { slot = (slot + 1) & 511 }
      slots[slot] = (key, keyword)
    }
  }

  /// The table is less than half full, so that the search ends at an empty slot.
  func keyword(_ key: Key) -> Keyword? {
    var slot = key.slot
    while let found = slots[slot].keyword {
      if slots[slot].key == key { return found }
      slot = (slot + 1) & 511
    }
    return nil
  }
}
