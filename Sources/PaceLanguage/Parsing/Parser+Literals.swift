/// Literals, operands, types and points in time.
extension Parser {
  /// `[ "-" ] NUMBER | [ "-" ] DURATION | TIME | DATE | "yes" | "no" | STRING | NAME`
  mutating func parseLiteral(_ expected: Expected) throws(SyntaxStop) -> Literal {
    let start = index
    switch kind {
    case .number,
      .minus where peek(1).kind == .number:
      if kind == .minus { takePrefix() }
      let literal = parseNumeric(from: start, isNegative: index > start)
      reportPercent(after: literal, alwaysMeant: true)
      return literal
    case .time:
      let value = NumberText.time(source.bytes, range(of: token))
      advance()
      let time = value.map { takeHalfOfDay($0, from: start) ?? $0 }
      return Literal(time.map(LiteralKind.time) ?? .invalid, span(from: start))
    case .date:
      let value = NumberText.date(source.bytes, range(of: token))
      advance()
      return Literal(value.map(LiteralKind.date) ?? .invalid, span(from: start))
    case .string:
      let string = try parseString()
      return Literal(.string(string.text), string.span)
    case .name, .identifier:
      if let literal = takeForeignLiteral() { return literal }
      if let keyword, keyword == .yes || keyword == .no {
        advance()
        return Literal(.bool(keyword == .yes), span(from: start))
      }
      let name = try parseName(.value)
      return Literal(.name(name.text), name.span)
    default:
      throw fail(expected)
    }
  }

  mutating func parseString() throws(SyntaxStop) -> StringSyntax {
    guard let string = parseStringIfPresent() else { throw fail(.string) }
    return string
  }

  /// The label that ends a line of a table of params or attributes.
  mutating func parseLabelIfPresent() -> StringSyntax? {
    if kind == .string { layout.labels.append(index) }
    return parseStringIfPresent()
  }

  mutating func parseStringIfPresent() -> StringSyntax? {
    mayStand(.string)
    guard kind == .string else { return nil }
    let string = StringSyntax(StringText.value(source.bytes, token), span(of: token))
    advance()
    return string
  }

  /// Takes a prefix sign and notes it for the formatter.
  mutating func takePrefix() {
    layout.prefixes.append(index)
    advance()
  }

  /// `literal | NAME`
  mutating func parseOperand() throws(SyntaxStop) -> Literal { try parseLiteral(.operand) }

  func range(of token: Token) -> Range<Int> { Int(token.start)..<Int(token.end) }

  /// A number, with units after it a duration; the token here is a number.
  mutating func parseNumeric(from start: Int, isNegative: Bool) -> Literal {
    let first = index
    guard let number = parseNumber() else {
      while parsePartIfPresent(of: nil) != nil, kind == .number { advance() }
      return Literal(.invalid, span(from: start))
    }
    // Hours are capped at 24, which is no time, so that a large number can't overflow.
    if let time = takeHalfOfDay(min(number / 1_000_000, 24) * Unit.hour.milliseconds, from: start) {
      return Literal(.time(time), span(from: start))
    }
    guard let part = parsePartIfPresent(of: number) else {
      return Literal(.number(isNegative ? -number : number), span(from: start))
    }
    var parts = [part]
    while mayStand(.number), kind == .number, isUnit(peek(1)), parenDepth > 0 || !peek(1).startsLine {
      let count = parseNumber()
      guard let part = parsePartIfPresent(of: count) else { break }
      parts.append(part)
    }
    let whole = DurationSyntax(parts, span(from: first))
    let (total, problems) = whole.total(in: source)
    for problem in problems { reporter.report(problem) }
    takeNumberWithoutUnit(after: parts[parts.count - 1].unit)
    guard total != .max else { return Literal(.invalid, span(from: start)) }
    return Literal(.duration(isNegative ? -total : total), span(from: start))
  }

