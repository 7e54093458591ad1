/// What people write to ask which event came last, or that none came: `door is open`, `no cup for 2 d`.
///
/// It reads the parser's tokens at that place, and changes nothing.
struct StateSlips {
  private let parser: Parser

  init(_ parser: Parser) { self.parser = parser }

  // MARK: Which kind came last

  /// The diagnostic for `door is open`, whose left side has been read, and for `latest(door) is open`.
  ///
  /// - Parameters:
  ///   - start: the place of the first token of what is compared.
  ///   - relation: the place of the sign after it.
  func kind(of event: String, from start: Int, comparedAt relation: Int) -> Diagnostic? {
    let sign = parser.tokens[relation]
    guard [.equal, .notEqual, .assign].contains(sign.kind) || sign.keyword == .is, !sign.startsLine else {
      return nil
    }
    let isNot = sign.keyword == .is && parser.tokens[relation + 1].keyword == .not
    let word = min(relation + (isNot ? 2 : 1), parser.tokens.count - 1)
    let (kind, kinds) = (parser.text(parser.tokens[word]), kinds(of: event))
    guard kinds.contains(kind), kinds.count > 1 else { return nil }
    return .comparedKind(
      parser.span(of: parser.tokens[start]).joined(parser.span(of: parser.tokens[word])), event: event,
      kind: kind, among: kinds, isNegated: isNot || sign.kind == .notEqual)
  }

  /// The diagnostic for `latest door is open`, whose event is here.
  var kindOfNewest: Diagnostic? {
    guard parser.tokens[parser.index - 1].keyword == .latest else { return nil }
    return kind(
      of: parser.text(parser.token), from: parser.index - 1,
      comparedAt: min(parser.index + 1, parser.tokens.count - 1))
  }

  /// The diagnostic for `latest(door) is open`, whose `)` is here.
  func kindOfNewest(_ event: Identifier) -> Diagnostic? {
    guard parser.kind == .rightParen, parser.index + 1 < parser.tokens.count,
      let start = parser.tokens[..<parser.index].lastIndex(where: { $0.keyword == .latest })
    else { return nil }
    return kind(of: event.text, from: start, comparedAt: parser.index + 1)
  }

  /// The kinds that this file declares in an event.
  func kinds(of event: String) -> [String] {
    var kinds: [String] = []
    var isInside = false
    for (index, token) in parser.tokens.enumerated() where token.kind == .name {
      if token.startsLine, parser.startsDeclaration(at: index) { isInside = false }
      guard index + 2 < parser.tokens.count else { break }
      let name = parser.tokens[index + 1]
      if token.keyword == .event, parser.tokens[index + 2].keyword == .of {
        isInside = parser.text(name) == event
      }
      if isInside, token.keyword == .kind, name.kind == .name { kinds.append(parser.text(name)) }
    }
    return kinds
  }

  // MARK: That nothing came

  /// The diagnostic for what stands after an item: `no cup for 2 d`, `cup older than 2 d`, `time since cup`.
  var afterItem: Diagnostic? {
    guard parser.kind == .name, parser.owner == .rule, parser.index > 1 else { return nil }
    let last = parser.tokens[parser.index - 1]
    if last.keyword == .no { return none }
    guard last.kind == .name else { return nil }
    return parser.text(last) == "time" && parser.keyword == .since ? timeSince : age
  }

  /// `no cup for 2 d`, `no cup in the last 2 d` and `no cup today`; the event's name is here.
  private var none: Diagnostic? {
    let event = parser.text(parser.token)
    var ahead = parser
    ahead.advance()
    let isFor = ahead.keyword == .for
    let words = ["for", "in", "within", "over", "during", "the", "last", "past"]
    while ahead.kind == .name, words.contains(ahead.text(ahead.token)) { ahead.advance() }
    var meant = "count(\(event)) == 0"
    if ahead.kind == .number {
      guard let length = Self.length(&ahead) else { return nil }
      meant = isFor ? "since(\(event)) > \(length)" : "count(\(event), last \(length)) == 0"
    } else if ahead.keyword == .today || ahead.keyword == .yesterday {
      meant = "count(\(event), \(ahead.text(ahead.token))) == 0"
      ahead.advance()
    } else if ahead.index != parser.index + 1 {
      return nil
    }
    return slip("that there was none is asked by `\(meant)`", event, meant, parser.index - 1, ahead)
  }

  /// `cup older than 2 d`; the word after the event's name is here.
  private var age: Diagnostic? {
    let relations = ["older": ">", "longer": ">", "more": ">", "newer": "<", "younger": "<", "less": "<"]
    guard let relation = relations[parser.text(parser.token)], parser.text(parser.peek(1)) == "than" else {
      return nil
    }
    var ahead = parser
    ahead.advance()
    ahead.advance()
    guard ahead.kind == .number, let length = Self.length(&ahead) else { return nil }
    if ahead.kind == .name, ahead.text(ahead.token) == "ago" { ahead.advance() }
    let event = parser.text(parser.tokens[parser.index - 1])
    let meant = "since(\(event)) \(relation) \(length)"
    return slip("how long ago it was is asked by `\(meant)`", event, meant, parser.index - 1, ahead)
  }

  /// `time since cup` and `time since(cup)`, whose `since` is here.
  private var timeSince: Diagnostic? {
    var ahead = parser
    ahead.advance()
    let isCall = ahead.kind == .leftParen
    if isCall { ahead.advance() }
    if ahead.keyword == .last { ahead.advance() }
    guard ahead.kind == .name else { return nil }
    let event = ahead.text(ahead.token)
    ahead.advance()
    if isCall, ahead.kind == .rightParen { ahead.advance() }
    let meant = "since(\(event))"
    return slip("the time since an event is `\(meant)`", event, meant, parser.index - 1, ahead)
  }

  /// - Parameters:
  ///   - start: the place of the first token that the edit replaces.
  ///   - end: the parser at the first token after those.
  private func slip(_ help: String, _ event: String, _ meant: String, _ start: Int, _ end: Parser)
    -> Diagnostic
  {
    var slip = Diagnostic.junkAfterItem(parser.spanHere, found: parser.foundText)
    slip.help = help
    if CallSlips(parser).declaresEvents(event) {
      let last = parser.tokens[end.index - 1]
      slip.fix = [TextEdit(parser.span(of: parser.tokens[start]).joined(parser.span(of: last)), meant)]
    }
    slip.isGuess = true
    return slip
  }

  /// Takes a number with its units, and gives it as text; nil if it is no duration.
  private static func length(_ ahead: inout Parser) -> String? {
    guard case .duration(let length) = ahead.parseNumeric(from: ahead.index, isNegative: false).kind else {
      return nil
    }
    return ValueText.duration(length)
  }
}
