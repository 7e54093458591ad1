/// What people who know other languages write in place of calls, their windows and comparisons.
///
/// It reads the parser's tokens at that place, and changes nothing.
struct CallSlips {
  private let parser: Parser

  init(_ parser: Parser) { self.parser = parser }

  /// The diagnostic for `since(x) is null` and `is not null`; the value on the left has been read.
  func null(_ left: Expression, from start: Int) -> Diagnostic? {
    guard parser.keyword == .is, !parser.token.startsLine else { return nil }
    let isNegated = parser.peek(1).keyword == .not
    let word = parser.peek(isNegated ? 2 : 1)
    if word.startsLine { return nil }
    var stream: String?
    if case .call(let call) = left.kind {
      switch call {
      case .since(let name), .gap(let name), .latest(let name, _): stream = name.text
      case .aggregate, .fires, .due, .streak, .elapsed: break
      }
    }
    let words =
      ["null", "nil", "undefined"] + (stream == nil ? [] : ["none", "unknown"].filter { !isCase($0) })
    guard words.contains(parser.text(word).lowercased()) else { return nil }
    let whole = parser.span(of: parser.tokens[start]).joined(parser.span(of: word))
    let meant = stream.map { "count(\($0)) \(isNegated ? ">" : "==") 0" }
    return .comparedWithNull(whole, word: parser.text(word), meant: meant)
  }

  /// Whether `==`, `!=`, or what other languages write for them, stands here.
  var isEquality: Bool {
    let next = parser.peek(1).kind
    return switch parser.token.kind {
    case .equal, .notEqual: true
    case .less: next == .greater
    case .assign: next != .less && next != .greater
    case .name: parser.keyword == .is
    default: false
    }
  }

  /// The diagnostic for `gone is null` or `gone != null` as a test of a source; the left side has been read.
  ///
  /// - Parameter table: the table that is read; nil for JSON.
  func nullTest(of table: StringSyntax?, from start: Int) -> Diagnostic? {
    guard isEquality else { return nil }
    let isTwo = parser.token.kind == .less || parser.keyword == .is && parser.peek(1).keyword == .not
    let word = parser.peek(isTwo ? 2 : 1)
    guard !word.startsLine, word.kind == .name || word.kind == .identifier,
      ["null", "nil", "undefined"].contains(parser.text(word).lowercased())
    else { return nil }
    return .nullTest(
      parser.span(of: parser.tokens[start]).joined(parser.span(of: word)), word: parser.text(word),
      member: parser.source.text(in: parser.span(from: start)),
      table: table.map { parser.source.text(in: $0.span) },
      isNegated: isTwo || parser.token.kind == .notEqual)
  }

  /// The edits that make a `streak` of the tokens here, which lack `days`.
  var days: [TextEdit] {
    let name = parser.text(parser.token)
    if parser.peek(1).kind == .rightParen, declaresEvents(name) {
      return [TextEdit(parser.spanHere, "days where count(\(name), today) >= 1")]
    }
    return [TextEdit(parser.spanHere.before, parser.keyword == .where ? "days " : "days where ")]
  }

  /// Whether this file declares a level or a value of an enumeration by a name.
  private func isCase(_ name: String) -> Bool {
    let joints: [Token.Kind] = [.less, .bar]
    return parser.tokens.indices.dropFirst().dropLast().contains { place in
      parser.text(parser.tokens[place]) == name
        && (joints.contains(parser.tokens[place - 1].kind) || joints.contains(parser.tokens[place + 1].kind))
    }
  }

  /// The unit of time for which there is no `streak`, as in `streak(weeks where …)`.
  var unitOfStreak: String? {
    let word = parser.text(parser.token)
    return ["weeks", "months", "years", "hours", "minutes", "events"].contains(word) ? word : nil
  }

  /// Whether the numbers here, with their units, are a whole argument: the length of a window.
  var isLength: Bool { afterLength.kind == .rightParen }

  /// The token after the numbers here and their units.
  private var afterLength: Token {
    var place = parser.index
    while parser.tokens[place].kind == .number {
      place += parser.tokens[place + 1].kind == .name || parser.tokens[place + 1].kind == .identifier ? 2 : 1
    }
    return parser.tokens[place]
  }

  /// The diagnostic for `1..<3` and `1..=3`, whose second mark is here, right after `..`; nil for anything else.
  var markOfRange: Diagnostic? {
    let range = parser.tokens[max(parser.index - 1, 0)]
    guard range.kind == .range, range.end == parser.token.start,
      parser.token.kind == .less || parser.token.kind == .assign
    else { return nil }
    let whole = parser.span(of: range).joined(parser.span(of: parser.token))
    let meant = parser.token.kind == .less ? "to" : ".."
    let form = "\(meant == "to" ? "LOW to HIGH" : "LOW .. HIGH")"
    return .otherRangeMark(whole, meant: form, edit: .word(meant, at: whole, in: parser.source.bytes))
  }

