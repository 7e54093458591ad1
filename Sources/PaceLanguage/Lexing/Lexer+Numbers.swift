/// Tokens that begin with a digit: numbers, times, dates.
extension Lexer {
  mutating func lexDigits() {
    let start = position
    let end = endOfDigits(from: start)
    if end - start == 4, isDate(at: start) {
      lexDate(from: start)
    } else if end < limit, bytes[end] == UInt8(ascii: ":"), end + 1 < limit, bytes[end + 1].isDigit {
      lexTime(from: start, to: endOfTime(from: start))
    } else if let timeEnd = endOfSpreadTime(from: start, hoursEnd: end) {
      lexTime(from: start, to: timeEnd)
    } else {
      lexNumber(from: start, digitsEnd: end)
    }
    lexAttachedLetters()
  }

  private func endOfDigits(from start: Int) -> Int {
    var end = start
    while end < limit, bytes[end].isDigit { end += 1 }
    return end
  }

  /// Whether `-DD-DD` follows the four digits at `start`, and no digit more.
  private func isDate(at start: Int) -> Bool {
    guard start + 10 <= limit, start + 10 == limit || !bytes[start + 10].isDigit else { return false }
    let dash = UInt8(ascii: "-")
    return bytes[start + 4] == dash && bytes[start + 5].isDigit && bytes[start + 6].isDigit
      && bytes[start + 7] == dash && bytes[start + 8].isDigit && bytes[start + 9].isDigit
  }

  private mutating func lexDate(from start: Int) {
    let end = start + 10
    if NumberText.date(bytes, start..<end) == nil {
      reporter.report(.noSuchDate(span(start, end), text(start, end)))
    }
    append(.date, from: start, to: end)
    guard peek(0) == UInt8(ascii: "T"), peek(1).isDigit else { return }
    let mark = span(position, position + 1)
    position += 1
    let timeEnd = endOfTime(from: position)
    let zoneEnd = endOfZone(from: timeEnd)
    guard zoneEnd > timeEnd else { return reporter.report(.dateJoinedToTime(mark)) }
    let isUTC = bytes[timeEnd] == UInt8(ascii: "Z")
    reporter.report(
      .zonedTime(
        span(start, zoneEnd), fix: [TextEdit(mark, " "), TextEdit(span(timeEnd, zoneEnd), "")],
        isGuess: !isUTC))
    lexTime(from: position, to: timeEnd)
    position = zoneEnd
  }

  /// The end of an instant's zone, `Z` or `+02:00`, that begins at `start`; `start` if there is none.
  private func endOfZone(from start: Int) -> Int {
    guard start < limit else { return start }
    switch bytes[start] {
    case UInt8(ascii: "Z"): return start + 1 < limit && bytes[start + 1].isWordByte ? start : start + 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      var end = start + 1
      while end < limit, bytes[end].isDigit || bytes[end] == UInt8(ascii: ":") { end += 1 }
      return end - start >= 3 ? end : start
    default: return start
    }
  }

  /// The end of everything that looks like part of the time at `start`.
  private func endOfTime(from start: Int) -> Int {
    var end = start
    while end < limit {
      let byte = bytes[end]
      let joins = byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      guard byte.isDigit || joins && end + 1 < limit && bytes[end + 1].isDigit else { break }
      end += 1
    }
    return end
  }

  /// The end of a time with blanks around its colons, as in `21 : 00`; nil for anything else.
  private func endOfSpreadTime(from start: Int, hoursEnd: Int) -> Int? {
    func afterSpaces(_ index: Int) -> Int {
      bytes[index..<limit].firstIndex { $0 != UInt8(ascii: " ") } ?? limit
    }
    var end = hoursEnd
    while end - start <= 2 || end > hoursEnd {
      let colon = afterSpaces(end)
      guard colon < limit, bytes[colon] == UInt8(ascii: ":") else { break }
      let digits = afterSpaces(colon + 1)
      guard endOfDigits(from: digits) == digits + 2 else { break }
      end = digits + 2
    }
    if end == hoursEnd { return nil }
    // In `a ? 10 : 20` the colon parts two numbers; `?` is looked for in the 120 bytes before, on this line.
    let before = bytes[max(0, start - 120)..<start].reversed().prefix { $0 != UInt8(ascii: "\n") }
    return before.contains(UInt8(ascii: "?")) ? nil : end
  }

  /// Takes everything that looks like part of a time, so that `9:5` and `24:00` are each one error.
  private mutating func lexTime(from start: Int, to end: Int) {
    if NumberText.time(bytes, start..<end) == nil {
      if let (meant, whole) = halfOfDay(start, end) {
        reporter.report(.halfOfDay(span(start, whole), meant))
        return append(.time, from: start, to: whole)
      }
      reporter.report(noSuchTime(text(start, end), span(start, end)))
    }
    append(.time, from: start, to: end)
  }

