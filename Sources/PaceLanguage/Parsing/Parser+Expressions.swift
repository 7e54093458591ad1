/// Expressions, from the loosest operator to the tightest.
extension Parser {
  /// A whole expression.
  mutating func parseExpression() throws(SyntaxStop) -> Expression {
    operatorCount = 0
    return try parseDisjunction()
  }

  /// `conj { "or" conj }`
  private mutating func parseDisjunction() throws(SyntaxStop) -> Expression {
    var left = try parseConjunction()
    while word(.or) {
      try takeOperator()
      left = join(.or, left, try parseConjunction())
    }
    return left
  }

  /// `neg { "and" neg }`
  private mutating func parseConjunction() throws(SyntaxStop) -> Expression {
    var left = try parseNegation()
    while word(.and) {
      try takeOperator()
      left = join(.and, left, try parseNegation())
    }
    return left
  }

  /// `"not" neg | comparison`
  private mutating func parseNegation(isNegated: Bool = false) throws(SyntaxStop) -> Expression {
    guard keyword == .not else { return try parseComparison(isNegated: isNegated) }
    let start = index
    try enter()
    try takeOperator()
    let operand = try parseNegation(isNegated: true)
    expressionDepth -= 1
    return Expression(.not(operand), span(from: start))
  }

  /// `sum [ RELATION sum | "in" sum ( ".." | "to" ) sum | "in" "(" sum { "," sum } ")" ]`
  private mutating func parseComparison(isNegated: Bool) throws(SyntaxStop) -> Expression {
    let start = index
    var left = try parseSum()
    var isCompared = false
    var chain = ComparisonChain()
    // The left side of a second comparison.
    var middle: Expression?
    while true {
      reportNotIn(from: start)
      if keyword == .is {
        try refuse(CallSlips(self).null(left, from: start))
        if let event = left.name {
          try refuse(StateSlips(self).kind(of: event, from: start, comparedAt: index))
        }
      }
      if let relation = relationHere() {
        if isCompared { chain.links.append((span(of: token), middle)) }
        try takeOperator()
        let right = try parseSum()
        // The chain has been reported, so its types are not checked.
        let kind = isCompared ? .invalid : ExpressionKind.comparison(relation, left, right)
        left = Expression(kind, span(from: start))
        middle = right
      } else if word(.in) {
        try refuseWindowOutside()
        if isCompared { chain.links.append((span(of: token), middle)) }
        left = try parseWithin(left, from: start)
        middle = nil
      } else {
        if !chain.links.isEmpty {
          let problems = chain.problems(in: span(from: start), of: source, isNegated: isNegated)
          for problem in problems { reporter.report(problem) }
        }
        try refuseBetween()
        return left
      }
      isCompared = true
    }
  }

  private mutating func parseWithin(_ left: Expression, from start: Int) throws(SyntaxStop) -> Expression {
    try takeOperator()
    if isListHere {
      try enter()
      let values = try parseList { parser throws(SyntaxStop) in try parser.parseSum() }
      expressionDepth -= 1
      return Expression(.among(left, values), span(from: start))
    }
    try refuseOtherRange()
    let low = try parseSum()
    var isClosed = stands(.range)
    if isClosed {
      advance()
      if let mark = CallSlips(self).markOfRange {
        reporter.report(mark)
        isClosed = kind == .assign
        advance()
      }
    } else if !take(.to) {
      throw fail(.token(.range))
    }
    let high = try parseSum()
    return Expression(.within(left, low: low, high: high, isClosed: isClosed), span(from: start))
  }

  /// Reports and takes the `not` of `x not in a .. b`.
  private mutating func reportNotIn(from start: Int) {
    guard keyword == .not, peek(1).keyword == .in else { return }
    let first = span(of: tokens[start]).before
    let gap = span(of: token).joined(span(of: peek(1)).before)
    reporter.report(.notIn(span(of: token), fix: [TextEdit(first, "not "), TextEdit(gap, "")]))
    advance()
  }

  /// `product { ( "+" | "-" ) product }`
  mutating func parseSum() throws(SyntaxStop) -> Expression {
    var left = try parseProduct()
    while token.kind == .plus || kind == .minus {
      let operation: BinaryOperator = token.kind == .plus ? .add : .subtract
      try takeOperator()
      left = join(operation, left, try parseProduct())
    }
    return left
  }

  /// `default { ( "*" | "/" | "%" ) default }`
  private mutating func parseProduct() throws(SyntaxStop) -> Expression {
    var left = try parseDefault()
    while let operation = productOperator {
      try takeOperator()
      left = join(operation, left, try parseDefault())
    }
    return left
  }

