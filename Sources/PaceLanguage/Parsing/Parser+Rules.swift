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
      let gate = try parser.parseItemKeyword(.policy).gate
      return try gate.map { gate throws(SyntaxStop) in try parser.parseGate(gate, from: start) }
    }
    return PolicySyntax(name: name, gates: gates, span: span(from: start))
  }

  private mutating func parseClause() throws(SyntaxStop) -> ClauseSyntax? {
    let start = index
    let clause = try parseItemKeyword(.rule)
    if let gate = clause.gate {
      return ClauseSyntax(.gate(try parseGate(gate, from: start)), span(from: start))
    }
    let parsed: ClauseSyntax.Kind
    switch clause {
    case .on: parsed = .on(try parseName(.stream))
    case .at: parsed = .at(try parseOperand())
    case .every: parsed = try parseEvery()
    case .when: parsed = try parseWhen()
    case .raise: parsed = try parseRaise()
    case .emit:
      let kind = try parseName(.noticeKind)
      parsed = .emit(kind: kind, message: try parseString())
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
    default: throw report(.clauseAway(span(from: start), clause: clause.text))
    }
    return ClauseSyntax(parsed, span(from: start))
  }

  /// `"every" operand "from" operand "to" operand`
  private mutating func parseEvery() throws(SyntaxStop) -> ClauseSyntax.Kind {
    let step = try parseOperand()
    try expect(.from, after: .operand)
    let from = try parseOperand()
    try expect(.to, after: .operand)
    return .every(step, from: from, to: try parseOperand())
  }

  /// `"when" expr [ "for" operand ] [ "until" expr ]`; a line may begin with `for` or `until`.
  ///
  /// What can't be read leaves an invalid condition, so that the rule still has one.
  private mutating func parseWhen() throws(SyntaxStop) -> ClauseSyntax.Kind {
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

  /// Skips, after an error in a condition, to the end of its line or to what may follow it there.
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
  private mutating func parseRaise() throws(SyntaxStop) -> ClauseSyntax.Kind {
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
    switch gate {
    case .unless: return GateSyntax(.unless(try parseCondition()), span(from: start))
    case .cooldown: return GateSyntax(.cooldown(try parseOperand()), span(from: start))
    case .quiet:
      // `at night` is no attribute.
      if kind == .name, self.keyword == .at { throw fail(.time) }
      let from = try parseOperand()
      try expect(.to, after: .operand)
      let to = try parseOperand()
      return GateSyntax(.quiet(from, to: to), span(from: start))
    case .limit:
      let count = try parseOperand()
      let window = try parseWindowIfPresent()
      return GateSyntax(.limit(count, window), span(from: start))
    }
  }

  /// Reports repeated clauses: except gates, each stands at most once in a rule.
  private mutating func reportRepeated(_ clauses: [ClauseSyntax]) {
    var firsts: [SourceSpan?] = Array(repeating: nil, count: UniqueClause.allCases.count)
    for clause in clauses {
      guard let unique = clause.kind.unique else { continue }
      let place = Int(unique.rawValue)
      if let first = firsts[place] {
        let help: String? =
          switch unique {
          case .trigger: "write two rules, or a stream of both: `stream s = a, b`"
          case .when: "join the two conditions with `and` or `or`"
          case .raise, .emit, .severity, .repeat: nil
          }
        reporter.report(.repeatedClause(clause.span, first: first, clause: unique.text, help: help))
      } else {
        firsts[place] = clause.span
      }
    }
  }
}