  /// The number here in millionths; nil if it doesn't fit, which the lexer has reported.
  private mutating func parseNumber() -> Int64? {
    let result = NumberText.millionths(source.bytes, range(of: token))
    advance()
    guard case .value(let value) = result else { return nil }
    return takeExponent(of: value) ?? value
  }

  /// Whether the token is a unit, or what people write for one.
  private func isUnit(_ token: Token) -> Bool {
    guard token.kind == .name || token.kind == .identifier else { return false }
    return Unit(token.keyword) != nil || WrongUnit(text(token)) != nil || misspeltUnit(token) != nil
  }

  /// The unit that a word is misspelt for; nil for keywords, some of which may follow a number.
  private func misspeltUnit(_ token: Token) -> WrongUnit? {
    token.kind == .name && token.keyword == nil ? WrongUnit(misspelt: text(token)) : nil
  }

  /// The unit here after `count` millionths, with its number; nil if there is no unit.
  private mutating func parsePartIfPresent(of count: Int64?) -> DurationSyntax.Part? {
    mayStand(.unit)
    guard isUnit(token), kind != .newline else { return nil }
    let numberSpan = span(of: tokens[index - 1])
    let place = span(of: token)
    let number = source.text(in: numberSpan)
    var part = DurationSyntax.Part(number: numberSpan, unitSpan: place, count: count)
    if let unit = Unit(token.keyword) {
      part.unit = unit
      part.text = "\(number) \(unit.text)"
    } else if let wrong = WrongUnit(text(token)) ?? misspeltUnit(token) {
      part.isGuess = WrongUnit(text(token)) == nil
      part.unit = wrong.unit
      part.wrong = text(token)
      part.edit = wrong.edit(millionths: count, numberSpan: numberSpan, unitSpan: place, in: source.bytes)
      part.text = wrong.text(number: number, millionths: count)
    }
    advance()
    return part
  }

  /// Reports the `%` of `15%` if it can't be a remainder operator; with `alwaysMeant` it never can.
  mutating func reportPercent(after literal: Literal, alwaysMeant: Bool) {
    guard case .number(let value) = literal.kind, kind == .percent else { return }
    let next = peek(1)
    let isOf = next.kind == .name && next.keyword == .of && !next.startsLine
    let isAttached = token.start == literal.span.end
    guard alwaysMeant || isOf || (isAttached ? !startsOperand(next) : !isFollowedByOperand) else { return }
    let whole = literal.span.joined(span(of: token))
    let fraction = value % 100 == 0 ? ValueText.number(value / 100) : nil
    var edit = fraction.map { TextEdit(whole, $0) }
    if isOf, !alwaysMeant, let fraction {
      edit = TextEdit(whole.joined(span(of: next)), fraction + " *")
    }
    // A value that is counted in percent is compared with the number as it is.
    let isShare = isOf || next.kind == .star || index > 1 && tokens[index - 2].kind == .star
    reporter.report(.percent(whole, edit: edit, isShare: isShare))
    advance()
  }

  /// Whether the token can begin a divisor.
  private func startsOperand(_ token: Token) -> Bool {
    guard !token.startsLine || parenDepth > 0 else { return false }
    switch token.kind {
    case .name:
      switch token.keyword {
      case .to, .and, .or, .else, .in, .for, .until, .skip: return false
      default: return true
      }
    case .number, .leftParen, .minus, .identifier: return true
    default: return false
    }
  }

  mutating func parseWholeNumber() throws(SyntaxStop) -> (value: Int64, span: SourceSpan) {
    guard kind == .number else { throw fail(.wholeNumber) }
    let place = span(of: token)
    guard let value = NumberText.integer(source.bytes, range(of: token)) else { throw fail(.wholeNumber) }
    advance()
    return (value, place)
  }

  mutating func parseTime() throws(SyntaxStop) -> Literal {
    guard kind == .time else { throw fail(.time) }
    return try parseLiteral(.time)
  }