  private var productOperator: BinaryOperator? {
    switch token.kind {
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    // In `15% of x` the `%` has been taken with its number; the rest is read as a product.
    case .name where keyword == .of && tokens[index - 1].kind == .percent: .multiply
    default: nil
    }
  }

  /// `unary { "else" unary }`
  private mutating func parseDefault() throws(SyntaxStop) -> Expression {
    var left = try parseUnary()
    while word(.else) {
      try takeOperator()
      left = join(.otherwise, left, try parseUnary())
    }
    mayStand(.arithmetic, acrossLines: true)
    return left
  }

  /// `"-" unary | "(" expr ")" | call | literal | NAME`
  private mutating func parseUnary() throws(SyntaxStop) -> Expression {
    let start = index
    switch kind {
    case .minus where peek(1).kind != .number:
      try enter()
      layout.prefixes.append(index)
      try takeOperator()
      let operand = try parseUnary()
      expressionDepth -= 1
      return Expression(.negate(operand), span(from: start))
    case .leftParen:
      return try parseParenthesized()
    case .name, .identifier:
      return try parseNameOrCall()
    case .minus, .number:
      if kind == .minus { takePrefix() }
      let literal = parseNumeric(from: start, isNegative: index > start)
      reportPercent(after: literal, alwaysMeant: false)
      return Expression(.literal(literal), literal.span)
    case .time, .date, .string:
      let literal = try parseLiteral(.expression)
      return Expression(.literal(literal), literal.span)
    default:
      throw fail(.expression)
    }
  }

  private mutating func parseParenthesized() throws(SyntaxStop) -> Expression {
    let start = index
    try enter()
    openParen()
    let inner = try parseDisjunction()
    try closeParen(openedAt: start)
    expressionDepth -= 1
    return Expression(.parenthesized(inner), span(from: start))
  }

  private mutating func parseNameOrCall() throws(SyntaxStop) -> Expression {
    let start = index
    if peek(1).kind == .leftParen, !peek(1).startsLine || parenDepth > 0 { return try parseCall() }
    if let literal = takeForeignLiteral() { return Expression(.literal(literal), literal.span) }
    if let keyword, keyword == .yes || keyword == .no {
      let literal = try parseLiteral(.expression)
      return Expression(.literal(literal), literal.span)
    }
    if let meant = unquotedText {
      let place = span(of: token)
      reporter.report(.textWithoutQuotes(place, written: meant))
      advance()
      return Expression(.literal(Literal(.string(meant), place)), place)
    }
    let name = try parseName(.value)
    if tokens[start].keyword.map(Keyword.functions.contains) ?? false { mayStand(.token(.leftParen)) }
    guard kind == .dot, peek(1).kind == .name else { return Expression(.name(name.text), name.span) }
    return takeFieldOutsideCall(of: name, from: start)
  }

  // MARK: - Operators

  /// Whether the word stands here as an operator; it may begin a line.
  private mutating func word(_ keyword: Keyword) -> Bool { standsAcrossLines(keyword) }

  private mutating func takeOperator() throws(SyntaxStop) {
    operatorCount += 1
    if operatorCount > Self.operatorLimit {
      throw report(.tooManyOperators(span(of: token), limit: Self.operatorLimit))
    }
    advanceAcrossLines()
  }

  private func join(_ operation: BinaryOperator, _ left: Expression, _ right: Expression) -> Expression {
    Expression(.binary(operation, left, right), left.span.joined(right.span))
  }

  mutating func enter() throws(SyntaxStop) {
    expressionDepth += 1
    if expressionDepth > Self.depthLimit {
      throw report(.nestedTooDeep(span(of: token), limit: Self.depthLimit))
    }
  }
}

/// Calls and the windows in them.
extension Parser {
  /// `NAME "(" … ")"`; a name and a parenthesis stand here.
  mutating func parseCall() throws(SyntaxStop) -> Expression {
    let start = index
    let function = try parseFunction()
    let open = index
    try enter()
    openParen()
    if function.isExtreme { try refuse(CallSlips(self).pair(function, named: start)) }
    let kind = try parseArguments(function)
    try closeParen(openedAt: open)
    expressionDepth -= 1
    return Expression(kind, span(from: start))
  }

  /// `expr "," expr`
  private mutating func parsePair(_ operation: BinaryOperator) throws(SyntaxStop) -> ExpressionKind {
    let first = try parseNested()
    try expect(.comma)
    return .binary(operation, first, try parseNested())
  }

