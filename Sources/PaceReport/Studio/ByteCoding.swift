/// Writes numbers and texts one after the other, or reads them again, so that one description of a value does both.
///
/// Small numbers take few bytes.
struct ByteCoder {
  /// The bytes are not what was written by this version.
  struct Damaged: Error {}

  private(set) var bytes: [UInt8]
  private let isReading: Bool
  private var place = 0

  /// Writes if there are no bytes to read.
  init(reading bytes: [UInt8]? = nil) {
    self.bytes = bytes ?? []
    isReading = bytes != nil
  }

  /// Whether all bytes were read, or written.
  var isAtEnd: Bool { !isReading || place == bytes.count }

  mutating func count(_ value: inout Int) throws(Damaged) {
    var bits = UInt64(value)
    try unsigned(&bits)
    guard let count = Int(exactly: bits) else { throw Damaged() }
    value = count
  }

  /// Numbers near 0 on either side take few bytes: 0, -1, 1, -2 … are 0, 1, 2, 3 … ("zigzag").
  mutating func number(_ value: inout Int64) throws(Damaged) {
    var bits = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    try unsigned(&bits)
    value = Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
  }

  mutating func numberIfAny(_ value: inout Int64?) throws(Damaged) {
    try optional(&value, 0) { value, coder throws(Damaged) in try coder.number(&value) }
  }

  mutating func text(_ text: inout String) throws(Damaged) {
    var blob = isReading ? [] : Array(text.utf8)
    try self.blob(&blob)
    if isReading { text = String(decoding: blob, as: UTF8.self) }
  }

  mutating func texts(_ texts: inout [String]) throws(Damaged) {
    try list(&texts, "") { text, coder throws(Damaged) in try coder.text(&text) }
  }

  mutating func blob(_ blob: inout [UInt8]) throws(Damaged) {
    let count = try length(blob.count)
    if isReading {
      blob = Array(bytes[place..<place + count])
      place += count
    } else {
      bytes += blob
    }
  }

  /// - Parameter blank: an element before it is read.
  mutating func list<Element>(
    _ list: inout [Element], _ blank: Element,
    _ code: (inout Element, inout ByteCoder) throws(Damaged) -> Void
  ) throws(Damaged) {
    // Every element takes at least one byte.
    let count = try length(list.count)
    if isReading { list = Array(repeating: blank, count: count) }
    for index in 0..<count {
      var element = list[index]
      try code(&element, &self)
      if isReading { list[index] = element }
    }
  }

  mutating func optional<Element>(
    _ value: inout Element?, _ blank: Element,
    _ code: (inout Element, inout ByteCoder) throws(Damaged) -> Void
  ) throws(Damaged) {
    var list = value.map { [$0] } ?? []
    try self.list(&list, blank, code)
    guard list.count <= 1 else { throw Damaged() }
    value = list.first
  }

  /// How many elements follow, of which each takes at least one byte.
  private mutating func length(_ count: Int) throws(Damaged) -> Int {
    var count = count
    try self.count(&count)
    guard !isReading || count <= bytes.count - place else { throw Damaged() }
    return count
  }

  /// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow (LEB128).
  private mutating func unsigned(_ value: inout UInt64) throws(Damaged) {
    if isReading {
      value = try unsigned()
      return
    }
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
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
