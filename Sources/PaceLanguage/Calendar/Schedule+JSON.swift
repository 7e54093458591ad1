/// The stored form of a schedule: an object with `type`, and `days` (also `weekdays`, `dates`) or `date`.
extension Schedule {
  static func parse(json bytes: [UInt8]) -> Schedule? {
    var reader = ScheduleReader(bytes: bytes)
    guard reader.readDocument(), let type = reader.type else { return nil }
    if matches(type, "adhoc") || matches(type, "ad_hoc") {
      guard let date = reader.date.flatMap({ CivilDate(bytes: $0) }) else { return nil }
      return .once(date.dayNumber)
    }
    guard var schedule = Schedule(type: type) else { return nil }
    switch schedule {
    case .daily, .sticky, .once:
      break
    case .weekly, .monthly:
      for item in reader.days {
        guard let number = item.number ?? schedule.number(of: item.word), schedule.add(number)
        else { return nil }
      }
    }
    return schedule
  }
}

/// Reads the one JSON object that a stored schedule is, without building a tree; other keys are passed over.
private struct ScheduleReader {
  /// An element of a list: a whole number, or a string's bytes.
  struct Item {
    var number: Int64?
    var word: ArraySlice<UInt8>
  }

  let bytes: [UInt8]
  var position = 0
  var type: ArraySlice<UInt8>?
  var date: ArraySlice<UInt8>?
  var days: [Item] = []

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

  private mutating func readValue(of key: ArraySlice<UInt8>) -> Bool {
    if readNull() { return true }
    if Schedule.matches(key, "type") {
      type = readString()
      return type != nil
    }
    if Schedule.matches(key, "date") {
      date = readString()
      return date != nil
    }
    for name in ["days", "weekdays", "dates"] where Schedule.matches(key, name) {
      return readDays()
    }
    return skipValue(depth: 0)
  }

  private mutating func readDays() -> Bool {
    days = []
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      if let word = readString() {
        days.append(Item(number: nil, word: word))
      } else if let number = readNumber() {
        days.append(Item(number: number, word: []))
      } else {
        return false
      }
    } while take(",")
    return take("]")
  }

  /// A whole number of up to three digits; no list holds a larger one.
  private mutating func readNumber() -> Int64? {
    skipBlanks()
    var number: Int64 = 0
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      guard position - start < 3 else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? number : nil
  }

  /// A string as written: with an escape in it, it is no word that means anything here.
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

  /// A number, `true`, `false` or `null`; its spelling does not matter where it is passed over.
  private mutating func skipScalar() -> Bool {
    let start = position
    while let byte = current, !Schedule.isBlank(byte), !",:]}[{\"".utf8.contains(byte) {
      position += 1
    }
    return position > start
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, Schedule.isBlank(byte) { position += 1 }
  }

  /// Takes a mark if it comes next, blanks aside.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard let byte = current, UInt32(byte) == mark.value else { return false }
    position += 1
    return true
  }
}
