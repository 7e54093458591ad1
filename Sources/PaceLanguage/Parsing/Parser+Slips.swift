/// What people who know other languages write in expressions and values.
extension Parser {
  /// The relation here; `=`, `=<`, `=>`, `<>`, `===`, `is` and `is not` are taken for what they stand for.
  mutating func relationHere() -> Relation? {
    mayStand(.relation, acrossLines: true)
    let next = peek(1)
    let isJoined = next.start == token.end
    if let relation = token.kind.relation {
      if isJoined, next.kind == .assign { return takeForeign(relation, isTwo: true) }
      if isJoined, relation == .less, next.kind == .greater { return takeForeign(.notEqual, isTwo: true) }
      return relation
    }
    switch token.kind {
    case .assign where kind != .newline:
      if isJoined, next.kind == .less { return takeForeign(.lessOrEqual, isTwo: true) }
      if isJoined, next.kind == .greater { return takeForeign(.greaterOrEqual, isTwo: true) }
      return takeForeign(.equal, isTwo: false)
    case .name where keyword == .is:
      let isNegated = next.keyword == .not && !next.startsLine
      return takeForeign(isNegated ? .notEqual : .equal, isTwo: isNegated)
    default: return nil
    }
  }

  /// Reports the one or two tokens here, which stand for `relation`, and leaves the last one to be taken.
  private mutating func takeForeign(_ relation: Relation, isTwo: Bool) -> Relation {
    let place = isTwo ? span(of: token).joined(span(of: peek(1))) : span(of: token)
    reporter.report(.assignInExpression(place, relation.text))
    if isTwo { advance() }
    return relation
  }

  /// Refuses `x in [1, 5]`, `x in 1-5` and `x in a, b`; what follows `in` stands here.
  mutating func refuseOtherRange() throws(SyntaxStop) {
    if kind == .leftBracket {
      guard let close = (index..<tokens.count).first(where: { tokens[$0].kind == .rightBracket }),
        let commas = commas(in: index + 1..<close)
      else { throw refusedBrackets() }
      throw report(
        otherRange(index + 1, commas, close, whole: span(of: token).joined(span(of: tokens[close]))))
    }
    guard let first = element(at: index) else { return }
    var ends = [first]
    if tokens[first].kind == .minus, let last = element(at: first + 1),
      endsRange(last) || tokens[last].kind == .comma
    {
      throw report(otherRange(index, [first], last, whole: span(index, last)))
    }
    while tokens[ends[ends.count - 1]].kind == .comma, let next = element(at: ends[ends.count - 1] + 1),
      tokens[next].kind == .comma || endsRange(next)
    { ends.append(next) }
    let last = ends.removeLast()
    if !ends.isEmpty { throw report(otherRange(index, ends, last, whole: span(index, last))) }
  }

  /// Refuses `[1 .. 5]`, with an edit that removes the brackets; anything else in brackets is no expression.
  private mutating func refusedBrackets() -> SyntaxStop {
    guard let first = element(at: index + 1), tokens[first].kind == .range || tokens[first].keyword == .to,
      let last = element(at: first + 1), tokens[last].kind == .rightBracket
    else { return fail(.expression) }
    return report(.otherRange(span(index, last + 1), meant: text(index + 1, last), isList: false))
  }

  /// The separator for a range, `to` or `..`; the operand that is compared ends at `index`.
  private func rangeWord(after index: Int) -> String { text(tokens[index]) == "clock" ? "to" : ".." }

  /// Refuses `x between 1 and 5`.
  mutating func refuseBetween() throws(SyntaxStop) {
    guard ["between", "BETWEEN"].contains(text(token)), let first = element(at: index + 1),
      ["and", "AND"].contains(text(tokens[first])), let last = element(at: first + 1)
    else { return }
    let word = rangeWord(after: index - 1)
    let meant = "in \(text(index + 1, first)) \(word) \(text(first + 1, last))"
    throw report(.otherRange(span(index, last), meant: meant, isList: false))
  }