  /// Help about what stands here in place of the `)` that closes the `(` at `open`.
  func help(inside open: Int) -> String? {
    let last = parser.tokens[parser.index - 1]
    if parser.kind == .range {
      return "a range stands without parentheses, as in `1 .. 5`; a list has commas, as in `(sat, sun)`"
    }
    guard open > 0, parser.tokens[open - 1].keyword.map(Keyword.functions.contains) == true else {
      return nil
    }
    switch parser.kind {
    case .name where last.kind == .number && parser.tokens[parser.index - 2].keyword == .last:
      return "the newest events are a window too: `last \(parser.text(last)) events`"
    case .name where ["distinct", "unique"].contains(parser.text(last)): return Diagnostic.noDistinct
    case .name where parser.keyword == .where:
      return "the events that a condition picks are a stream: `stream NAME = EVENT where …`"
    case .name where parser.keyword == .or, .plus where parser.tokens[open - 1].keyword == .count:
      return "the events of several sorts are a stream: `stream NAME = ONE, OTHER`"
    case .name where parser.keyword == .and:
      return "each call reads one stream: `count(ONE, …) > 0 and count(OTHER, …) > 0`"
    case .star, .slash, .plus, .minus:
      return "a function reads one field as it is: what is calculated for each event is a field of its own"
    default: return nil
    }
  }

  /// The slip for `latest cup` and `sum cup.mg`, whose functions read a field; nil for other functions.
  func fieldOfArgument(_ slip: Diagnostic) -> Diagnostic? {
    let function = parser.tokens[parser.index - 1]
    guard function.keyword?.function?.argument == .field else { return nil }
    let isField = parser.peek(1).kind == .dot && parser.peek(2).kind == .name
    let (word, place) = (parser.token, parser.span(of: parser.peek(isField ? 2 : 0)))
    let written = parser.source.text(in: parser.span(of: word).joined(place))
    let known = parser.fieldsMeant(by: Identifier(parser.text(word), parser.span(of: word))).all
    let meant = (isField ? [written] : known).map { "\(parser.text(function))(\($0))" }
    var slip = slip
    slip.help =
      "`\(parser.text(function))` takes a field in parentheses: "
      + (meant.isEmpty ? "`\(parser.text(function))(EVENT.FIELD)`" : Noun.either(meant.map { "`\($0)`" }))
    if meant.count == 1 { slip.fix = [TextEdit(parser.span(of: function).joined(place), meant[0])] }
    return slip
  }

  /// Help about what other languages write in a call in place of what is expected here.
  func help(for expected: Expected) -> String? {
    switch expected {
    case .token(.range) where parser.tokens[parser.index - 1].kind == .string:
      return "`clock`, `date` and `weekday` go by the subject's zone, its attribute `zone` or the calendar's"
    case .oneOf([.week, .month]):
      let lengths = ["year": "365 d", "quarter": "91 d", "hour": "1 h", "minute": "1 min"]
      return lengths[parser.text(parser.token)].map { "a window of that length is `last \($0)`" }
    case .literal where markOfRange != nil: return "both ends of it are values that it may have: `1 .. 5`"
    case .keyword(.days): return unitOfStreak.map { "a streak counts days; there is none of \($0)" }
    case .window where parser.kind == .number:
      let goesOn = [.name, .range, .minus].contains(afterLength.kind)
      return goesOn ? "a window ends now; only `yesterday` ends before" : nil
    case .window where parser.peek(1).kind == .time:
      return "events of some time of day are a stream: `stream NAME = EVENT where clock in 06:00 to 09:00`"
    case .window where ["before", "between", "until", "from"].contains(parser.text(parser.token)):
      return "a window ends now; an earlier span is a difference: `count(…, last 2 h) - count(…, last 1 h)`"
    case .table where parser.kind == .leftBracket:
      return "a name with a blank or a point in it stands in double quotes, as in `\"my table\"`"
    case .column where parser.kind == .leftBracket && parser.peek(2).kind == .rightBracket:
      return "a name in brackets stands in double quotes here: `\"\(parser.text(parser.peek(1)))\"`"
    case .test: return SourceSlips(parser).otherTest
    case .name(.encoding) where parser.kind == .string:
      return "dates and times are read as `iso8601`, in the form of `2026-11-20 21:00`; "
        + "others are written anew, which in SQLite a view can do"
    default: return nil
    }
  }

  /// Whether this file declares an event, a kind, a stream or a rule by a name.
  func declaresEvents(_ name: String) -> Bool {
    zip(parser.tokens, parser.tokens.dropFirst()).contains { word, next in
      [.event, .kind, .stream, .rule].contains(word.keyword) && parser.text(next) == name
    }
  }

