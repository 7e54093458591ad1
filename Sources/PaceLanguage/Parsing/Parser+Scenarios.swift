/// Scenarios and what they expect.
extension Parser {
  /// `"scenario" STRING block( … )`
  mutating func parseScenario(from start: Int) throws(SyntaxStop) -> ScenarioSyntax {
    let name = try parseString()
    let items = try parseBlock(.scenario) { parser throws(SyntaxStop) in
      try parser.parseScenarioItem()
    }
    return ScenarioSyntax(name: name, items: items, span: span(from: start))
  }

  private mutating func parseScenarioItem() throws(SyntaxStop) -> ScenarioSyntax.Item? {
    let start = index
    switch try parseItemKeyword(.scenario) {
    case .start:
      let point = try parseDateTime()
      try refuseOffset()
      guard case (let date?, let time?) = point else { return nil }
      return .start(date: date, time: time, span: span(from: start))
    case .zone: return .zone(try parseString())
    case .preset, .presets: return .presets(try parseNames(.preset))
    case .set: return .set(try parseAssignment(.param))
    case .subject:
      if !stands(.leftBrace), takeUnopenedValues(from: start) { return nil }
      let values = try parseBlock(.scenarioSubject) { parser throws(SyntaxStop) in
        try parser.parseAssignment(.attribute)
      }
      return .subject(values, span: span(from: start))
    case .at: return try parseStep(from: start)
    case .given:
      let rule = try parseName(.rule)
      try expect(.at)
      let point = try parsePoint()
      return .given(rule, at: point, span: span(from: start))
    case .ended:
      try expect(.at)
      let point = try parsePoint()
      return .ended(point, span: span(from: start))
    case .until:
      let point = try parsePoint()
      return .until(point, span: span(from: start))
    default: return .expect(try parseExpectation(from: start))
    }
  }

  /// `"+" DURATION | TIME | DATE TIME | "day" INT TIME`
  private mutating func parsePoint() throws(SyntaxStop) -> PointSyntax {
    let start = index
    let kind = try parsePointKind() ?? .invalid
    return PointSyntax(kind, span(from: start))
  }

  private mutating func parsePointKind() throws(SyntaxStop) -> PointKind? {
    switch kind {
    case .plus:
      takePrefix()
      guard case .duration(let offset) = try parseDuration().kind else { return nil }
      return .offset(offset)
    case .time:
      guard let time = try parseTimeOfDay() else { return nil }
      try refuseOffset()
      return .time(time)
    case .date:
      let (date, time) = try parseDateTime()
      try refuseOffset()
      guard let date, let time else { return nil }
      return .dateTime(date, time)
    case .name where keyword == .day:
      advance()
      let (day, _) = try parseWholeNumber()
      guard let time = try parseTimeOfDay() else { return nil }
      try refuseOffset()
      return .day(day, time)
    default:
      throw fail(.point)
    }
  }

  /// Refuses an offset from UTC right behind a time: times are local times of the scenario's zone.
  private mutating func refuseOffset() throws(SyntaxStop) {
    guard kind == .plus || kind == .minus, token.start == endOfLast, peek(1).kind == .time else { return }
    throw report(.offsetOfPoint(spanHere.joined(span(of: peek(1)))))
  }

  /// `"at" point NAME [ block( NAME "=" literal ) ]`
  private mutating func parseStep(from start: Int) throws(SyntaxStop) -> ScenarioSyntax.Item {
    let point = try parsePoint()
    let event = try parseName(.event)
    var values: [AssignmentSyntax] = []
    if stands(.leftBrace) {
      values = try parseBlock(.scenarioEvent) { parser throws(SyntaxStop) in
        try parser.parseAssignment(.field)
      }
    } else {
      takeUnopenedValues(from: start)
    }
    return .at(point, event: event, values: values, span: span(from: start))
  }

  /// `"expect" claim [ "at" point ] [ "exactly" INT ( "times" | "time" ) ] [ "under" names ]`
  private mutating func parseExpectation(from start: Int) throws(SyntaxStop) -> ExpectationSyntax {
    let (claim, message) = try parseClaim()
    let point = take(.at) ? try parsePoint() : nil
    var times: (count: Int64, span: SourceSpan)?
    if take(.exactly) {
      let (count, place) = try parseWholeNumber()
      times = (count, place)
      if !take(.time) { try expect(.times) }
    }
    let presets = take(.under) ? try parseNames(.preset) : []
    return ExpectationSyntax(
      claim: claim, message: message, point: point, times: times, presets: presets, span: span(from: start))
  }

  /// `"nothing" | "no" NAME | NAME [ RELATION NAME | "held" "by" [ "policy" ] GATE | "is" OUTCOME ]
  /// [ "saying" STRING ]`
  private mutating func parseClaim() throws(SyntaxStop) -> (ExpectationSyntax.Claim, StringSyntax?) {
    if take(.nothing) { return (.nothing, nil) }
    if take(.no) { return (.no(try parseName(.expectation)), nil) }
    let name = try parseName(.expectation)
    var claim = ExpectationSyntax.Claim.fires(name)
    if let relation = parseRelationIfPresent() {
      claim = .level(scale: name, relation, level: try parseName(.level))
    } else if take(.held) {
      try expect(.by)
      let isPolicy = take(.policy)
      claim = .held(rule: name, gate: try parseName(.gate), isPolicy: isPolicy)
    } else if take(.is) {
      claim = .outcome(rule: name, try parseName(.outcome))
    }
    let message = take(.saying) ? try parseString() : nil
    return (claim, message)
  }

  /// Whether a part of an expectation stands here that belongs before the parts already read.
  var isExpectationOutOfOrder: Bool {
    guard let start = layout.itemStarts.last, tokens[start].keyword == .expect else { return false }
    switch keyword {
    case .held, .is, .saying, .at, .exactly: return !tokens[start..<index].contains { $0.keyword == keyword }
    default: return false
    }
  }

  private mutating func parseRelationIfPresent() -> Relation? {
    mayStand(.relation, acrossLines: true)
    if token.kind == .assign, kind != .newline {
      reporter.report(.assignInExpression(span(of: token), Relation.equal.text))
    } else if token.kind.relation == nil {
      return nil
    }
    let relation = token.kind.relation ?? .equal
    advanceAcrossLines()
    return relation
  }
}