  /// The diagnostic for a wrong range or list; a comma between two values may stand for either.
  private func otherRange(_ start: Int, _ separators: [Int], _ end: Int, whole: SourceSpan) -> Diagnostic {
    let list = "(\(text(start, end)))"
    let isListed = tokens[start].kind == .string || ValueText.weekdays.contains(text(tokens[start]))
    let isDash = tokens[separators.first ?? end].kind == .minus
    guard separators.count == 1, isDash || !isListed else {
      return .otherRange(whole, meant: list, isList: true)
    }
    let word = rangeWord(after: index - 2)
    let range = "\(text(start, separators[0])) \(word) \(text(separators[0] + 1, end))"
    if !isDash, word == ".." { return .rangeOrList(whole, list: list, range: range) }
    return .otherRange(whole, meant: range, isList: false)
  }

  /// The commas in a range of tokens on one line; nil if it holds anything but elements.
  private func commas(in range: Range<Int>) -> [Int]? {
    var commas: [Int] = []
    var next = range.lowerBound
    while let end = element(at: next), end <= range.upperBound {
      if end == range.upperBound { return commas }
      guard tokens[end].kind == .comma else { return nil }
      commas.append(end)
      next = end + 1
    }
    return nil
  }

  /// The token after the one value at `index`: a literal or a name on this line.
  private func element(at index: Int) -> Int? {
    guard index < tokens.count - 1, index == self.index || !tokens[index].startsLine else { return nil }
    switch tokens[index].kind {
    case .number: return Unit(tokens[index + 1].keyword) == nil ? index + 1 : index + 2
    case .name, .identifier, .time, .date, .string: return index + 1
    default: return nil
    }
  }

  /// Whether a range ends before the token at `index`.
  private func endsRange(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.startsLine { return true }
    switch token.kind {
    case .rightBrace, .rightParen, .end: return true
    case .name: return [.and, .or, .for, .until].contains(token.keyword)
    default: return false
    }
  }

  /// The span from the token at `first` to the one before `end`.
  private func span(_ first: Int, _ end: Int) -> SourceSpan {
    span(of: tokens[first]).joined(span(of: tokens[end - 1]))
  }

  private func text(_ first: Int, _ end: Int) -> String { source.text(in: span(first, end)) }

  /// Takes and reports a word that the one before it implies: `since(last x)`, `repeat every 10 min`.
  mutating func takeNeedlessWord(_ words: [String], after before: String, beforeName: Bool = false) {
    let next = peek(1)
    guard kind == .name, !next.startsLine, words.contains(text(token)),
      [.name, .number, .time].contains(next.kind), beforeName || next.kind != .name
    else { return }
    let gap = span(of: token).joined(span(of: next).before)
    reporter.report(.needlessWord(span(of: token), written: text(token), after: before, gap: gap))
    advance()
  }

  /// Whether this file declares the subject by a name.
  func isSubject(_ name: String) -> Bool {
    tokens.indices.dropLast().contains { tokens[$0].keyword == .subject && text(tokens[$0 + 1]) == name }
  }

  /// Whether this file declares a duration by a name.
  func isDuration(_ name: String) -> Bool {
    tokens.indices.dropLast(2).contains {
      tokens[$0 + 1].kind == .colon && text(tokens[$0 + 2]) == "duration" && text(tokens[$0]) == name
    }
  }

  /// The function that other languages call by this name.
  func foreignFunction(_ name: String) -> Function? {
    switch name {
    case "mean", "average": .aggregate(.avg)
    case "total": .aggregate(.sum)
    case "last", "newest", "current": .latest
    case "length", "len", "number", "count_over_time": .aggregate(.count)
    case "sum_over_time": .aggregate(.sum)
    case "avg_over_time": .aggregate(.avg)
    case "min_over_time": .aggregate(.min)
    case "max_over_time": .aggregate(.max)
    case "age", "time_since": .since
    default: nil
    }
  }

  /// Refuses `count(x) > 2 in last 2 h`, whose window belongs inside the parentheses; `in` stands here.
  mutating func refuseWindowOutside() throws(SyntaxStop) {
    guard let keyword = peek(1).keyword, Keyword.windows.contains(keyword), !peek(1).startsLine,
      let close = tokens[itemStart..<index].lastIndex(where: { $0.kind == .rightParen }),
      let open = tokens[itemStart..<close].lastIndex(where: { $0.kind == .leftParen }),
      tokens[open - 1].keyword?.function?.aggregate != nil,
      !tokens[open..<close].contains(where: { $0.kind == .comma })
    else { return }
    let start = index
    let gap = afterLast
    advance()
    guard try parseWindowIfPresent() != nil else { return }
    let window = source.text(in: span(from: start + 1))
    let inner = source.text(in: span(open - 1, close))
    throw report(
      .windowOutside(
        span(from: start), meant: "\(inner), \(window))",
        fix: [
          TextEdit(span(of: tokens[close]).before, ", \(window)"),
          TextEdit(gap.joined(afterLast), ""),
        ]))
  }