  /// The time that `9:00pm` or `9:00 am` is in 24 hours, and where its letters end; nil for any other.
  ///
  /// With two digits for the hour it is a time, after which the parser finds the letters.
  private func halfOfDay(_ start: Int, _ end: Int) -> (meant: String, end: Int)? {
    let shown = Array("0".utf8) + bytes[start..<end]
    let first = end < limit && bytes[end] == UInt8(ascii: " ") ? end + 1 : end
    guard let time = NumberText.time(shown, shown.indices), time >= Unit.hour.milliseconds,
      first + 2 <= limit,
      first + 2 == limit || !bytes[first + 2].isWordByte
    else { return nil }
    let word = text(first, first + 2).lowercased()
    guard word == "am" || word == "pm" else { return nil }
    return (ValueText.time(word == "am" ? time : time + 12 * Unit.hour.milliseconds), first + 2)
  }

  /// The diagnostic for a wrong time. It suggests the time that was meant, unless a duration or the whole day was.
  private func noSuchTime(_ written: String, _ span: SourceSpan) -> Diagnostic {
    let word = list.tokens.last?.keyword
    let isLength = word?.operandType == .duration && word != .after
    if isLength { return .noSuchTime(span, written, help: Diagnostic.lengthHelp(written)) }
    if written == "24:00", isAfterMidnightTo {
      return .noSuchTime(span, written, help: "all day needs no span: leave it out; `every` goes `to 23:59`")
    }
    if written == "24:00", let next = nextDay { return .endOfDay(span, next: next) }
    let close = String(written.filter { $0 != " " })
    let meant = (close == "24:00" ? ["00:00"] : [close, "0" + close]).first {
      NumberText.time(Array($0.utf8), 0..<$0.utf8.count) != nil
    }
    let help = close == written ? nil : meant.map { "a time has no blanks in it: `\($0)`" }
    var problem = Diagnostic.noSuchTime(span, written, meant: meant, help: help)
    problem.isGuess = close == "24:00" && startsAtMidnight
    return problem
  }

  /// Whether the scenario here starts at midnight, so that its first `00:00` is no end of a day.
  private var startsAtMidnight: Bool {
    let tokens = list.tokens
    guard let start = tokens.lastIndex(where: { $0.keyword == .start }), start + 2 < tokens.count,
      tokens[start + 2].kind == .time
    else { return false }
    return NumberText.time(bytes, Int(tokens[start + 2].start)..<Int(tokens[start + 2].end)) == 0
  }

  /// The edit that changes the day named right before, `2026-11-20` or `day 1`, to the next; nil if none is named.
  private var nextDay: TextEdit? {
    guard !startsLine, let last = list.tokens.last else { return nil }
    let range = Int(last.start)..<Int(last.end)
    let place = span(range.lowerBound, range.upperBound)
    switch last.kind {
    case .date:
      guard let day = NumberText.date(bytes, range), day < CivilDate.dayNumbers.upperBound else { return nil }
      return TextEdit(place, ValueText.date(day + 1))
    case .number where list.tokens.dropLast().last?.keyword == .day:
      return NumberText.integer(bytes, range).map { TextEdit(place, String($0 + 1)) }
    default: return nil
    }
  }

  /// Whether `00:00 to` stands before.
  private var isAfterMidnightTo: Bool {
    guard list.tokens.count > 1, list.tokens[list.tokens.count - 1].keyword == .to else { return false }
    let from = list.tokens[list.tokens.count - 2]
    return from.kind == .time && text(Int(from.start), Int(from.end)) == "00:00"
  }

  private mutating func lexNumber(from start: Int, digitsEnd: Int) {
    var end = digitsEnd
    var hasUnderscore = false
    while end + 1 < limit, bytes[end] == UInt8(ascii: "_"), bytes[end + 1].isDigit {
      hasUnderscore = true
      end = endOfDigits(from: end + 1)
    }
    if end + 1 < limit, bytes[end] == UInt8(ascii: "."), bytes[end + 1].isDigit {
      end = endOfDigits(from: end + 1)
    }
    if hasUnderscore {
      let digits = bytes[start..<end].filter { $0 != UInt8(ascii: "_") }
      reporter.report(.underscoreInNumber(span(start, end), String(decoding: digits, as: UTF8.self)))
    }
    switch NumberText.millionths(bytes, start..<end) {
    case .value: break
    case .problem(.tooFine): reporter.report(.numberTooFine(span(start, end)))
    case .problem(.tooLarge): reporter.report(.numberTooLarge(span(start, end)))
    }
    append(.number, from: start, to: end)
  }

  /// A unit written onto its number, as in `1h30min`, is a word of letters only.
  private mutating func lexAttachedLetters() {
    let start = position
    var end = start
    var key = KeywordTable.Key()
    var isName = true
    while end < limit, bytes[end].isLetter {
      key.append(bytes[end])
      if bytes[end].isUpperLetter { isName = false }
      end += 1
    }
    guard end > start else { return }
    let keyword = isName && end - start <= 16 ? keywords.keyword(key) : nil
    append(isName ? .name : .identifier, from: start, to: end, keyword: keyword)
  }

  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
