import PaceEngine
import PaceLanguage

/// A buffer of output bytes, written without a `String` for each part.
public struct ByteBuffer: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// How many bytes there are up to the end of the last whole line.
  public var endOfLines: Int { (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1 }

  public mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  public mutating func append(_ byte: UInt8) { bytes.append(byte) }

  public mutating func append(_ piece: [UInt8]) { bytes.append(contentsOf: piece) }

  public mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A line with its ending.
  public mutating func line(_ text: String) {
    append(text)
    append(UInt8(ascii: "\n"))
  }

  /// A whole number.
  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(ShortText(decimal: value.magnitude))
  }

  /// `2026-11-20T21:09:00.000Z`
  mutating func append(_ instant: Instant) { append(ShortText(instant)) }

  @inline(__always)
  mutating func append(_ text: ShortText) {
    bytes.append(addingCapacity: ShortText.room) { span in
      Self.append(text.words.0, skipping: text.skipped, to: &span)
      Self.append(text.words.1, skipping: max(text.skipped - 8, 0), to: &span)
      Self.append(text.words.2, skipping: max(text.skipped - 16, 0), to: &span)
    }
  }

  /// Writes a text over another one, which begins at an index.
  ///
  /// Returns false if their lengths differ, or if they differ in a word that begins before the text. In that case the
  /// place may hold a part of each text.
  mutating func overwrite(_ old: ShortText, with text: ShortText, at start: Int) -> Bool {
    guard old.skipped == text.skipped else { return false }
    let origin = start - text.skipped
    return overwrite(old.words.0, with: text.words.0, at: origin, after: start)
      && overwrite(old.words.1, with: text.words.1, at: origin + 8, after: start)
      && overwrite(old.words.2, with: text.words.2, at: origin + 16, after: start)
  }

  /// Writes a word over another one, the lowest byte first; false if they differ and begin before `start`.
  @inline(__always)
  private mutating func overwrite(_ old: UInt64, with word: UInt64, at place: Int, after start: Int) -> Bool {
    if old == word { return true }
    if place < start || place < 0 || place + 8 > bytes.count { return false }
    var bytes = bytes.mutableSpan
    for index in 0..<8 { bytes[place &+ index] = UInt8(truncatingIfNeeded: word &>> UInt64(8 &* index)) }
    return true
  }

  /// Appends the bytes of a word, the lowest first, without the first `skipped` of them.
  @inline(__always)
  private static func append(_ word: UInt64, skipping skipped: Int, to span: inout OutputSpan<UInt8>) {
    if skipped == 0 {
      // Apart from the rest, because a loop of a known length is unrolled and takes half as long.
      for index in 0..<8 as Range<UInt64> { span.append(UInt8(truncatingIfNeeded: word &>> (8 &* index))) }
    } else if skipped < 8 {
      for index in UInt64(skipped)..<8 { span.append(UInt8(truncatingIfNeeded: word >> (8 &* index))) }
    }
  }

  /// Text as a JSON string, in quotes, with what would control a terminal escaped.
  mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.makeContiguousUTF8()
    let span = text.utf8.span
    var plain = 0
    while plain < span.count, Self.isPlain(span[plain]) { plain += 1 }
    if plain == span.count {
      append(text)
    } else {
      for scalar in text.unicodeScalars { append(jsonScalar: scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  /// Whether no character that is escaped begins with this byte.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: false
    default: true
    }
  }

  private mutating func append(jsonScalar scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      append(UInt8(ascii: "\\"))
      append(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case _ where scalar.isUnprintable:
      append("\\u")
      for shift in [12, 8, 4, 0] { append(Self.hex[Int(scalar.value >> UInt32(shift)) & 15]) }
    default: bytes.append(contentsOf: scalar.utf8)
    }
  }

  private static let hex = Array("0123456789abcdef".utf8)
}

/// A number or an instant as text of at most 24 bytes.
struct ShortText {
  static let room = 24

  /// The bytes, the lowest of each word first.
  fileprivate let words: (UInt64, UInt64, UInt64)
  /// How many bytes at the start don't belong to the text.
  fileprivate let skipped: Int

  var count: Int { Self.room - skipped }

  init(decimal value: UInt64) {
    let half: UInt64 = 100_000_000
    let (rest, low) = value.quotientAndRemainder(dividingBy: half)
    let (high, middle) = rest.quotientAndRemainder(dividingBy: half)
    words = (Digits.eight(high), Digits.eight(middle), Digits.eight(low))
    var zeros = Digits.zeros(words.0)
    if zeros == 8 { zeros += Digits.zeros(words.1) }
    if zeros == 16 { zeros += min(Digits.zeros(words.2), 7) }
    skipped = zeros
  }

  /// The date of an instant, which serves for all instants of its day.
  struct Date {
    private static let length: Int64 = 86_400_000
    /// The first instant of the day in UTC, in milliseconds.
    private let start: Int64
    fileprivate let words: (UInt64, UInt64)

    init(of instant: Instant) {
      let rest = instant.milliseconds % Self.length
      start = instant.milliseconds - (rest < 0 ? rest + Self.length : rest)
      let date = CivilDate(dayNumber: start / Self.length)
      let year = UInt64(min(date.year, 9999))
      words = (
        Digits.two(year / 100) | Digits.two(year % 100) << 16 | Digits.mark("-") << 32
          | Digits.two(UInt64(date.month)) << 40 | Digits.mark("-") << 56,
        Digits.two(UInt64(date.day)) | Digits.mark("T") << 16
      )
    }

    /// How many milliseconds of the day have passed at an instant; nil on another day.
    func time(of instant: Instant) -> UInt64? {
      let time = UInt64(bitPattern: instant.milliseconds &- start)
      return time < UInt64(Self.length) ? time : nil
    }
  }

  /// `2026-11-20T21:09:00.000Z`
  init(_ instant: Instant) {
    let date = Date(of: instant)
    self.init(date, time: date.time(of: instant) ?? 0)
  }

  /// The same for a time of a day in milliseconds.
  init(_ date: Date, time: UInt64) {
    let (seconds, thousandths) = (time / 1000, time % 1000)
    words = (
      date.words.0,
      date.words.1 | Digits.two(seconds / 3600) << 24 | Digits.mark(":") << 40
        | Digits.two(seconds / 60 % 60) << 48,
      Digits.mark(":") | Digits.two(seconds % 60) << 8 | Digits.mark(".") << 24
        | Digits.one(thousandths / 100) << 32 | Digits.two(thousandths % 100) << 40 | Digits.mark("Z") << 56
    )
    skipped = 0
  }
}

/// Decimal digits as bytes of a word, the first in the lowest byte.
private enum Digits {
  static func mark(_ scalar: Unicode.Scalar) -> UInt64 { UInt64(scalar.value) }

  /// The digit of a value from 0 to 9.
  static func one(_ value: UInt64) -> UInt64 { value | 0x30 }

  /// The two digits of a value from 0 to 99.
  static func two(_ value: UInt64) -> UInt64 { value / 10 | (value % 10) << 8 | 0x3030 }

  /// The eight digits of a value from 0 to 99,999,999, all at once.
  static func eight(_ value: UInt64) -> UInt64 {
    let fours = value / 10_000 | (value % 10_000) << 32
    // 10,486 / 2^20 is close enough to 1/100, and 103 / 2^10 to 1/10, for values up to 9,999 and 99.
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return (tens | (twos &- tens &* 10) << 8) | 0x3030_3030_3030_3030
  }

  /// How many of eight digits come before the first that is not 0.
  static func zeros(_ word: UInt64) -> Int { (word ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8 }
}