  /// The text meant by a compared word with capital letters, if no name in the file is spelt like it; else nil.
  var unquotedText: String? {
    guard kind == .identifier, index > 1, [.equal, .notEqual].contains(tokens[index - 1].kind),
      tokens[index - 2].kind == .name, text(tokens[index - 2]) != "weekday"
    else { return nil }
    let word = text(token)
    guard let name = lowerCaseName(word), !ValueText.weekdays.contains(name) else { return nil }
    return tokens.contains { $0.kind == .name && text($0) == name } ? nil : word
  }

  /// Takes and reports the `am` or `pm` of `07:00am` or `7 pm`, and returns the time in 24 hours; nil without one.
  ///
  /// - Parameter time: the time as written, in milliseconds after midnight.
  mutating func takeHalfOfDay(_ time: Int64, from start: Int) -> Int64? {
    let hour = Unit.hour.milliseconds
    guard kind == .name || kind == .identifier, hour..<13 * hour ~= time else { return nil }
    let word = text(token)
    let isMorning = word == "am" || word == "AM"
    guard isMorning || word == "pm" || word == "PM" else { return nil }
    let meant = time % (12 * hour) + (isMorning ? 0 : 12 * hour)
    advance()
    reporter.report(.halfOfDay(span(from: start), ValueText.time(meant)))
    return meant
  }

  /// Whether an operand follows the operator here, perhaps on the next line.
  var isFollowedByOperand: Bool {
    var ahead = self
    ahead.advanceAcrossLines()
    switch ahead.kind {
    case .number, .name, .identifier, .leftParen, .minus, .time, .date, .string: return true
    default: return false
    }
  }

  /// The name that the field `kind`, just read, is compared with; the first of a list.
  private var comparedKind: String? {
    let isList = keyword == .in && peek(1).kind == .leftParen
    let isCompared = isList || [.equal, .notEqual, .assign].contains(kind) || keyword == .is
    guard isCompared, tokens[index - 1].keyword == .kind else { return nil }
    let name = peek(isList ? 2 : 1)
    switch name.kind {
    case .name: return text(name)
    case .string: return StringText.value(source.bytes, name)
    default: return nil
    }
  }

  /// The diagnostic for `sum(size, …)` without an event or `sum(entry, …)` without a field, by the file's events.
  func fieldMissing(after name: Identifier, _ function: Function) -> Diagnostic {
    if function == .latest, let slip = StateSlips(self).kindOfNewest(name) { return slip }
    let (meant, isField) = fieldsMeant(by: name)
    var problem = Diagnostic.fieldMissing(
      spanHere, function: function.text, found: foundText, meant: meant)
    let kinds = meant.isEmpty && function == .latest ? StateSlips(self).kinds(of: name.text) : []
    if kinds.count > 1 {
      problem.help = Diagnostic.newest(kinds[0], of: name.text, besides: Array(kinds.dropFirst())).help
    }
    guard meant.count == 1, let only = meant.first else { return problem }
    var mended = problem
    if isField { mended.span = name.span }
    mended.fix = [TextEdit(name.span, only)]
    return mended
  }

  /// Takes and reports the field that is read without a function; the dot after the event's name is here.
  mutating func takeFieldOutsideCall(of name: Identifier, from start: Int) -> Expression {
    let (field, call) = (text(peek(1)), call(of: name))
    let isOwn = tokens[itemStart].keyword == .stream && text(tokens[itemStart + 3]) == name.text
    advance()
    advance()
    let place = span(from: start)
    reporter.report(
      .fieldOutsideCall(
        place, text: source.text(in: place), kind: comparedKind, call: call,
        attribute: isSubject(name.text) ? field : nil, own: isOwn ? field : nil))
    return Expression(.invalid, place)
  }

  /// The call that `NAME.count` stands for, whose dot is here; nil if a field has the name after it.
  private func call(of name: Identifier) -> String? {
    let word = Identifier(text(peek(1)), span(of: peek(1)))
    guard let function = Function(word.text), function.argument == .stream || function.argument == .rule,
      !fieldsMeant(by: word).isField
    else { return nil }
    return "\(word.text)(\(name.text))"
  }