  private mutating func parseFunction() throws(SyntaxStop) -> Function {
    if let function = keyword?.function {
      advance()
      return function
    }
    let name = text(token)
    let meant =
      foreignFunction(name)
      ?? Spelling.nearest(to: name, among: Function.all.map { $0.text }).flatMap { Function($0) }
    _ = report(.unknownFunction(span(of: token), name: name, meant: meant?.text))
    guard let meant else { throw SyntaxStop() }
    advance()
    return meant
  }

  private mutating func parseArguments(_ function: Function) throws(SyntaxStop) -> ExpressionKind {
    switch function {
    case .aggregate(.count): return .call(try parseCount())
    case .aggregate(let aggregate): return .call(try parseAggregate(aggregate, function))
    case .latest:
      takeNeedlessWord(["last"], after: function.text, beforeName: true)
      let (stream, field) = try parseField(function)
      return .call(.latest(stream: stream, field: field))
    case .since:
      takeNeedlessWord(["last"], after: function.text, beforeName: true)
      let stream = try parseName(.stream)
      try takeNeedlessWindow(function)
      return .call(.since(stream))
    case .gap: return .call(.gap(try parseName(.stream)))
    case .fires: return .call(.fires(try parseName(.rule)))
    case .due: return .call(.due(try parseNested()))
    case .streak: return .call(try parseStreak())
    case .elapsed:
      let from = try parseOperand()
      try expect(.to, after: .operand)
      return .call(.elapsed(from, try parseOperand()))
    case .pair(let sign): return try parsePair(sign)
    }
  }

  /// `count "(" NAME [ "," window ] ")"`
  private mutating func parseCount() throws(SyntaxStop) -> Call {
    try refuseWindowFirst(.aggregate(.count))
    let stream = try parseName(.stream)
    if kind == .dot {
      let start = index
      advance()
      let field = try parseName(.field)
      reporter.report(.fieldInCount(span(from: start), field: field.text))
    }
    return .aggregate(.count, stream: stream, field: nil, window: try parseCallWindowIfPresent())
  }

  /// `sum "(" NAME "." NAME [ "," window ] ")"`
  private mutating func parseAggregate(_ aggregate: Aggregate, _ function: Function) throws(SyntaxStop)
    -> Call
  {
    try refuseWindowFirst(function)
    let (stream, field) = try parseField(function)
    return .aggregate(aggregate, stream: stream, field: field, window: try parseCallWindowIfPresent())
  }

  private mutating func parseField(_ function: Function) throws(SyntaxStop) -> (Identifier, Identifier) {
    let stream = try parseName(.stream)
    guard stands(.dot) else {
      throw report(fieldMissing(after: stream, function))
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

  /// An expression inside a call: its operators count as operators of the expression around it.
  private mutating func parseNested() throws(SyntaxStop) -> Expression {
    let count = operatorCount
    let expression = try parseExpression()
    operatorCount += count
    return expression
  }

  private mutating func parseCallWindowIfPresent() throws(SyntaxStop) -> WindowSyntax? {
    if stands(.comma) {
      advanceAcrossLines()
      try refuseForeignWindow()
      guard let window = try parseWindowIfPresent() else { throw fail(.window) }
      return window
    }
    try refuseForeignWindow()
    guard let keyword, Keyword.windows.contains(keyword) else { return nil }
    reporter.report(.commaMissing(span(of: token), at: afterLast))
    return try parseWindowIfPresent()
  }

  /// `"last" operand | "last" NUMBER "events" | "today" | "yesterday" | "this" ( "week" | "month" ) | "after" NAME`
  mutating func parseWindowIfPresent() throws(SyntaxStop) -> WindowSyntax? {
    let start = index
    mayStand(.window)
    guard let word = keyword, Keyword.windows.contains(word) else { return nil }
    advance()
    let window: WindowKind
    switch word {
    case .last:
      let length = try parseOperand()
      if productOperator != nil || token.kind == .plus || kind == .minus {
        throw report(.calculatedLength(span(of: token), foundText))
      }
      window = take(.events) ? .newest(length) : .last(length)
    case .today: window = .today
    case .yesterday: window = .yesterday
    case .this where take(.week): window = .thisWeek
    case .this:
      if keyword == .day { throw report(.thisDay(span(from: start).joined(span(of: token)))) }
      guard take(.month) else { throw fail(.oneOf([.week, .month])) }
      window = .thisMonth
    default: window = .after(try parseName(.stream))
    }
    return WindowSyntax(window, span(from: start))
  }
}
