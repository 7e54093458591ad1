/// Calls and the windows in them.
extension Parser {
  private static let functions: [Keyword] = [
    .count, .sum, .min, .max, .avg, .median, .latest, .since, .gap, .fires, .due, .streak,
    .elapsed,
  ]

  /// `NAME "(" … ")"`; a name and a parenthesis stand here.
  mutating func parseCall() throws(SyntaxStop) -> Expression {
    let start = index
    let function = try parseFunction()
    let open = index
    try enter()
    openParen()
    let call = try parseArguments(function)
    try closeParen(openedAt: open)
    expressionDepth -= 1
    return Expression(.call(call), span(from: start))
  }

  private mutating func parseFunction() throws(SyntaxStop) -> Keyword {
    if let keyword, Self.functions.contains(keyword) {
      advance()
      return keyword
    }
    let name = text(token)
    let meant = Spelling.nearest(to: name, among: Self.functions.map { $0.text })
    _ = report(.unknownFunction(span(of: token), name: name, meant: meant))
    guard let meant, let function = Self.functions.first(where: { $0.text == meant }) else {
      throw SyntaxStop()
    }
    advance()
    return function
  }

  private mutating func parseArguments(_ function: Keyword) throws(SyntaxStop) -> Call {
    switch function {
    case .sum: return try parseAggregate(.sum, function)
    case .min: return try parseAggregate(.min, function)
    case .max: return try parseAggregate(.max, function)
    case .avg: return try parseAggregate(.avg, function)
    case .median: return try parseAggregate(.median, function)
    case .latest:
      let (stream, field) = try parseField(function)
      return .latest(stream: stream, field: field)
    case .since: return .since(try parseName(.stream))
    case .gap: return .gap(try parseName(.stream))
    case .fires: return .fires(try parseName(.rule))
    case .due: return .due(try parseName(.attribute))
    case .streak: return try parseStreak()
    case .elapsed:
      let from = try parseOperand()
      try expect(.to, after: .operand)
      return .elapsed(from, try parseOperand())
    default: return try parseCount()
    }
  }

  /// `count "(" NAME [ "," window ] ")"`
  private mutating func parseCount() throws(SyntaxStop) -> Call {
    let stream = try parseName(.stream)
    if kind == .dot {
      let start = index
      advance()
      _ = try parseName(.field)
      reporter.report(.fieldInCount(span(from: start)))
    }
    return .aggregate(.count, stream: stream, field: nil, window: try parseCallWindowIfPresent())
  }

  /// `sum "(" NAME "." NAME [ "," window ] ")"`
  private mutating func parseAggregate(_ aggregate: Aggregate, _ function: Keyword) throws(SyntaxStop) -> Call
  {
    let (stream, field) = try parseField(function)
    return .aggregate(aggregate, stream: stream, field: field, window: try parseCallWindowIfPresent())
  }

  private mutating func parseField(_ function: Keyword) throws(SyntaxStop) -> (Identifier, Identifier) {
    let stream = try parseName(.stream)
    guard kind == .dot else {
      throw report(.fieldMissing(spanHere, function: function.text, found: foundText))
    }
    advance()
    return (stream, try parseName(.field))
  }

  /// `streak "(" "days" "where" expr [ "skip" expr ] ")"`
  private mutating func parseStreak() throws(SyntaxStop) -> Call {
    try expect(.days)
    try expect(.where)
    let condition = try parseNested()
    let skip = take(.skip) ? try parseNested() : nil
    return .streak(condition, skip: skip)
  }

  /// An expression inside a call: its operators count with those around it.
  private mutating func parseNested() throws(SyntaxStop) -> Expression {
    let count = operatorCount
    let expression = try parseExpression()
    operatorCount += count
    return expression
  }

  private mutating func parseCallWindowIfPresent() throws(SyntaxStop) -> WindowSyntax? {
    if kind == .comma {
      advanceAcrossLines()
      guard let window = try parseWindowIfPresent() else { throw fail(.window) }
      return window
    }
    guard let keyword, Self.windowKeywords.contains(keyword) else { return nil }
    let place = SourceSpan(file: file, start: Int(endOfLast), end: Int(endOfLast))
    reporter.report(.commaMissing(span(of: token), at: place))
    return try parseWindowIfPresent()
  }

  static let windowKeywords: [Keyword] = [.last, .today, .this, .after]

  /// `"last" operand | "last" NUMBER "events" | "today" | "this" ( "week" | "month" ) | "after" NAME`
  mutating func parseWindowIfPresent() throws(SyntaxStop) -> WindowSyntax? {
    let start = index
    switch keyword {
    case .last:
      advance()
      let length = try parseOperand()
      if take(.events) { return WindowSyntax(.newest(length), span(from: start)) }
      return WindowSyntax(.last(length), span(from: start))
    case .today:
      advance()
      return WindowSyntax(.today, span(from: start))
    case .this:
      advance()
      if take(.week) { return WindowSyntax(.thisWeek, span(from: start)) }
      guard take(.month) else { throw fail(.oneOf([.week, .month])) }
      return WindowSyntax(.thisMonth, span(from: start))
    case .after:
      advance()
      let stream = try parseName(.stream)
      return WindowSyntax(.after(stream), span(from: start))
    default:
      return nil
    }
  }
}
