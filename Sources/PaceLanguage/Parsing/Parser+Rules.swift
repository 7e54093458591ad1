/// Rules, policies and their clauses.
extension Parser {
  static let clauseKeywords: [Keyword] =
    [.on, .at, .every, .when, .raise, .emit, .severity, .repeat] + Keyword.gates + [.for, .until]

  /// `"rule" NAME [ STRING ] block( clause )`
  mutating func parseRule(from start: Int) throws(SyntaxStop) -> RuleSyntax {
    let name = try parseName(.rule)
    let label = parseStringIfPresent()
    let clauses = try parseBlock(.rule) { parser throws(SyntaxStop) in
      try parser.parseClause()
    }
    reportRepeated(clauses)
    return RuleSyntax(name: name, label: label, clauses: clauses, span: span(from: start))
  }

  /// `"policy" NAME block( gate )`
  mutating func parsePolicy(from start: Int) throws(SyntaxStop) -> PolicySyntax {
    let name = try parseName(.noticeKind)
    let gates = try parseBlock(.policy) { parser throws(SyntaxStop) in
      let start = parser.index
      let gate = try parser.parseClauseKeyword(.policy).gate
      return try gate.map { gate throws(SyntaxStop) in try parser.parseGate(gate, from: start) }
    }
    return PolicySyntax(name: name, gates: gates, span: span(from: start))
  }

  private mutating func parseClause() throws(SyntaxStop) -> ClauseSyntax? {
    let start = index
    let clause = try parseClauseKeyword(.rule)
    if let gate = clause.gate {
      return ClauseSyntax(.gate(try parseGate(gate, from: start)), span(from: start))
    }
    let parsed: ClauseKind
    switch clause {
    case .on: parsed = .on(try parseName(.stream))
    case .at: parsed = .at(try parseOperand())
    case .every: parsed = try parseEvery()
    case .when: parsed = try parseWhen()
    case .raise: parsed = try parseRaise()
    case .emit:
      let kind = try parseName(.noticeKind)
      parsed = .emit(kind: kind, message: parseMessage())
    case .severity:
      takeNeedlessWord(["of"], after: clause.text)
      let (value, place) = try parseWholeNumber()
      let (millionths, overflow) = value.multipliedReportingOverflow(by: 1_000_000)
      parsed = .severity(Literal(overflow ? .invalid : .number(millionths), place))
    case .repeat:
      takeNeedlessWord(["every", "after"], after: clause.text)
      let isDaily = take(.daily)
      if isDaily, !token.startsLine, take(.at) {
        _ = try parseOperand()
        throw report(.repeatAtTime(span(from: start)))
      }
      parsed = isDaily ? .repeatDaily : .repeat(try parseOperand())
    // `for` and `until` follow a condition.
    default: throw report(.clauseAway(span(from: start), clause.text))
    }
    return ClauseSyntax(parsed, span(from: start))
  }

  /// `"every" operand "from" operand "to" operand`
  private mutating func parseEvery() throws(SyntaxStop) -> ClauseKind {
    let step = try parseOperand()
    try expect(.from, after: .operand)
    let from = try parseOperand()
    try expect(.to, after: .operand)
    return .every(step, from: from, to: try parseOperand())
  }

  /// `"when" expr [ "for" operand ] [ "until" expr ]`; a line may begin with `for` or `until`.
  ///
  /// A condition that can't be read becomes `.invalid`, so that the rule still has one.
  private mutating func parseWhen() throws(SyntaxStop) -> ClauseKind {
    let condition = try parseCondition()
    var hold: Literal?
    var until: Expression?
    if standsAcrossLines(.for) {
      advance()
      hold = try parseOperand()
    }
    if standsAcrossLines(.until) {
      advance()
      until = try parseCondition()
    }
    return .when(condition, for: hold, until: until)
  }

  private mutating func parseCondition() throws(SyntaxStop) -> Expression {
    let start = index
    do throws(SyntaxStop) {
      return try parseExpression()
    } catch {
      skipToClauseEnd()
      return Expression(.invalid, span(from: start))
    }
  }

  /// A message that can't be read is empty, so that the rule still emits something.
  private mutating func parseMessage() -> StringSyntax {
    do throws(SyntaxStop) {
      return try parseString()
    } catch {
      skipToClauseEnd()
      return StringSyntax("", afterLast)
    }
  }

  /// Skips, after an error in a clause, to the end of its line or to what may follow it there.
  private mutating func skipToClauseEnd() {
    parenDepth = 0
    expressionDepth = 0
    crossing = .none
    while true {
      switch kind {
      case .newline, .end, .rightBrace: return
      case .name where token.keyword == .for || token.keyword == .until: return
      default: advance()
      }
    }
  }

