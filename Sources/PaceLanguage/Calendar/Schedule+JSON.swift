/// The stored form of a schedule: a JSON object with `type`, and a list of days or a date under one of several names.
extension Schedule {
  static func parse(json bytes: [UInt8]) -> Schedule? {
    var reader = ScheduleReader(bytes: bytes)
    guard reader.readDocument(), let type = reader.type else { return nil }
    if matches(type, "adhoc") || matches(type, "ad_hoc") {
      return reader.date
    }
    guard let schedule = Schedule(type: type) else { return nil }
    switch schedule {
    case .daily, .sticky, .once, .moment: return schedule
    case .weekly: return schedule.on(reader.lists(named: ScheduleReader.weekLists))
    case .monthly: return schedule.on(reader.lists(named: ScheduleReader.monthLists))
    }
  }

  /// The schedule on the days of some lists; nil unless all say the same.
  private func on(_ lists: [[ScheduleReader.Item]]?) -> Schedule? {
    guard let lists else { return nil }
    let schedules = lists.map { items -> Schedule? in
      var schedule = self
      for item in items {
        guard let number = item.number ?? number(of: item.word), schedule.add(number) else { return nil }
      }
      return schedule
    }
    guard let first = schedules.first else { return self }
    return schedules.allSatisfy { $0 == first } ? first : nil
  }
}

/// Reads the JSON object of a stored schedule without building a tree; unknown keys are skipped.
private struct ScheduleReader {
  /// An element of a list: a whole number, or a string's bytes.
  struct Item {
    var number: Int64?
    var word: ArraySlice<UInt8>
  }

  let bytes: [UInt8]
  var position = 0
  var type: ArraySlice<UInt8>?
  /// The schedule of a date or an instant alone.
  var date: Schedule?
  /// The lists under known names.
  private var lists: [(name: String, items: [Item])] = []
  /// Whether a list was found under an unknown name.
  private var hasOtherList = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func readDocument() -> Bool {
    guard readMembers() else { return false }
    skipBlanks()
    return position == bytes.count
  }

  private mutating func readMembers() -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    repeat {
      guard let key = readString(), take(":"), readValue(of: key) else { return false }
    } while take(",")
    return take("}")
  }

  /// The lists of days, by the names that they may have; none if there are no lists.
  ///
  /// Nil if there are only lists with other names: ignoring them would make a schedule of no days.
  func lists(named names: [String]) -> [[Item]]? {
    let own = lists.filter { names.contains($0.name) }.map { $0.items }
    return own.isEmpty && (hasOtherList || !lists.isEmpty) ? nil : own
  }

  private mutating func readValue(of key: ArraySlice<UInt8>) -> Bool {
    if readNull() { return true }
    if Schedule.matches(key, "type") {
      type = readString()
      return type != nil
    }
    if Schedule.matches(key, "date") || Schedule.matches(key, "specificdate") { return readDate() }
    if let name = (Self.weekLists + Self.monthLists).first(where: { Schedule.matches(key, $0) }) {
      return readDays(name)
    }
    if next == UInt8(ascii: "[") { hasOtherList = true }
    return skipValue(depth: 0)
  }

  static let weekLists = ["days", "weekdays"]
  static let monthLists = ["days", "monthdays", "dates"]

  /// Reads a date, an ISO 8601 instant, or seconds since 2001-01-01 UTC, as Foundation encodes a `Date`.
  private mutating func readDate() -> Bool {
    if next == UInt8(ascii: "\"") {
      date = readString().flatMap { Schedule(date: $0) }
    } else {
      date = readMilliseconds().flatMap { Schedule(instant: 978_307_200_000 + $0) }
    }
    return date != nil
  }

  /// Reads a number of seconds and returns milliseconds; further decimals are cut off. Nil for anything else.
  private mutating func readMilliseconds() -> Int64? {
    let isNegative = take("-")
    guard var number = readNumber(digits: 12) else { return nil }
    number *= 1_000
    if current == UInt8(ascii: ".") {
      position += 1
      var unit: Int64 = 100
      guard digit != nil else { return nil }
      while let digit {
        number += digit * unit
        unit /= 10
        position += 1
      }
    }
    return isNegative ? -number : number
  }

  /// The digit that stands here.
  private var digit: Int64? {
    guard let byte = current, byte.isDigit else { return nil }
    return Int64(byte - UInt8(ascii: "0"))
  }

  /// The next byte that isn't blank.
  private var next: UInt8? {
    mutating get {
      skipBlanks()
      return current
    }
  }

  private mutating func readDays(_ name: String) -> Bool {
    var days: [Item] = []
    guard take("[") else { return false }
    defer { lists.append((name, days)) }
    if take("]") { return true }
    repeat {
      if let word = readString() {
        days.append(Item(number: nil, word: word))
      } else if let number = readNumber(digits: 3) {
        // No list holds a larger number.
        days.append(Item(number: number, word: []))
      } else {
        return false
      }
    } while take(",")
    return take("]")
  }

  /// A whole number of at most so many digits.
  private mutating func readNumber(digits most: Int) -> Int64? {
    skipBlanks()
    var number: Int64 = 0
    let start = position
    while let digit {
      guard position - start < most else { return nil }
      number = number * 10 + digit
      position += 1
    }
    return position > start ? number : nil
  }

  /// A string's bytes as written. Escapes stay as they are, since no known word contains one.
  private mutating func readString() -> ArraySlice<UInt8>? {
    guard take("\"") else { return nil }
    let start = position
    while let byte = current {
      position += 1
      if byte == UInt8(ascii: "\"") { return bytes[start..<position - 1] }
      if byte == UInt8(ascii: "\\"), current != nil { position += 1 }
    }
    return nil
  }

  private mutating func readNull() -> Bool {
    skipBlanks()
    guard bytes[position...].starts(with: "null".utf8) else { return false }
    position += 4
    return true
  }

  private mutating func skipValue(depth: Int) -> Bool {
    if readString() != nil { return true }
    let isObject = take("{")
    guard isObject || take("[") else { return skipScalar() }
    guard depth < 16 else { return false }
    let close: Unicode.Scalar = isObject ? "}" : "]"
    if take(close) { return true }
    repeat {
      if isObject {
        guard readString() != nil, take(":") else { return false }
      }
      guard skipValue(depth: depth + 1) else { return false }
    } while take(",")
    return take(close)
  }

  /// Skips a number, `true`, `false` or `null`, whose spelling does not matter.
  private mutating func skipScalar() -> Bool {
    let start = position
    while let byte = current, !byte.isBlank, !",:]}[{\"".utf8.contains(byte) {
      position += 1
    }
    return position > start
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte.isBlank { position += 1 }
  }

  /// Takes a mark if it comes next, blanks aside.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard let byte = current, UInt32(byte) == mark.value else { return false }
    position += 1
    return true
  }
}

extension Schedule {
  /// Reads `2026-02-28` or an instant. An instant with an offset stands for its date in the subject's zone; one
  /// without stands for the date as written.
  fileprivate init?(date text: ArraySlice<UInt8>) {
    switch TimeParser.written(Array(text).span) {
    case .wall(let date, _)?: self = .once(date)
    case .instant(let instant)?: self.init(instant: instant)
    case nil: return nil
    }
  }

  /// An instant of the years 1 to 9999.
  fileprivate init?(instant: Int64) {
    guard (-62_135_596_800_000...253_402_300_799_999).contains(instant) else { return nil }
    self = .moment(instant)
  }
}
