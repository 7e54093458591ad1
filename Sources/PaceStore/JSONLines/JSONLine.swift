/// One parsed line of JSON lines: an object whose values are still bytes.
struct JSONLine {
  enum Content {
    case null
    case bool(Bool)
    /// The bytes as written.
    case number(Range<Int>)
    /// The bytes with escapes resolved.
    case string(Range<Int>)
    /// The members, in `members`.
    case object(Range<Int>)
    /// The elements, in `members`, without keys.
    case array(Range<Int>)
  }

  struct Member {
    /// In `bytes`.
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

  /// The line, followed by unescaped copies of its keys and strings that have escapes.
  private(set) var bytes: [UInt8] = []
  /// Members of objects and elements of arrays; those of a nested object come before its parent's.
  private(set) var members: [Member] = []
  /// The members of the line's own object.
  private(set) var top: Range<Int> = 0..<0

  private var position = 0
  /// Where the line itself ends in `bytes`.
  private var end = 0
  /// The members of objects and arrays that are not closed yet.
  private var open: [Member] = []
  /// The hashes of all the line's keys, each combined with its object's number.
  private var keys = HashSet()
  private var objects: UInt64 = 0
  private static let deepest = 32

  /// Parses a line; the previous one is dropped and its memory reused.
  mutating func parse(_ line: ArraySlice<UInt8>) throws(Failure) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: line)
    end = bytes.count
    open.removeAll(keepingCapacity: true)
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
    guard position == end else { throw failure("nothing may follow the object") }
  }

  /// The line as it came.
  var text: ArraySlice<UInt8> { bytes[..<end] }

  /// The text of a key or string.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether a member has a key.
  func isKey(of member: Int, _ key: Span<UInt8>) -> Bool {
    Bytes.areSame(bytes.span.extracting(members[member].key), key)
  }

  private var peek: UInt8? { position < end ? bytes[position] : nil }

  private func failure(_ message: String) -> Failure { Failure(column: position, message: message) }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a { position += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) -> Content {
    guard depth < Self.deepest else { throw failure("nested too deeply") }
    switch peek {
    case UInt8(ascii: "{"): return .object(try list(until: UInt8(ascii: "}"), hasKeys: true, depth: depth))
    case UInt8(ascii: "["): return .array(try list(until: UInt8(ascii: "]"), hasKeys: false, depth: depth))
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
    guard bytes[position..<end].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// The members of an object, which have keys, or the elements of an array.
  private mutating func list(
    until end: UInt8, hasKeys: Bool, depth: Int
  ) throws(Failure) -> Range<Int> {
    position += 1
    let first = open.count
    objects += 1
    let number = objects &* 0x9e37_79b9_7f4a_7c15
    skipBlanks()
    if peek == end {
      position += 1
      return close(from: first)
    }
    repeat {
      skipBlanks()
      let start = position
      let key = hasKeys ? try key(in: open[first...].indices, number) : 0..<0
      let column = position
      let content = try value(depth: depth + 1)
      open.append(Member(key: key, keyColumn: start, column: column, content: content))
    } while try !endsList(end)
    return close(from: first)
  }

  /// Parses a key and the colon after it; refuses a key that an earlier member of the object has.
  private mutating func key(in members: Range<Int>, _ number: UInt64) throws(Failure) -> Range<Int> {
    guard peek == UInt8(ascii: "\"") else { throw failure("a key in quotes was expected") }
    let start = position
    let key = try string()
    let isNew = keys.insert(Bytes.hash(bytes.span.extracting(key)) &+ number)
    if !isNew, open[members].contains(where: { bytes[$0.key] == bytes[key] }) {
      position = start
      throw failure("key `\(text(key))` is there twice")
    }
    skipBlanks()
    guard peek == UInt8(ascii: ":") else { throw failure("`:` was expected") }
    position += 1
    skipBlanks()
    return key
  }

  /// Moves the members of a closed object or array to `members`.
  private mutating func close(from first: Int) -> Range<Int> {
    let start = members.count
    members.append(contentsOf: open[first...])
    open.removeSubrange(first...)
    return start..<members.count
  }

  /// Moves past a comma or the closing bracket; true for the bracket.
  private mutating func endsList(_ end: UInt8) throws(Failure) -> Bool {
    skipBlanks()
    guard let byte = peek, byte == end || byte == UInt8(ascii: ",") else {
      throw failure("`,` or `\(Unicode.Scalar(end))` was expected")
    }
    position += 1
    return byte == end
  }

  private mutating func number() throws(Failure) -> Range<Int> {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    let whole = position
    var isNumber = takesDigits() && (bytes[whole] != UInt8(ascii: "0") || position == whole + 1)
    if peek == UInt8(ascii: ".") {
      position += 1
      isNumber = takesDigits() && isNumber
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      isNumber = takesDigits() && isNumber
    }
    if isNumber { return start..<position }
    position = start
    throw failure("this is not a number")
  }

  /// Moves past digits; false if there are none.
  private mutating func takesDigits() -> Bool {
    let start = position
    while let byte = peek, byte &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }
}

extension JSONLine {
  private mutating func string() throws(Failure) -> Range<Int> {
    position += 1
    let start = position
    try skipPlain()
    if bytes[position] == UInt8(ascii: "\"") {
      position += 1
      return start..<position - 1
    }
    return try stringWithEscapes(from: start)
  }

  /// Moves to the next quote or escape.
  private mutating func skipPlain() throws(Failure) {
    while let byte = peek, byte >= 0x20 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      position += 1
    }
    throw failure("a string without its closing quote")
  }

  private mutating func stringWithEscapes(from start: Int) throws(Failure) -> Range<Int> {
    let first = bytes.count
    var plain = start
    while true {
      bytes += Array(bytes[plain..<position])
      position += 1
      if bytes[position - 1] == UInt8(ascii: "\"") { return first..<bytes.count }
      try escape()
      plain = position
      try skipPlain()
    }
  }

  private mutating func escape() throws(Failure) {
    guard let byte = peek else { throw failure("a string without its closing quote") }
    position += 1
    if let character = Self.plainEscape(byte) {
      bytes.append(character)
      return
    }
    guard byte == UInt8(ascii: "u"), let first = codeUnit() else {
      position -= 1
      throw failure("`\\` is followed by one of `\"\\/bfnrt` or `u` and four hex digits")
    }
    var scalar = UInt32(first)
    if (0xd800..<0xdc00).contains(first) {
      guard take("\\"), take("u"), let second = codeUnit(), (0xdc00..<0xe000).contains(second) else {
        throw failure("half of a surrogate pair")
      }
      scalar = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
    }
    guard let character = Unicode.Scalar(scalar) else { throw failure("half of a surrogate pair") }
    bytes.append(contentsOf: Array(String(Character(character)).utf8))
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
    guard position + 4 <= end else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