  /// The file's fields with this name; if there are none, the fields of the event with this name.
  func fieldsMeant(by name: Identifier) -> (all: [String], isField: Bool) {
    var event: String?
    var fields: [(event: String, field: String)] = []
    for (index, token) in tokens.enumerated() where token.kind == .name && index + 2 < tokens.count {
      if token.keyword == .event, tokens[index + 2].keyword == .of { event = text(tokens[index + 1]) }
      if token.startsLine, token.keyword != .event, startsDeclaration(at: index) { event = nil }
      if let event, tokens[index + 1].kind == .colon { fields.append((event, text(token))) }
    }
    let isField = fields.contains { $0.field == name.text }
    let meant = fields.filter { isField ? $0.field == name.text : $0.event == name.text }
    return (meant.map { "\($0.event).\($0.field)" }, isField)
  }

  /// Takes and reports a word with capitals that stands for a literal: `TRUE`, `PT10M`; nil for any other word.
  mutating func takeForeignLiteral() -> Literal? {
    guard kind == .identifier else { return nil }
    let (word, place) = (text(token), span(of: token))
    let literal: Literal
    switch word.lowercased() {
    case "true", "yes", "false", "no":
      let isYes = word.lowercased() == "true" || word.lowercased() == "yes"
      reporter.report(.otherTruth(place, written: word, meant: isYes ? "yes" : "no"))
      literal = Literal(.bool(isYes), place)
    default:
      guard let length = DurationSyntax.iso(word) else { return nil }
      reporter.report(.otherDuration(place, ValueText.duration(length)))
      literal = Literal(.duration(length), place)
    }
    advance()
    return literal
  }

  /// Takes a word with a letter outside ASCII, which the lexer has reported; nil for any other word.
  mutating func takeForeignName() -> Identifier? {
    let word = text(token)
    guard kind == .identifier, word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let name = Identifier(word, span(of: token))
    unreadNames.insert(word)
    advance()
    return name
  }

  /// Takes and reports the window of `since(x, today)`.
  mutating func takeNeedlessWindow(_ function: Function) throws(SyntaxStop) {
    guard kind == .comma, let keyword = peek(1).keyword, Keyword.windows.contains(keyword) else { return }
    let start = afterLast
    advanceAcrossLines()
    let first = index
    guard try parseWindowIfPresent() != nil else { return }
    let gap = start.joined(afterLast)
    reporter.report(.needlessWindow(span(from: first), function: function.text, gap: gap))
  }

  /// Takes and reports a number without a unit after a duration: `2h30`.
  mutating func takeNumberWithoutUnit(after unit: Unit?) {
    let units = Unit.allCases
    guard kind == .number, let unit, let place = units.firstIndex(of: unit), place + 1 < units.count else {
      return
    }
    let number = span(of: token)
    advance()
    mayStand(.unit)
    reporter.report(.numberWithoutUnit(number, written: source.text(in: number), unit: units[place + 1].text))
  }

  /// Takes and reports an exponent, as in `1e3`, and returns the number meant, in millionths; nil without one.
  mutating func takeExponent(of value: Int64) -> Int64? {
    let exponent = peek(1)
    guard kind == .name || kind == .identifier, token.start == endOfLast, exponent.start == token.end,
      text(token) == "e" || text(token) == "E", exponent.kind == .number,
      let power = NumberText.integer(source.bytes, range(of: exponent)), power <= 12
    else { return nil }
    var meant = value
    for _ in 0..<power {
      let (product, overflow) = meant.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      meant = product
    }
    let number = span(of: tokens[index - 1])
    reporter.report(.exponent(number.joined(span(of: exponent)), ValueText.number(meant)))
    advance()
    advance()
    return meant
  }

  /// Refuses the slip, if there is one.
  mutating func refuse(_ slip: Diagnostic?) throws(SyntaxStop) {
    if let slip { throw report(slip) }
  }

  mutating func refuseWindowFirst(_ function: Function) throws(SyntaxStop) {
    if keyword.map(Keyword.windows.contains) == true { try refuse(CallSlips(self).windowFirst(function)) }
  }

  mutating func refuseForeignWindow() throws(SyntaxStop) {
    if kind == .leftBracket || kind == .name { try refuse(CallSlips(self).foreignWindow) }
  }
}
