/// Streams, scales, parameters, definitions, presets and what is said about them.
extension Parser {
  /// `"stream" NAME "=" NAME ( "where" expr | { "," NAME } )`
  mutating func parseStream(from start: Int) throws(SyntaxStop) -> StreamSyntax {
    let name = try parseName(.stream)
    try parseAssign()
    let members = try parseNames(.stream)
    var condition: Expression?
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
    while token.kind == .less {
      advanceAcrossLines()
      levels.append(try parseLevel())
    }
    return ScaleSyntax(name: name, levels: levels, span: span(from: start))
  }

  private mutating func parseLevel() throws(SyntaxStop) -> LevelSyntax {
    let name = try parseName(.level)
    return LevelSyntax(name: name, colour: parseStringIfPresent())
  }

  /// `"param" NAME ":" type [ "=" literal ] [ "in" literal ".." literal [ "step" literal ] ] [ STRING ]`
  mutating func parseParam(from start: Int) throws(SyntaxStop) -> ParamSyntax {
    let name = try parseName(.param)
    try expect(.colon)
    let type = try parseType()
    let initial = try parseInitialIfPresent()
    let range = try parseRangeIfPresent()
    let step = range != nil && take(.step) ? try parseLiteral(.literal) : nil
    let label = parseLabelIfPresent()
    return ParamSyntax(
      name: name, type: type, initial: initial, range: range, step: step, label: label,
      span: span(from: start))
  }

  /// `"define" NAME "=" expr [ STRING ]`
  mutating func parseDefine(from start: Int) throws(SyntaxStop) -> DefineSyntax {
    let name = try parseName(.define)
    try parseAssign()
    let value = try parseExpression()
    let label = parseStringIfPresent()
    return DefineSyntax(name: name, value: value, label: label, span: span(from: start))
  }

  /// `"preset" NAME [ "extends" NAME ] [ STRING ] block( NAME "=" literal )`
  mutating func parsePreset(from start: Int) throws(SyntaxStop) -> PresetSyntax {
    let name = try parseName(.preset)
    let base = take(.extends) ? try parseName(.preset) : nil
    let label = parseStringIfPresent()
    let values = try parseBlock(.preset) { parser throws(SyntaxStop) in
      try parser.parseAssignment(.param)
    }
    return PresetSyntax(name: name, base: base, label: label, values: values, span: span(from: start))
  }

  /// `"order" NAME { "<" NAME }`
  mutating func parseOrder(from start: Int) throws(SyntaxStop) -> OrderSyntax {
    var names = [try parseName(.preset)]
    while token.kind == .less {
      advanceAcrossLines()
      names.append(try parseName(.preset))
    }
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
    while kind == .comma, peek(1).kind == .string {
      advanceAcrossLines()
      phrases.append(try parseString())
    }
    return phrases
  }
}