  /// Milliseconds since midnight; nil for a time that the lexer has refused.
  mutating func parseTimeOfDay() throws(SyntaxStop) -> Int64? {
    if case .time(let time) = try parseTime().kind { time } else { nil }
  }

  mutating func parseDuration() throws(SyntaxStop) -> Literal {
    let here = spanHere
    if kind == .time {
      var problem = Diagnostic.unexpected(here, expected: .duration, found: foundText)
      problem.help = Diagnostic.lengthHelp(text(token))
      // A time that doesn't exist has been reported by the lexer.
      if NumberText.time(source.bytes, range(of: token)) != nil { reporter.report(problem) }
      throw SyntaxStop()
    }
    guard kind == .number else { throw fail(.duration) }
    let literal = parseNumeric(from: index, isNegative: false)
    if case .number = literal.kind {
      throw report(
        .unexpected(here.joined(literal.span), expected: .duration, found: "a number without a unit"))
    }
    return literal
  }

  /// `number | duration | … | NAME "|" NAME { "|" NAME }`
  mutating func parseType() throws(SyntaxStop) -> TypeSyntax {
    let start = index
    guard kind == .name || kind == .identifier else { throw fail(.type) }
    var names = [try parseName(.value)]
    let isKnown = tokens[start].keyword.map(Self.typeKeywords.contains) ?? false
    while standsAcrossLines(.bar) {
      advanceAcrossLines()
      names.append(try parseName(.value))
    }
    if names.count == 1, !isKnown {
      let known = Self.typeKeywords.map { $0.text }
      let meant = Spelling.nearest(to: names[0].text, among: known) ?? commonType(names[0].text)
      reporter.report(.unknownType(names[0], meant: meant, known: known))
      if let meant { names[0].text = meant }
    }
    return TypeSyntax(names: names, span: span(from: start))
  }

  static let typeKeywords: [Keyword] = [
    .number, .duration, .time, .bool, .text, .preset, .schedule, .date,
  ]

  /// What other languages call these types.
  private func commonType(_ name: String) -> String? {
    switch name {
    case "int", "integer", "float", "double", "decimal", "real": "number"
    case "boolean", "flag": "bool"
    case "string", "str": "text"
    case "timespan", "interval": "duration"
    case "day": "date"
    default: nil
    }
  }

  /// `DATE TIME`; nil for one that the lexer has refused.
  mutating func parseDateTime() throws(SyntaxStop) -> (date: Int64?, time: Int64?) {
    guard kind == .date else { throw fail(.date) }
    let date = NumberText.date(source.bytes, range(of: token))
    advance()
    return (date, try parseTimeOfDay())
  }
}

/// Streams, scales, parameters, definitions, presets, orders and guards.
extension Parser {
  /// `"stream" NAME "=" NAME ( "where" expr | { "," NAME } )`
  mutating func parseStream(from start: Int) throws(SyntaxStop) -> StreamSyntax {
    let name = try parseName(.stream)
    try parseAssign()
    let members = try parseNames(.stream)
    var condition: Expression?
    mayStand(.keyword(.where))
    if keyword == .where {
      if members.count > 1 { throw fail(.endOfLine) }
      advance()
      condition = try parseExpression()
    }
    return StreamSyntax(name: name, members: members, condition: condition, span: span(from: start))
  }

  /// `"scale" NAME "=" level { "<" level }`
  mutating func parseScale(from start: Int) throws(SyntaxStop) -> ScaleSyntax {
    let name = try parseName(.scale)
    try parseAssign()
    var levels = [try parseLevel()]
    while takeLess() { levels.append(try parseLevel()) }
    return ScaleSyntax(name: name, levels: levels, span: span(from: start))
  }

  private mutating func parseLevel() throws(SyntaxStop) -> LevelSyntax {
    let name = try parseName(.level)
    return LevelSyntax(name: name, colour: parseStringIfPresent())
  }

