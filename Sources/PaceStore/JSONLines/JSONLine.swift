/// One line of JSON lines: an object, its members still as bytes.
struct JSONLine {
  enum Content {
    case null
    case bool(Bool)
    /// The bytes as written, in `bytes`.
    case number(Range<Int>)
    /// Without escapes, in `strings`.
    case string(Range<Int>)
    /// The members, in `members`.
    case object(Range<Int>)
    /// The elements, in `members`, without keys.
    case array(Range<Int>)
  }

  struct Member {
    /// In `strings`.
    var key: Range<Int>
    /// Where key and value start, counted from 0.
    var keyColumn: Int
    var column: Int
    var content: Content
  }

  struct Failure: Error {
    /// Counted from 0.
    var column: Int
    var message: String
  }

  /// The line itself.
  private(set) var bytes: [UInt8] = []
  /// Keys and strings, one after the other.
  private(set) var strings: [UInt8] = []
  /// Members of objects and elements of arrays; those of the line's object stand after those of objects in it.
  private(set) var members: [Member] = []
  /// The members of the line's own object.
  private(set) var top: Range<Int> = 0..<0

  private var position = 0
  /// The hashes of all keys of the line, each with the number of its object.
  private var keys = HashSet()
  private var objects: UInt64 = 0
  private static let deepest = 32

  /// Reads a line; what it held before is gone, its memory is used again.
  mutating func parse(_ line: ArraySlice<UInt8>) throws(Failure) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: line)
    strings.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    keys.removeAll()
    objects = 0
    position = 0
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Failure(column: error.byteOffsets.lowerBound, message: "this byte is not UTF-8")
    }
    skipBlanks()
    guard peek == UInt8(ascii: "{") else {
      let isList = peek == UInt8(ascii: "[")
      throw failure("an object `{…}` was expected" + (isList ? ", one on each line, not a list of them" : ""))
    }
    guard case .object(let range) = try value(depth: 0) else { return }
    top = range
    skipBlanks()
    guard position == bytes.count else { throw failure("nothing may follow the object") }
  }

  /// A key or a string.
  func text(_ range: Range<Int>) -> String { String(decoding: strings[range], as: UTF8.self) }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ message: String) -> Failure { Failure(column: position, message: message) }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a { position += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) -> Content {
    guard depth < Self.deepest else { throw failure("nested too deeply") }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
    default:
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("null") { return .null }
      throw failure("a value was expected")
    }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func object(depth: Int) throws(Failure) -> Content {
    position += 1
    var own: [Member] = []
    objects += 1
    let number = objects &* 0x9e37_79b9_7f4a_7c15
    skipBlanks()
    if peek == UInt8(ascii: "}") {
      position += 1
      return .object(members.count..<members.count)
    }
    while true {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw failure("a key in quotes was expected") }
      let start = position
      let key = try string()
      let isNew = keys.insert(Bytes.hash(strings.span.extracting(key)) &+ number)
      if !isNew, own.contains(where: { strings[$0.key] == strings[key] }) {
        position = start
        throw failure("key `\(text(key))` is there twice")
      }
      skipBlanks()
      guard peek == UInt8(ascii: ":") else { throw failure("`:` was expected") }
      position += 1
      skipBlanks()
      let column = position
      own.append(Member(key: key, keyColumn: start, column: column, content: try value(depth: depth + 1)))
      if try endsList(UInt8(ascii: "}"), "`,` or `}` was expected") { break }
    }
    let first = members.count
    members.append(contentsOf: own)
    return .object(first..<members.count)
  }

  private mutating func array(depth: Int) throws(Failure) -> Content {
    position += 1
    var own: [Member] = []
    skipBlanks()
    if peek == UInt8(ascii: "]") {
      position += 1
      return .array(members.count..<members.count)
    }
    while true {
      skipBlanks()
      let column = position
      let content = try value(depth: depth + 1)
      own.append(Member(key: 0..<0, keyColumn: column, column: column, content: content))
      if try endsList(UInt8(ascii: "]"), "`,` or `]` was expected") { break }
    }
    let first = members.count
    members.append(contentsOf: own)
    return .array(first..<members.count)
  }

  /// Moves past a comma, or past the end of the list.
  private mutating func endsList(_ end: UInt8, _ message: String) throws(Failure) -> Bool {
    skipBlanks()
    guard let byte = peek, byte == end || byte == UInt8(ascii: ",") else { throw failure(message) }
    position += 1
    return byte == end
  }

  private mutating func number() throws(Failure) -> Range<Int> {
    let start = position
    while let byte = peek, isNumberByte(byte) { position += 1 }
    let digits = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    let hasLeadingZero =
      digits + 1 < position && bytes[digits] == UInt8(ascii: "0") && (0x30...0x39).contains(bytes[digits + 1])
    let isBare = digits == position || !(0x30...0x39).contains(bytes[digits])
    if hasLeadingZero || isBare || bytes[position - 1] == UInt8(ascii: ".")
      || Decimal64(parsing: bytes.span.extracting(start..<position)) == nil
    {
      position = start
      throw failure("this is not a number")
    }
    return start..<position
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}

extension JSONLine {
  private mutating func string() throws(Failure) -> Range<Int> {
    position += 1
    let start = strings.count
    while true {
      let plain = position
      while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        position += 1
      }
      strings.append(contentsOf: bytes[plain..<position])
      guard let byte = peek, byte >= 0x20 else { throw failure("a string without its closing quote") }
      position += 1
      if byte == UInt8(ascii: "\"") { return start..<strings.count }
      try escape()
    }
  }

  private mutating func escape() throws(Failure) {
    guard let byte = peek else { throw failure("a string without its closing quote") }
    position += 1
    if let character = Self.plainEscape(byte) {
      strings.append(character)
      return
    }
    guard byte == UInt8(ascii: "u"), let first = codeUnit() else {
      position -= 1
      throw failure("`\\` is followed by one of `\"\\/bfnrt` or `u` and four hex digits")
    }
    var scalar = UInt32(first)
    if (0xd800..<0xdc00).contains(first) {
      guard peek == UInt8(ascii: "\\") else { throw failure("half of a surrogate pair") }
      position += 1
      guard peek == UInt8(ascii: "u") else { throw failure("half of a surrogate pair") }
      position += 1
      guard let second = codeUnit(), (0xdc00..<0xe000).contains(second) else {
        throw failure("half of a surrogate pair")
      }
      scalar = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
    }
    guard let character = Unicode.Scalar(scalar) else { throw failure("half of a surrogate pair") }
    strings.append(contentsOf: Array(String(Character(character)).utf8))
  }

  private static func plainEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