  /// `"raise" NAME "to" NAME [ "when" "fired" ]`
  private mutating func parseRaise() throws(SyntaxStop) -> ClauseKind {
    let scale = try parseName(.scale)
    mayStand(.keyword(.to))
    // The checker knows whether the one word names a scale or a level.
    if endsItem(token) { return .raise(scale: scale, level: nil, whenFired: false) }
    try expect(.to, after: .name(.scale))
    let level = try parseName(.level)
    let whenFired = take(.when)
    if whenFired { try expect(.fired) }
    return .raise(scale: scale, level: level, whenFired: whenFired)
  }

  /// `"unless" expr | "cooldown" operand | "quiet" operand "to" operand | "limit" operand [ window ]`
  private mutating func parseGate(_ gate: GateName, from start: Int) throws(SyntaxStop) -> GateSyntax {
    takeNeedlessWord(gate.needlessWords, after: gate.text)
    let parsed: GateKind
    switch gate {
    case .unless: parsed = .unless(try parseCondition())
    case .cooldown: parsed = .cooldown(try parseOperand())
    case .quiet:
      // `at night` is no attribute.
      if kind == .name, self.keyword == .at { throw fail(.time) }
      let from = try parseOperand()
      try expect(.to, after: .operand)
      parsed = .quiet(from, to: try parseOperand())
    case .limit:
      let count = try parseOperand()
      takeCommaOfLimit()
      parsed = .limit(count, try parseWindowIfPresent())
    }
    return GateSyntax(parsed, span(from: start))
  }

  /// Reports repeated clauses: except gates, each stands at most once in a rule.
  private mutating func reportRepeated(_ clauses: [ClauseSyntax]) {
    var seen = SeenClauses()
    for clause in clauses {
      guard let first = seen.note(clause), let unique = clause.kind.unique else { continue }
      let help: String? =
        switch unique {
        case .trigger: "write two rules, or a stream of both: `stream s = a, b`"
        case .when: "join the two conditions with `and` or `or`"
        case .raise, .emit, .severity, .repeat: nil
        }
      reporter.report(.repeatedClause(clause.span, first: first, clause: unique.text, help: help))
    }
  }
}

/// Where each clause that may stand once was first seen in a rule.
struct SeenClauses {
  private var firsts: [SourceSpan?] = Array(repeating: nil, count: UniqueClause.allCases.count)

  subscript(_ clause: UniqueClause) -> SourceSpan? { firsts[Int(clause.rawValue)] }

  /// Notes a clause; gives the first one of its sort if this one repeats it.
  mutating func note(_ clause: ClauseSyntax) -> SourceSpan? {
    guard let unique = clause.kind.unique else { return nil }
    if let first = self[unique] { return first }
    firsts[Int(unique.rawValue)] = clause.span
    return nil
  }
}

/// A clause that a rule may have only once.
enum UniqueClause: UInt8, CaseIterable {
  case trigger, when, raise, emit, severity, `repeat`

  var text: String {
    switch self {
    case .trigger: "trigger (`on`, `at` or `every`)"
    case .when: "`when`"
    case .raise: "`raise`"
    case .emit: "`emit`"
    case .severity: "`severity`"
    case .repeat: "`repeat`"
    }
  }
}

extension ClauseKind {
  /// Nil for gates.
  var unique: UniqueClause? {
    switch self {
    case .on, .at, .every: .trigger
    case .when: .when
    case .raise: .raise
    case .emit: .emit
    case .severity: .severity
    case .repeat, .repeatDaily: .repeat
    case .gate: nil
    }
  }
}

/// What people who know other languages write in rules.
extension Parser {
  /// The clause that a word of another language stands for.
  func foreignClause(_ owner: BlockOwner) -> Keyword? {
    guard owner == .rule, kind == .name else { return nil }
    switch text(token) {
    case "if", "where": return .when
    default: return nil
    }
  }

  /// Whether `at most 3` stands at an index, which other languages write for a limit.
  func isAtMost(_ index: Int) -> Bool {
    let rest = tokens[index...].prefix(3)
    guard let number = rest.last, rest.count == 3, number.kind == .number else { return false }
    return rest[index].keyword == .at && text(rest[index + 1]) == "most"
  }

  /// Takes the keyword that begins a clause; `at most` before a number is reported and taken for `limit`.
  private mutating func parseClauseKeyword(_ owner: BlockOwner) throws(SyntaxStop) -> Keyword {
    guard isAtMost(index) else { return try parseItemKeyword(owner) }
    let words = span(of: token).joined(span(of: peek(1)))
    reporter.report(.noItem(words, found: "`at most`", owner: owner, meant: Keyword.limit.text))
    advance()
    advance()
    return .limit
  }

  /// Whether an item ends before a token.
  func endsItem(_ token: Token) -> Bool {
    token.startsLine || [.comma, .rightBrace, .end].contains(token.kind)
  }

  /// Takes and reports the comma of `limit 3, today`.
  mutating func takeCommaOfLimit() {
    guard kind == .comma, !peek(1).startsLine, let keyword = peek(1).keyword,
      Keyword.windows.contains(keyword)
    else { return }
    reporter.report(.needlessWord(span(of: token), written: ",", after: "limit", gap: span(of: token)))
    advance()
  }
}