  /// `"define" NAME "=" expr [ STRING ]`
  mutating func parseDefine(from start: Int) throws(SyntaxStop) -> DefineSyntax {
    let name = try parseName(.define)
    takeTypeOfDefinition()
    try parseAssign()
    let value = try parseExpression()
    let label = parseStringIfPresent()
    return DefineSyntax(name: name, value: value, label: label, span: span(from: start))
  }

  /// `"preset" NAME [ "extends" NAME ] [ STRING ] block( NAME "=" literal )`
  mutating func parsePreset(from start: Int) throws(SyntaxStop) -> PresetSyntax {
    let name = try parseName(.preset)
    let base = take(.extends) ? try parseName(.preset) : try takeForeignBase()
    let label = parseStringIfPresent()
    let values = try parseBlock(.preset) { parser throws(SyntaxStop) in
      try parser.parseAssignment(.param)
    }
    return PresetSyntax(name: name, base: base, label: label, values: values, span: span(from: start))
  }

  /// `"order" NAME { "<" NAME }`
  mutating func parseOrder(from start: Int) throws(SyntaxStop) -> OrderSyntax {
    var names = [try parseName(.preset)]
    if let reversed = takeReversedOrder(after: names[0]) {
      return OrderSyntax(names: reversed, span: span(from: start))
    }
    while takeLess() { names.append(try parseName(.preset)) }
    return OrderSyntax(names: names, span: span(from: start))
  }

  /// `"guard" block( "never" "say" STRING { "," STRING } )`
  mutating func parseGuard(from start: Int) throws(SyntaxStop) -> GuardSyntax {
    let lists = try parseBlock(.guard) { parser throws(SyntaxStop) in
      try parser.parsePhrases()
    }
    return GuardSyntax(phrases: lists.flatMap { $0 }, span: span(from: start))
  }

  private mutating func parsePhrases() throws(SyntaxStop) -> [StringSyntax] {
    _ = try parseItemKeyword(.guard)
    try expect(.say)
    var phrases = [try parseString()]
    while stands(.comma), mayFollow(.string), peek(1).kind == .string {
      advanceAcrossLines()
      phrases.append(try parseString())
    }
    return phrases
  }
}

/// Parentheses, and lists of values in them.
extension Parser {
  mutating func openParen() {
    parenDepth += 1
    advance()
  }

  mutating func closeParen(openedAt open: Int) throws(SyntaxStop) {
    guard standsAcrossLines(.rightParen) else {
      throw report(
        .unclosedParen(
          span(of: tokens[open]), found: foundText, at: spanHere, help: CallSlips(self).help(inside: open)))
    }
    parenDepth -= 1
    advance()
  }

  /// Whether a list in parentheses comes here, and not a range that begins with a parenthesis.
  var isListHere: Bool {
    guard token.kind == .leftParen else { return false }
    var depth = 0
    var ahead = 0
    while true {
      let next = peek(ahead)
      ahead += 1
      switch next.kind {
      case .leftParen: depth += 1
      case .rightParen:
        depth -= 1
        if depth == 0 { return !peek(ahead).continuesRange }
      case .comma where depth == 1: return true
      case .leftBrace, .rightBrace, .end: return true
      default: break
      }
    }
  }

  /// `"(" x { "," x } ")"`; the parenthesis stands here.
  mutating func parseList<Item>(
    _ parseItem: (inout Parser) throws(SyntaxStop) -> Item
  ) throws(SyntaxStop) -> [Item] {
    let open = index
    openParen()
    var items = [try parseItem(&self)]
    while stands(.comma) {
      advanceAcrossLines()
      items.append(try parseItem(&self))
    }
    try closeParen(openedAt: open)
    return items
  }
}

extension Token {
  /// Whether a parenthesized expression before this token is the beginning of a range.
  fileprivate var continuesRange: Bool {
    switch kind {
    case .range, .plus, .minus, .star, .slash, .percent: !startsLine
    default: keyword == .to || keyword == .else
    }
  }
}