/// A clause that a rule may have only once.
private enum UniqueClause: UInt8, CaseIterable {
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

extension ClauseSyntax.Kind {
  /// Nil for gates.
  fileprivate var unique: UniqueClause? {
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

/// What people who know other languages write in place of an item, or after one.
extension Parser {
  /// The clause that a word of another language stands for.
  func foreignClause(_ owner: BlockOwner) -> Keyword? {
    guard owner == .rule, kind == .name else { return nil }
    switch text(token) {
    case "if", "where": return .when
    default: return nil
    }
  }

  /// What is wrong where an item should begin, if it is clear what was meant.
  func slipAtItem(_ owner: BlockOwner) -> Diagnostic? {
    let here = spanHere
    let before = SourceSpan(file: file, start: Int(here.start), end: Int(here.start))
    let isAfterComma = index > 1 && tokens[index - 1].kind == .comma
    let last = layout.itemStarts.dropLast().last.flatMap { tokens[$0].keyword }
    var slip = Diagnostic.noItem(here, found: foundText, owner: owner, meant: nil)
    switch kind {
    case .number where isAfterComma && isDecimalComma:
      slip.span = span(of: tokens[index - 2]).joined(here)
      slip.help = "decimals stand after a point"
      slip.fix = [TextEdit(span(of: tokens[index - 1]), ".")]
    case .name where owner == .rule && isAfterComma && last == .on && isLastOfItem:
      slip.help = Self.severalEvents
    case .name where owner == .event && isAfterComma && isAfterKind && isLastOfItem:
      slip.help = "each kind has the word `kind` before it"
      slip.fix = [TextEdit(before, "kind ")]
    case .name where owner == .event && text(token) == "field" && peek(1).kind == .name:
      let type = peek(2).kind == .colon ? "" : ": number"
      slip.help = "no `field` comes before a field"
      slip.fix = [TextEdit(here.joined(span(of: peek(1))), text(peek(1)) + type)]
      slip.isGuess = !type.isEmpty
    case .name where owner == .event && peek(1).kind == .assign:
      guard let type = typeOfInitial(at: index + 1) else { return nil }
      slip.help = "the type of a field comes after its name: `\(text(token)): \(type)`"
      slip.fix = [TextEdit(SourceSpan(file: file, start: Int(here.end), end: Int(here.end)), ": \(type)")]
    case .name where owner == .event && isLastOfItem && keyword != .kind && keyword != .debounce:
      slip.help = "a field has a type: `\(text(token)): number`"
      slip.fix = [TextEdit(SourceSpan(file: file, start: Int(here.end), end: Int(here.end)), ": number")]
      slip.isGuess = true
    case .time where owner == .rule && last == .at: slip.help = severalTimes(token)
    case .time where owner == .scenario:
      slip.help = "what happens is written `at \(text(token)) EVENT`"
      slip.fix = [TextEdit(before, "at ")]
    case .name where owner == .rule && peek(1).kind == .string:
      guard ["message", "say", "notify", "print", "alert", "warn", "send", "text"].contains(text(token))
      else {
        return nil
      }
      slip.help = "a rule says something with `emit`, a kind of notice and a text"
      slip.fix = [TextEdit(here, "emit warning")]
      slip.isGuess = true
    default: return nil
    }
    return slip
  }

  private static let severalEvents =
    "a rule is on one stream; `stream either = ONE, OTHER` makes one of two events, for `on either`"
  private func severalTimes(_ time: Token) -> String {
    "a rule has one time: write a second rule with `at \(time.kind == .time ? text(time) : "13:00")`"
  }

  /// `1,5`: a number, a comma and the number here, without a space.
  private var isDecimalComma: Bool {
    let (whole, comma) = (tokens[index - 2], tokens[index - 1])
    return whole.kind == .number && whole.end == comma.start && comma.end == token.start
  }

  /// Whether the item before is a kind, perhaps a misspelt one.
  private var isAfterKind: Bool {
    guard let last = layout.itemStarts.dropLast().last else { return false }
    return tokens[last].keyword == .kind || text(tokens[last]) == "kinds"
  }

  private var isLastOfItem: Bool { endsItem(peek(1)) }

  /// Whether an item ends before a token.
  func endsItem(_ token: Token) -> Bool {
    token.startsLine || [.comma, .rightBrace, .end].contains(token.kind)
  }

  /// What is wrong with the word after an item, if it is clear what was meant.
  func slipAfterItem() -> Diagnostic? {
    let here = spanHere
    let gap = SourceSpan(file: file, start: Int(endOfLast), end: Int(here.end))
    let item = tokens[itemStart].keyword
    let last = tokens[index - 1]
    var slip = Diagnostic.junkAfterItem(here, found: foundText, form: form)
    switch token.kind {
    case .name where owner == .rule && item == .on && (keyword == .or || keyword == .and):
      slip.help = Self.severalEvents
    case .name where owner == .rule && item == .at && (keyword == .or || keyword == .and):
      slip.help = severalTimes(peek(1))
    case .name where owner == .event && item == .kind && peek(1).kind == .assign && endsItem(peek(3)):
      let value = Int(peek(2).end)
      slip.fix = [
        TextEdit(SourceSpan(file: file, start: Int(here.start), end: Int(here.start)), "{ "),
        TextEdit(SourceSpan(file: file, start: value, end: value), " }"),
      ]
    case .name where ["then", "do"].contains(text(token)):
      let isLast = peek(1).startsLine
      slip.help = "each clause stands on a line of its own, and no `\(text(token))` between them"
      let next = SourceSpan(file: file, start: Int(endOfLast), end: Int(peek(1).start))
      slip.fix = [TextEdit(isLast ? gap : next, isLast ? "" : "\n  ")]
    case .identifier where ["AND", "OR", "NOT"].contains(text(token)):
      guard let meant = lowerCaseName(text(token)) else { return nil }
      return .symbolForWord(here, symbol: text(token), word: meant, needsSpace: false)
    case .name where isArgument:
      let call = "\(text(last))(\(text(token)))"
      slip.help = "`\(text(last))` takes what it asks about in parentheses: `\(call)`"
      slip.fix = [TextEdit(span(of: last).joined(here), call)]
    case .name, .slash:
      if item == .limit, let window = windowOfLimit { return slip.limited(to: window.text, window.span) }
      if last.kind == .name, [.and, .or, .not].contains(last.keyword) { return conditionMissing() }
      guard last.kind == .number, token.kind == .name, item != .limit, isLastOfItem,
        keyword.map({ !continues($0) }) ?? true
      else { return nil }
      slip.help = "a number has no unit; only durations have, which are `ms`, `s`, `min`, `h` and `d`"
      slip.fix = [TextEdit(gap, "")]
      slip.isGuess = true
    default: return nil
    }
    return slip
  }

  /// The diagnostic for `and and x` or `not and not x`: a condition is missing, so the second word was read as a name.
  private func conditionMissing() -> Diagnostic {
    let (before, last) = (tokens[index - 2], tokens[index - 1])
    let operators: [Keyword?] = [.and, .or, .not]
    guard operators.contains(before.keyword) else {
      return .conditionMissing(span(of: last), "before this `\(text(last))`")
    }
    var problem = Diagnostic.conditionMissing(
      span(of: before).joined(span(of: last)), "after this `\(text(before))`")
    // The fix removes one of the two equal words or pairs of words.
    let isPair = before.keyword == keyword
    guard isPair || before.keyword == last.keyword else { return problem }
    let end = isPair ? token.end : last.end
    let twice = SourceSpan(file: file, start: Int(last.start), end: Int(end))
    problem.help = "take one `\(source.text(in: twice))` away"
    problem.fix = [TextEdit(SourceSpan(file: file, start: Int(before.end), end: Int(end)), "")]
    problem.isGuess = true
    return problem
  }

  /// Whether the word stands after a function's name, as in `count cup`; `min` is a unit too.
  private var isArgument: Bool {
    guard let last = tokens[index - 1].keyword, Keyword.functions.contains(last), index > 1 else {
      return false
    }
    return tokens[index - 2].kind != .number && keyword.map { !continues($0) } ?? true
  }

  /// Whether the word may go on with an item, or begin the next one.
  private func continues(_ keyword: Keyword) -> Bool {
    guard let owner else { return false }
    return owner.keywords.contains(keyword) || owner.continuations.contains(keyword)
  }

  /// The window meant by `per day`, `a week`, `/hour` or `in 2 h`, which stands here.
  private var windowOfLimit: (text: String, span: SourceSpan)? {
    let isDaily = keyword == .daily
    let words = ["per", "a", "an", "each", "every", "in", "within", "over"]
    guard isDaily || token.kind == .slash || words.contains(text(token)) else { return nil }
    let word = isDaily ? token : peek(1)
    if word.kind == .number, Unit(peek(2).keyword) != nil, !peek(2).startsLine {
      let gap = SourceSpan(file: file, start: Int(endOfLast), end: Int(peek(2).end))
      return ("last \(source.text(in: span(of: word).joined(span(of: peek(2)))))", gap)
    }
    let window: String? =
      switch text(word) {
      case "day", "daily", "d": "today"
      case "week": "this week"
      case "month": "this month"
      case "hour", "h": "last 1 h"
      case "minute", "min": "last 1 min"
      default: nil
      }
    let gap = SourceSpan(file: file, start: Int(endOfLast), end: Int(word.end))
    return window.map { ($0, gap) }
  }

}

extension Diagnostic {
  fileprivate func limited(to window: String, _ span: SourceSpan) -> Diagnostic {
    var mended = self
    mended.help = "what is counted over is written `\(window)`"
    mended.fix = [TextEdit(span, " \(window)")]
    return mended
  }
}
