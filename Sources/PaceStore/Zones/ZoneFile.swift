internal import PaceEngine

/// A time zone file as RFC 8536 describes it: the changes of the past, and a rule for the future.
struct ZoneFile {
  private var transitions: [Zone.Transition] = []
  private var initialOffset: Int64 = 0
  private var rule: ZoneRule?

  private static let first: Int64 = -2_208_988_800_000
  private static let years = 1900...2100

  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let short = reader.header() else { return nil }
    var counts = short
    var width = 4
    if short.version >= UInt8(ascii: "2") {
      // The first block is for readers without 64-bit times.
      reader.position += short.size(width: 4)
      guard let long = reader.header() else { return nil }
      counts = long
      width = 8
    }
    guard read(counts, width, &reader) else { return nil }
    if width == 8, let footer = reader.footer() { rule = ZoneRule(footer) }
  }

  /// The zone's offsets from 1900 to 2100.
  func zone(named name: String) -> Zone {
    var all = transitions
    if let rule {
      let last = transitions.last?.start ?? .min
      for year in Self.years { all += rule.transitions(in: year).filter { $0.start > last } }
    }
    all.sort { $0.start < $1.start }
    var offset = initialOffset
    var kept: [Zone.Transition] = []
    for transition in all {
      if transition.start < Self.first {
        offset = transition.offset
      } else if transition.offset != (kept.last?.offset ?? offset) {
        kept.append(transition)
      }
    }
    return Zone(name: name, initialOffset: offset, transitions: kept)
  }

  private mutating func read(_ counts: Counts, _ width: Int, _ reader: inout Reader) -> Bool {
    var times: [Int64] = []
    for _ in 0..<counts.times {
      guard let time = reader.integer(width) else { return false }
      times.append(time)
    }
    var types: [Int] = []
    for _ in 0..<counts.times {
      guard let type = reader.integer(1) else { return false }
      types.append(Int(type & 0xff))
    }
    var offsets: [Int64] = []
    for _ in 0..<counts.types {
      guard let offset = reader.integer(4), reader.integer(2) != nil else { return false }
      offsets.append(offset * 1_000)
    }
    guard let first = offsets.first, types.allSatisfy({ $0 < offsets.count }) else { return false }
    initialOffset = first
    for (time, type) in zip(times, types) {
      let (start, overflow) = time.multipliedReportingOverflow(by: 1_000)
      transitions.append(Zone.Transition(start: overflow ? .min : start, offset: offsets[type]))
    }
    reader.position += counts.characters + counts.leaps * (width + 4) + counts.standards + counts.universals
    return true
  }

  private struct Counts {
    var version: UInt8
    var universals, standards, leaps, times, types, characters: Int

    func size(width: Int) -> Int {
      times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standards + universals
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    /// A big-endian integer with its sign.
    mutating func integer(_ width: Int) -> Int64? {
      guard position >= 0, position + width <= bytes.count else { return nil }
      var value: Int64 = bytes[position] >= 0x80 ? -1 : 0
      for byte in bytes[position..<position + width] { value = value << 8 | Int64(byte) }
      position += width
      return value
    }

    mutating func header() -> Counts? {
      guard integer(4) == 0x545a_6966, position < bytes.count else { return nil }
      let version = bytes[position]
      position += 16
      var numbers: [Int] = []
      for _ in 0..<6 {
        guard let number = integer(4), number >= 0, number <= bytes.count else { return nil }
        numbers.append(Int(number))
      }
      return Counts(
        version: version, universals: numbers[0], standards: numbers[1], leaps: numbers[2],
        times: numbers[3], types: numbers[4], characters: numbers[5])
    }

    /// The text between the two line ends after the last block.
    func footer() -> [UInt8]? {
      let newline = UInt8(ascii: "\n")
      guard position < bytes.count, bytes[position] == newline else { return nil }
      let rest = bytes[(position + 1)...]
      return rest.firstIndex(of: newline).map { Array(rest[..<$0]) }
    }
  }
}