  /// The diagnostic for `min(a, 3)` or `max(a, 3)`, in which a value stands in place of a field.
  func pair(_ function: Function, named name: Int) -> Diagnostic? {
    let meant = function == .aggregate(.min) ? Function.pair(.least) : .pair(.greatest)
    var (depth, place) = (0, parser.index)
    scan: while true {
      switch parser.tokens[place].kind {
      case .leftParen: depth += 1
      case .rightParen where depth > 0: depth -= 1
      case .comma where depth == 0: break scan
      case .rightParen, .dot, .leftBrace, .rightBrace, .leftBracket, .string, .end: return nil
      default: break
      }
      place += 1
    }
    let next = parser.tokens[place + 1]
    if next.keyword.map(Keyword.windows.contains) == true { return nil }
    // After the name of a field or an event, a window was meant.
    let isOneName = place == parser.index + 1 && parser.kind == .name
    let word = Identifier(parser.text(parser.token), parser.span(of: parser.token))
    if isOneName, !parser.fieldsMeant(by: word).all.isEmpty { return nil }
    return .pairOfValues(parser.span(of: parser.tokens[name]), function.text, meant: meant.text)
  }

  /// The diagnostic for `count(last 5 min, x)`, in which the window, which is here, comes first.
  func windowFirst(_ function: Function) -> Diagnostic? {
    var ahead = parser
    do throws(SyntaxStop) {
      _ = try ahead.parseWindowIfPresent()
    } catch {
      return nil
    }
    let close =
      (ahead.index..<parser.tokens.count).first { parser.tokens[$0].kind == .rightParen } ?? ahead.index
    let first = parser.tokens[min(ahead.index + 1, parser.tokens.count - 1)]
    guard ahead.kind == .comma, first.kind == .name, close > ahead.index + 1,
      first.keyword.map(Keyword.windows.contains) != true,
      parser.tokens[ahead.index + 1..<close].allSatisfy({ $0.kind == .name || $0.kind == .dot })
    else { return nil }
    let window = parser.source.text(in: ahead.span(from: parser.index))
    let last = parser.span(of: parser.tokens[close - 1])
    let stream = parser.source.text(in: parser.span(of: first).joined(last))
    return .windowFirst(
      parser.span(of: parser.token).joined(last), function: function.text, meant: "\(stream), \(window)")
  }

  /// The diagnostic for a window of another language: `[10m]`, `within 10 min`, `since x`.
  var foreignWindow: Diagnostic? {
    let isBracketed = parser.kind == .leftBracket
    let words = ["within", "past", "over", "in", "during", "previous", "for", "since"]
    let isLast = parser.peek(1).keyword == .last
    let isSince =
      parser.keyword == .since && !parser.peek(1).startsLine && parser.peek(isLast ? 2 : 1).kind == .name
    guard isBracketed || isSince || words.contains(parser.text(parser.token)) else { return nil }
    var ahead = parser
    ahead.advance()
    if isSince {
      let place = isLast ? 2 : 1
      let name = parser.text(parser.peek(place))
      let isKnown = declaresEvents(name)
      let days = ["midnight": "today", "today": "today", "yesterday": "yesterday"]
      let day = isKnown ? nil : days[name]
      let meant = day ?? "after \(name)"
      let whole = parser.span(of: parser.token).joined(parser.span(of: parser.peek(place)))
      let fix = isKnown || day != nil ? window(meant, to: place) : nil
      return .otherWindow(whole, meant: meant, fix: fix, isGuess: day != nil)
    }
    while !isBracketed, ahead.keyword == .last || ahead.kind == .name && ahead.text(ahead.token) == "the" {
      ahead.advance()
    }
    guard ahead.kind == .number else { return nil }
    // Writing the length anew mends any fault of its own.
    let length = ahead.parseNumeric(from: ahead.index, isNegative: false)
    guard case .duration(let bits) = length.kind, !isBracketed || ahead.kind == .rightBracket else {
      return nil
    }
    let last = isBracketed ? ahead.index : ahead.index - 1
    let meant = "last \(ValueText.duration(bits))"
    let whole = parser.span(of: parser.token).joined(parser.span(of: parser.tokens[last]))
    return .otherWindow(whole, meant: meant, fix: window(meant, to: last - parser.index))
  }

  /// The edit that replaces the tokens here, up to the one `distance` places on, by a window.
  private func window(_ meant: String, to distance: Int) -> TextEdit {
    let isAfterComma = parser.tokens[parser.index - 1].kind == .comma
    let gap = parser.afterLast.joined(parser.span(of: parser.peek(distance)))
    return TextEdit(gap, (isAfterComma ? " " : ", ") + meant)
  }
}
