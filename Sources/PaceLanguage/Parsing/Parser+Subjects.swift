/// The calendar, subjects and events.
extension Parser {
  /// `"calendar" block( "zone" STRING | "day" "starts" TIME | "week" "starts" WEEKDAY )`
  mutating func parseCalendar(from start: Int) throws(SyntaxStop) -> CalendarSyntax {
    let items = try parseBlock(.calendar) { parser throws(SyntaxStop) in
      try parser.parseCalendarItem()
    }
    return CalendarSyntax(items: items, span: span(from: start))
  }

  private mutating func parseCalendarItem() throws(SyntaxStop) -> CalendarSyntax.Item {
    switch try parseItemKeyword(.calendar) {
    case .zone: return .zone(try parseString())
    case .day:
      try expect(.starts)
      return .dayStarts(try parseTime())
    default:
      try expect(.starts)
      return .weekStarts(try parseName(.weekday))
    }
  }

  /// `"subject" NAME [ "per" "day" ] block( attribute | "ends" "after" operand "without" NAME )`
  mutating func parseSubject(from start: Int) throws(SyntaxStop) -> SubjectSyntax {
    let name = try parseName(.subject)
    let isPerDay = take(.per)
    if isPerDay { try expect(.day) }
    let items = try parseBlock(.subject) { parser throws(SyntaxStop) in
      try parser.parseSubjectItem()
    }
    return SubjectSyntax(name: name, isPerDay: isPerDay, items: items, span: span(from: start))
  }

  private mutating func parseSubjectItem() throws(SyntaxStop) -> SubjectSyntax.Item {
    if peek(1).kind == .colon { return .attribute(try parseAttribute()) }
    let start = index
    _ = try parseItemKeyword(.subject)
    try expect(.after)
    let delay = try parseOperand()
    try expect(.without)
    let stream = try parseName(.stream)
    return .ends(after: delay, without: stream, span: span(from: start))
  }

  /// `NAME ":" type [ "=" literal ] [ "in" literal ".." literal ] [ STRING ]`
  private mutating func parseAttribute() throws(SyntaxStop) -> AttributeSyntax {
    let start = index
    let name = try parseName(.attribute)
    try expect(.colon)
    let type = try parseType()
    let initial = try parseInitialIfPresent()
    let range = try parseRangeIfPresent()
    let label = parseLabelIfPresent()
    return AttributeSyntax(
      name: name, type: type, initial: initial, range: range, label: label, span: span(from: start))
  }

  /// `[ "=" literal ]`
  mutating func parseInitialIfPresent() throws(SyntaxStop) -> Literal? {
    guard kind == .assign else { return nil }
    advanceAcrossLines()
    return try parseLiteral(.literal)
  }

  /// `[ "in" literal ".." literal ]`; a line may begin with `in`, but an attribute may be called so too.
  mutating func parseRangeIfPresent() throws(SyntaxStop) -> RangeSyntax? {
    guard token.keyword == .in, kind != .newline || peek(1).kind != .colon else { return nil }
    let start = index
    advanceAcrossLines()
    let low = try parseLiteral(.literal)
    try expect(.range)
    let high = try parseLiteral(.literal)
    return RangeSyntax(low: low, high: high, span: span(from: start))
  }

  /// `"event" NAME "of" NAME block( attribute | kind | "debounce" DURATION )`
  mutating func parseEvent(from start: Int) throws(SyntaxStop) -> EventSyntax {
    let name = try parseName(.event)
    try expect(.of)
    let subject = try parseName(.subject)
    let items = try parseBlock(.event) { parser throws(SyntaxStop) in
      try parser.parseEventItem()
    }
    return EventSyntax(name: name, subject: subject, items: items, span: span(from: start))
  }

  private mutating func parseEventItem() throws(SyntaxStop) -> EventSyntax.Item {
    if peek(1).kind == .colon { return .field(try parseAttribute()) }
    let start = index
    guard try parseItemKeyword(.event) == .kind else {
      let length = try parseDuration()
      return .debounce(length, span: span(from: start))
    }
    return .kind(try parseKind(from: start))
  }

  /// `"kind" NAME [ STRING ] [ block( NAME "=" literal | "debounce" DURATION ) ]`
  private mutating func parseKind(from start: Int) throws(SyntaxStop) -> KindSyntax {
    let name = try parseName(.kind)
    let label = parseStringIfPresent()
    var items: [KindSyntax.Item] = []
    if kind == .leftBrace {
      items = try parseBlock(.kind) { parser throws(SyntaxStop) in
        try parser.parseKindItem()
      }
    }
    return KindSyntax(name: name, label: label, items: items, span: span(from: start))
  }

  private mutating func parseKindItem() throws(SyntaxStop) -> KindSyntax.Item {
    let start = index
    guard keyword == .debounce, peek(1).kind != .assign else {
      return .value(try parseAssignment(.field))
    }
    advance()
    let length = try parseDuration()
    return .debounce(length, span: span(from: start))
  }
}
