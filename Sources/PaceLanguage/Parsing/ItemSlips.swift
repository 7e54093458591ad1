/// What people who know other languages write in place of an item, after one, or in place of its braces.
///
/// It reads the parser's tokens at that place, and changes nothing.
struct ItemSlips {
  private let parser: Parser

  init(_ parser: Parser) { self.parser = parser }

  /// The diagnostic for what stands where an item should begin, if it is clear what was meant.
  func atItem(_ owner: BlockOwner) -> Diagnostic? {
    let here = parser.spanHere
    let isAfterComma = parser.index > 1 && parser.tokens[parser.index - 1].kind == .comma
    let last = parser.layout.itemStarts.dropLast().last.flatMap { parser.tokens[$0].keyword }
    var slip = Diagnostic.noItem(here, found: parser.foundText, owner: owner, meant: nil)
    switch parser.kind {
    case .number where isAfterComma: return numberWithCommas(slip)
    case .name where owner == .rule && isAfterComma && last == .on && isLastOfItem:
      slip.help = Self.severalEvents
    case .name where owner == .event && isAfterComma && isAfterKind && isLastOfItem:
      slip.help = "each kind has the word `kind` before it"
      slip.fix = [TextEdit(here.before, "kind ")]
    case .name
    where owner == .event && parser.text(parser.token) == "field" && parser.peek(1).kind == .name:
      let type = parser.peek(2).kind == .colon ? "" : ": number"
      slip.help = "no `field` comes before a field"
      slip.fix = [TextEdit(here.joined(parser.span(of: parser.peek(1))), parser.text(parser.peek(1)) + type)]
      slip.isGuess = !type.isEmpty
    case .name where owner == .event && parser.peek(1).kind == .assign:
      guard let type = parser.typeOfInitial(at: parser.index + 1) else { return nil }
      slip.help = "the type of a field comes after its name: `\(parser.text(parser.token)): \(type)`"
      slip.fix = [TextEdit(here.after, ": \(type)")]
    case .name
    where owner == .event && isLastOfItem && parser.keyword != .kind && parser.keyword != .debounce:
      slip.help = "a field has a type: `\(parser.text(parser.token)): number`"
      slip.fix = [TextEdit(here.after, ": number")]
      slip.isGuess = true
    case .time where owner == .rule && last == .at: slip.help = severalTimes(parser.token)
    case .time where owner == .scenario:
      slip.help = "what happens is written `at \(parser.text(parser.token)) EVENT`"
      if parser.peek(1).keyword != .at { slip.fix = [TextEdit(here.before, "at ")] }
    case .name
    where owner == .calendar && ["timezone", "time_zone", "tz"].contains(parser.text(parser.token)):
      let isMarked = [.colon, .assign].contains(parser.peek(1).kind)
      slip.help = "the time zone is written `zone \"Europe/Berlin\"`"
      slip.fix = [TextEdit(isMarked ? here.joined(parser.span(of: parser.peek(1))) : here, "zone")]
    case .name where owner == .rule && parser.peek(1).kind == .string:
      guard
        ["message", "say", "notify", "print", "alert", "warn", "send", "text"].contains(
          parser.text(parser.token))
      else {
        return nil
      }
      if hasOther(.emit) {
        slip.help = "a rule says one text, that of its `emit`"
        return slip
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
    "a rule has one time: write a second rule with `at \(time.kind == .time ? parser.text(time) : "13:00")`"
  }

  /// The diagnostic for `1,5`, `12,000` and `1,234,567`, whose second part is here; nil for items apart.
  private func numberWithCommas(_ slip: Diagnostic) -> Diagnostic? {
    var places = [parser.index - 2]
    while let last = places.last, parser.tokens[last].kind == .number,
      parser.tokens[last + 1].kind == .comma, parser.tokens[last + 1].start == parser.tokens[last].end,
      parser.tokens[last + 2].kind == .number, parser.tokens[last + 2].start == parser.tokens[last + 1].end
    { places.append(last + 2) }
    guard places.count > 1, let end = places.last else { return nil }
    let parts = places.map { parser.text(parser.tokens[$0]) }
    let (whole, hasPoint) = (parts.joined(), parts[parts.count - 1].contains("."))
    let isGrouped =
      parts[0].count <= 3 && !parts[0].hasPrefix("0") && !parts[0].contains(".")
      && parts.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
    var mended = slip
    mended.span = parser.span(of: parser.tokens[places[0]]).joined(parser.span(of: parser.tokens[end]))
    if isGrouped, parts.count > 2 || hasPoint {
      mended.help = "digits are written without anything between them: `\(whole)`"
      mended.fix = [TextEdit(mended.span, whole)]
    } else if isGrouped {
      mended.help =
        "thousands are written `\(whole)`, decimals after a point, `\(parts.joined(separator: "."))`"
      mended.fix = [TextEdit(mended.span, whole)]
      mended.isGuess = true
    } else if parts.count == 2, !whole.contains(".") {
      mended.help = "decimals stand after a point"
      mended.fix = [TextEdit(parser.span(of: parser.tokens[places[0] + 1]), ".")]
    } else {
      return nil
    }
    return mended
  }

  /// Whether the item before is a kind, perhaps a misspelt one.
  private var isAfterKind: Bool {
    guard let last = parser.layout.itemStarts.dropLast().last else { return false }
    return parser.tokens[last].keyword == .kind || parser.text(parser.tokens[last]) == "kinds"
  }

  private var isLastOfItem: Bool { parser.endsItem(parser.peek(1)) }

  /// The diagnostic for the word after an item, if it is clear what was meant.
  var afterItem: Diagnostic? {
    if let slip = weekdayAfterTime ?? StateSlips(parser).afterItem { return slip }
    let here = parser.spanHere
    let gap = parser.afterLast.joined(here)
    let item = parser.isAtMost(parser.itemStart) ? .limit : parser.tokens[parser.itemStart].keyword
    let last = parser.tokens[parser.index - 1]
    var slip = Diagnostic.junkAfterItem(here, found: parser.foundText, form: form)
    switch parser.token.kind {
    case .name
    where parser.owner == .rule && item == .on && (parser.keyword == .or || parser.keyword == .and):
      slip.help = Self.severalEvents
    case .name where item == .quiet && parser.keyword == .on && isDay(parser.peek(1)):
      let hours = parser.source.text(in: parser.span(from: parser.itemStart + 1))
      slip.help = "hours of some days are a condition: `unless clock in \(hours) and weekday in (sat, sun)`"
    case .name where parser.owner == .rule && item != .when && [.for, .until].contains(parser.keyword):
      slip.help = "`\(parser.text(parser.token))` follows a condition, as in `when … for 5 min until …`"
    case .name
    where parser.owner == .rule && item == .at && (parser.keyword == .or || parser.keyword == .and):
      slip.help = severalTimes(parser.peek(1))
    case .name where parser.owner == .rule && item == .on && parser.keyword == .where:
      slip.help =
        "the events that a condition picks are a stream: `stream NAME = EVENT where …`, for `on NAME`"
    case _ where isItemInList:
      let start = parser.span(of: last)
      slip.help = "a list goes on to the end of its line: begin `\(parser.text(last))` on a new one"
      slip.fix = [TextEdit(parser.span(of: parser.tokens[parser.index - 2]).joined(start.before), "\n  ")]
      slip.isGuess = true
    case .name where item == .presets && last.kind == .name:
      slip.fix = [TextEdit(parser.afterLast, ",")]
    case .name where ["then", "do"].contains(parser.text(parser.token)):
      let (isLast, clause) = (parser.peek(1).startsLine, parser.peek(1).keyword)
      guard isLast || clause.map({ parser.owner?.keywords.contains($0) ?? false }) ?? false else {
        slip.help = helpAfterThen
        return slip
      }
      slip.help =
        "each clause stands on a line of its own, and no `\(parser.text(parser.token))` between them"
      let next = parser.afterLast.joined(parser.span(of: parser.peek(1)).before)
      slip.fix = [TextEdit(isLast ? gap : next, isLast ? "" : "\n  ")]
    case .identifier where ["AND", "OR", "NOT"].contains(parser.text(parser.token)):
      guard let meant = lowerCaseName(parser.text(parser.token)) else { return nil }
      return .symbolForWord(
        here, symbol: parser.text(parser.token), word: meant,
        edit: .word(meant, at: here, in: parser.source.bytes))
    case .name where isArgument:
      if let state = StateSlips(parser).kindOfNewest { return state }
      if endOfUnopened == nil, let slip = CallSlips(parser).fieldOfArgument(slip) { return slip }
      let end = endOfUnopened ?? parser.index
      let rest = parser.source.text(in: here.joined(parser.span(of: parser.tokens[end])))
      let call = "\(parser.text(last))(\(rest)\(parser.tokens[end].kind == .rightParen ? "" : ")")"
      slip.help = "`\(parser.text(last))` takes what it asks about in parentheses: `\(call)`"
      slip.fix = [TextEdit(parser.span(of: last).joined(parser.span(of: parser.tokens[end])), call)]
    case .name where ["contains", "like", "matches"].contains(parser.text(parser.token)):
      slip.help =
        "a text is compared as a whole, with `==` and `!=`; what it is about is a field or a kind of its own"
    case .name, .identifier, .slash:
      if item == .limit, let window = windowOfLimit { return slip.limited(to: window.text, window.span) }
      if last.kind == .name, [.and, .or, .not].contains(last.keyword) { return conditionMissing() }
      let goesOn = parser.peek(1).keyword.map { [.and, .or, .for, .until].contains($0) } ?? false
      guard last.kind == .number, parser.token.kind != .slash, item != .limit, isLastOfItem || goesOn,
        parser.keyword.map({ !continues($0) }) ?? true
      else { return nil }
      slip.help = "a number has no unit; only durations have, which are `ms`, `s`, `min`, `h` and `d`"
      slip.fix = [TextEdit(gap, "")]
      slip.isGuess = true
    default: return nil
    }
    return slip
  }

  /// Whether the last name of a list is the word that begins the next item, as in `preset calm, at 09:00 entry`.
  private var isItemInList: Bool {
    let (comma, word) = (parser.tokens[parser.index - 2], parser.tokens[parser.index - 1])
    return comma.kind == .comma && word.keyword.map { parser.owner?.keywords.contains($0) ?? false } ?? false
  }

  /// The day of the week that a word stands for: `mon`, `Monday`, `mondays`.
  private func weekday(_ token: Token) -> String? {
    let word = parser.text(token).lowercased()
    let day = String(word.prefix(3))
    return ValueText.weekdays.contains(day)
      && (word == day || word.hasSuffix("day") || word.hasSuffix("days")) ? day : nil
  }

  /// Whether a token is a day of the week, or opens a list of some.
  private func isDay(_ token: Token) -> Bool {
    token.kind == .leftParen || weekday(token) != nil || parser.text(token).hasPrefix("week")
  }

  private static let noChoice = "no value depends on a condition: write a rule, or a `define`, for each case"

  /// Help about `A then B`, where `then` stands.
  private var helpAfterThen: String? {
    let (last, next) = (parser.tokens[parser.index - 1], parser.peek(1))
    if parser.owner == nil { return Self.noChoice }
    guard parser.owner == .rule, last.kind == .name, next.kind == .name else { return nil }
    let (first, second) = (parser.text(last), parser.text(next))
    return "`\(second)` after `\(first)` is a rule with `on \(second)` and "
      + "`when count(\(first), last 1 h) >= \(first == second ? 2 : 1)`"
  }

  /// Help that shows how the item that is being read is written; nil where an expression is being read.
  var form: String? {
    guard !parser.isValue, parser.parenDepth == 0, parser.itemStart < parser.index,
      let keyword = parser.tokens[parser.itemStart].keyword
    else { return nil }
    let read = parser.tokens[parser.itemStart + 1..<parser.index]
    if let last = read.last, parser.text(last) == "if", parser.owner != .scenario { return Self.noChoice }
    if [.colon, .assign].contains(parser.tokens[parser.itemStart + 1].kind) { return nil }
    if keyword == .define, read.contains(where: { $0.kind == .assign }) { return nil }
    if keyword == .stream, read.contains(where: { $0.keyword == .where }) { return nil }
    let form = parser.owner.map { $0.form(of: keyword) } ?? BlockOwner.declarationForm(keyword)
    return form.map { "it is written \($0)" }
  }

  /// The diagnostic for `and and x` or `not and not x`: a condition is missing, so the second word was read as a name.
  private func conditionMissing() -> Diagnostic {
    let (before, last) = (parser.tokens[parser.index - 2], parser.tokens[parser.index - 1])
    let operators: [Keyword?] = [.and, .or, .not]
    if before.keyword == .expect {
      var problem = Diagnostic.junkAfterItem(parser.span(of: last), found: "`not`", form: nil)
      problem.help = "that a rule does not speak is expected by `no`, as in `expect no RULE at TIME`"
      problem.fix = [TextEdit(parser.span(of: last), "no")]
      return problem
    }
    guard operators.contains(before.keyword) else {
      return .conditionMissing(parser.span(of: last), "before this `\(parser.text(last))`")
    }
    var problem = Diagnostic.conditionMissing(
      parser.span(of: before).joined(parser.span(of: last)), "after this `\(parser.text(before))`")
    // The fix removes one of the two equal words or pairs of words.
    let isPair = before.keyword == parser.keyword
    guard isPair || before.keyword == last.keyword else { return problem }
    let end = parser.span(of: isPair ? parser.token : last)
    let twice = parser.span(of: last).joined(end)
    problem.help = "take one `\(parser.source.text(in: twice))` away"
    problem.fix = [TextEdit(parser.span(of: before).after.joined(end), "")]
    problem.isGuess = true
    return problem
  }

  /// Whether the word stands after a function's name, as in `count entry`; after a number, `min` is a unit.
  private var isArgument: Bool {
    guard let last = parser.tokens[parser.index - 1].keyword, Keyword.functions.contains(last),
      parser.index > 1, parser.owner != .scenario
    else {
      return false
    }
    return parser.tokens[parser.index - 2].kind != .number && parser.peek(1).kind != .leftParen
      && parser.keyword.map { !continues($0) } ?? true
  }

  /// Whether the rule around has a clause that begins with a word.
  private func hasOther(_ clause: Keyword) -> Bool {
    let end = parser.tokens[parser.index...].firstIndex { $0.kind == .rightBrace } ?? parser.index
    let open = parser.tokens[..<parser.itemStart].lastIndex { $0.kind == .leftBrace } ?? parser.itemStart
    return parser.tokens[open..<end].contains { $0.keyword == clause }
  }

  /// Whether the word may go on with an item, or begin the next one.
  private func continues(_ keyword: Keyword) -> Bool {
    guard let owner = parser.owner else { return false }
    return owner.keywords.contains(keyword) || owner.continuations.contains(keyword)
  }

  /// The window meant by `per day`, `a week`, `/hour` or `in 2 h`, which stands here.
  private var windowOfLimit: (text: String, span: SourceSpan)? {
    let isDaily = parser.keyword == .daily
    let words = ["per", "a", "an", "each", "every", "in", "within", "over"]
    guard isDaily || parser.token.kind == .slash || words.contains(parser.text(parser.token)) else {
      return nil
    }
    let word = isDaily ? parser.token : parser.peek(1)
    if word.kind == .number, Unit(parser.peek(2).keyword) != nil, !parser.peek(2).startsLine {
      let gap = parser.afterLast.joined(parser.span(of: parser.peek(2)))
      return (
        "last \(parser.source.text(in: parser.span(of: word).joined(parser.span(of: parser.peek(2)))))", gap
      )
    }
    let window: String? =
      switch parser.text(word) {
      case "day", "daily", "d": "today"
      case "week": "this week"
      case "month": "this month"
      case "hour", "h": "last 1 h"
      case "minute", "min": "last 1 min"
      default: nil
      }
    let gap = parser.afterLast.joined(parser.span(of: word))
    return window.map { ($0, gap) }
  }

  /// The diagnostic for `at 20:00 on mon` and `at 20:00 mon`, whose day is a condition; nil for other words.
  private var weekdayAfterTime: Diagnostic? {
    let place = parser.keyword == .on ? 1 : 0
    guard [.at, .every].contains(parser.tokens[parser.itemStart].keyword), parser.owner == .rule,
      parser.endsItem(parser.peek(place + 1))
    else {
      return nil
    }
    guard let word = weekday(parser.peek(place)) else { return nil }
    let hasOther = hasOther(.when)
    let meant = "weekday == \(word)"
    var slip = Diagnostic.junkAfterItem(parser.spanHere, found: parser.foundText)
    slip.help = "a day is a condition: " + (hasOther ? "add `and \(meant)` to `when`" : "`when \(meant)`")
    let gap = parser.afterLast.joined(parser.span(of: parser.peek(place)))
    slip.fix = hasOther ? [] : [TextEdit(gap, "\n  when \(meant)")]
    return slip
  }

  /// The place of the `)` on this line whose `(` is missing; nil if there is none.
  private var endOfUnopened: Int? {
    var (depth, place) = (0, parser.index)
    while !parser.tokens[place].startsLine || place == parser.index, parser.tokens[place].kind != .end {
      if parser.tokens[place].kind == .leftParen { depth += 1 }
      if parser.tokens[place].kind == .rightParen {
        if depth == 0 { return place }
        depth -= 1
      }
      place += 1
    }
    return nil
  }

  /// The diagnostic for the `{` that is missing here; it also says whether the block's `}` is missing.
  var missingBrace: Diagnostic {
    var end = parser.index
    var depth = 0
    while parser.tokens[end].kind != .end, depth >= 0,
      !(parser.tokens[end].startsLine && parser.startsDeclaration(at: end))
    {
      if parser.tokens[end].kind == .leftBrace { depth += 1 }
      if parser.tokens[end].kind == .rightBrace { depth -= 1 }
      end += 1
    }
    let isMark = parser.kind == .colon
    let mark = isMark ? parser.afterLast.joined(parser.span(of: parser.token)) : parser.afterLast
    var fix: [TextEdit] = []
    // Where a declaration or the file's end comes next, the block is empty.
    let isEmpty = end == parser.index + (isMark ? 1 : 0)
    if parser.kind == .newline || parser.kind == .end || isMark {
      let opens = isMark && parser.peek(1).kind == .leftBrace
      fix = [TextEdit(mark, opens ? "" : isEmpty ? " { }" : " {")]
      if depth == 0, !opens, !isEmpty {
        fix.append(TextEdit(parser.span(of: parser.tokens[end - 1]).after, "\n}"))
      }
    }
    var problem = Diagnostic.missingBrace(
      parser.spanHere, found: parser.foundText, isClosed: depth != 0, fix: fix)
    // A single word after a mark is no item: `preset strict: gentle`.
    let isWord = !parser.peek(1).startsLine && (parser.peek(2).startsLine || parser.peek(2).kind == .end)
    problem.isGuess = isMark && parser.peek(1).kind == .name && isWord
    return problem
  }

  /// The index of the name of the block that opens at `open`; its label and base stand in between.
  func name(before open: Int) -> Int {
    var place = open - 1
    if parser.tokens[place].kind == .string, parser.tokens[place - 1].kind == .name,
      parser.tokens[place - 1].keyword != .scenario
    {
      place -= 1
    }
    return place > 1 && parser.tokens[place - 1].keyword == .extends ? place - 2 : place
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
