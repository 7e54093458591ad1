/// Writes numbers and texts one after the other, small numbers in few bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow (LEB128).
  mutating func count(_ value: Int) { unsigned(UInt64(value)) }

  /// Numbers near 0 on either side take few bytes: 0, -1, 1, -2 … are 0, 1, 2, 3 … ("zigzag").
  mutating func number(_ value: Int64) { unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  mutating func text(_ text: String) { blob(Array(text.utf8)) }

  mutating func blob(_ blob: [UInt8]) {
    count(blob.count)
    bytes += blob
  }

  mutating func list<Element>(_ list: [Element], _ write: (Element, inout ByteWriter) -> Void) {
    count(list.count)
    for element in list { write(element, &self) }
  }

  mutating func optional<Element>(_ value: Element?, _ write: (Element, inout ByteWriter) -> Void) {
    list(value.map { [$0] } ?? [], write)
  }

  private mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads what a `ByteWriter` wrote; every read throws if the bytes end too early or say something else.
struct ByteReader {
  /// The bytes are not what a writer of this version wrote.
  struct Damaged: Error {}

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func count() throws(Damaged) -> Int {
    guard let count = Int(exactly: try unsigned()) else { throw Damaged() }
    return count
  }

  mutating func number() throws(Damaged) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func text() throws(Damaged) -> String { String(decoding: try blob(), as: UTF8.self) }

  mutating func texts() throws(Damaged) -> [String] {
    try list { input throws(Damaged) in try input.text() }
  }

  mutating func numberIfAny() throws(Damaged) -> Int64? {
    try optional { input throws(Damaged) in try input.number() }
  }

  mutating func blob() throws(Damaged) -> [UInt8] {
    let count = try count()
    guard count <= bytes.count - place else { throw Damaged() }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func list<Element>(
    _ read: (inout ByteReader) throws(Damaged) -> Element
  ) throws(Damaged) -> [Element] {
    let count = try count()
    // Every element takes at least one byte.
    guard count <= bytes.count - place else { throw Damaged() }
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try read(&self)) }
    return list
  }

  mutating func optional<Element>(
    _ read: (inout ByteReader) throws(Damaged) -> Element
  ) throws(Damaged) -> Element? {
    let list = try list(read)
    guard list.count <= 1 else { throw Damaged() }
    return list.first
  }

  private mutating func unsigned() throws(Damaged) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard place < bytes.count else { throw Damaged() }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Damaged()
  }
}
