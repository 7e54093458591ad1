/// What can be wrong with names and with what a program declares.
extension Diagnostic {
  static func noSubject(in file: FileID, declarations: [Declaration]) -> Diagnostic {
    let span = SourceSpan(file: file, start: 0, end: 0)
    if declarations.isEmpty {
      return Diagnostic(
        code: "E0301", span: span, message: "this file is empty: it declares nothing",
        help: "`pace new NAME` writes a pack to start from")
    }
    return Diagnostic(
      code: "E0301", span: span,
      message: "no `subject` is declared, so this is a fragment and not a program",
      help: declarations.allSatisfy { $0.isScenario }
        ? "scenarios are about a pack: write `include \"PACK.pace\"` first"
        : declarations.allSatisfy { $0.isOfPresets }
          ? "presets are for a pack: name the pack that includes this file, or write `include \"PACK.pace\"` first"
          : declarations.allSatisfy { $0.isSource }
            ? "a source is for a pack: name the pack too, or write `include \"PACK.pace\"` first"
            : "write `subject NAME { }` first; a file that others include needs none, and is checked through them"
    )
  }

  static func secondSubject(_ name: Identifier, first: Identifier) -> Diagnostic {
    let isOneFile = name.span.file.index == first.span.file.index
    return Diagnostic(
      code: "E0302", span: name.span,
      message: isOneFile
        ? "a second subject `\(name.text)`; a program has one"
        : "this is a second pack: it has a subject of its own, `\(name.text)`",
      notes: [
        DiagnosticNote(first.span, "the \(isOneFile ? "first" : "subject of the first") is `\(first.text)`")
      ],
      help: isOneFile
        ? "take this one away, or put it in a pack of its own"
        : "name one of them; files named together, or included, make one program")
  }

  /// - Parameter isSameSort: whether the new name would be of the same sort as the first.
  static func collision(
    _ name: Identifier, with first: SourceSpan, what: String, isSameSort: Bool = false
  ) -> Diagnostic {
    if isSameSort {
      return Diagnostic(
        code: "E0303", span: name.span, message: "there is \(what) `\(name.text)` already",
        notes: [DiagnosticNote(first, "the first one")], help: "give one of them another name")
    }
    return Diagnostic(
      code: "E0303", span: name.span, message: "the name `\(name.text)` is taken by \(what)",
      notes: [DiagnosticNote(first, "`\(name.text)` is declared here")],
      help: "events, kinds, streams, rules and notice kinds share one space of names; params, attributes, "
        + "defines and scales share another")
  }

  /// - Parameters:
  ///   - known: the names of all values.
  ///   - event: the name of an event, for an example.
  ///   - operand: for an operand, its type with the article, and whether no param and no attribute is of it.
  static func unknownValue(
    _ name: Identifier, suggestion: String?, known: [String], event: String?,
    operand: (wanted: String, hasNoName: Bool)?
  ) -> Diagnostic {
    let sorts =
      operand.map { "\($0.wanted), a param or an attribute" } ?? "a param, an attribute, a define or a scale"
    let expected = "no value is called `\(name.text)`; expected \(sorts)"
    let help = valueHelp(name.text, event: event ?? "EVENT")
    var meant = help == nil ? suggestion : nil
    switch name.text {
    case "true": meant = "yes"
    case "false": meant = "no"
    default: break
    }
    let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    if let number = digits.firstIndex(of: name.text) {
      return Diagnostic(
        code: "E0304", span: name.span, message: expected, help: "numbers are written in digits",
        fix: [TextEdit(name.span, String(number))])
    }
    let known = operand.flatMap { $0.hasNoName ? nameless($0.wanted) : nil } ?? thereIs(known)
    return unknown("E0304", name.span, expected, meant: meant, help: help ?? known)
  }

  /// What stands for an operand where no name can.
  private static func nameless(_ wanted: String) -> String {
    let forms = ["a time": "22:00", "a duration": "20 min", "a number": "3"]
    let form = forms[wanted].map { "; it is written as in `\($0)`" } ?? ""
    return "no param and no attribute is \(wanted)\(form)"
  }

  /// What to write instead of a word that seems to need no declaration.
  private static func valueHelp(_ word: String, event: String) -> String? {
    switch word {
    case "day":
      "a day is compared with `date` or `weekday`; `last 1 d` is the last 24 hours, `today` this day"
    case "week": "`last` takes a duration: `last 7 d` are seven days, `this week` this week"
    case "month", "year":
      "`date` is compared with days: `date in 2026-12-01 .. 2026-12-31`; `last 30 d` are thirty days, "
        + "`this month` this month"
    case "hour", "minute":
      "times of day are asked for by `clock in 22:00 to 07:00`; a window has a duration, as in "
        + "`last 1 \(word == "hour" ? "h" : "min")`"
    case "kind": kindHelp
    case "today":
      "`date` is always today's date, so leave this out, or name a day as in `date == 2026-11-20`; "
        + "`today` is a window, as in `count(\(event), today)`"
    case "time":
      "times of day are asked for by `clock in 22:00 to 07:00`, ages by `since(\(event)) > 20 min`"
    case "now": "ages are asked for: `since(\(event)) > 20 min`; times of day by `clock in 22:00 to 07:00`"
    case "none", "null", "nil", "unknown":
      "nothing is compared with what isn't there: ask `count(\(event)) == 0`, or give a value with `… else 0`"
    case _ where ValueText.weekdays.contains(word) || word == "weekend":
      "a day is compared with `weekday`, and several are listed: `weekday in (sat, sun)`"
    default: Function(word).flatMap { callHelp($0, event: event) }
    }
  }

  private static let kindHelp =
    "a kind is a stream of its own: `on KIND`, `count(KIND, last 1 h) >= 1`, `since(KIND)`"

  private static func callHelp(_ function: Function, event: String) -> String? {
    let name = function.text
    return switch function.argument {
    case .stream, .rule, .schedule: "`\(name)` asks about something, as in `\(name)(\(event))`"
    case .field: "`\(name)` asks about a field, as in `\(name)(\(event).FIELD)`"
    case .time, .days, .value: nil
    }
  }

  /// Help that names what there is, at most the first twelve; nil if there is nothing.
  static func thereIs(_ names: [String]) -> String? {
    names.isEmpty ? nil : "there is \(list(names, most: 12))"
  }

  static func fieldIsNoValue(_ name: Identifier, event: String) -> Diagnostic {
    let field = "\(event).\(name.text)"
    return Diagnostic(
      code: "E0304", span: name.span,
      message: "`\(name.text)` is a field of `\(event)`, which has no value of its own",
      help:
        "the newest one is `latest(\(field))`; over a window there are \(Noun.all(Function.quotedOverFields))"
    )
  }

  static func streamIsNoValue(_ name: Identifier, what: String, isInStreak: Bool) -> Diagnostic {
    let text = name.text
    let meant = isInStreak ? "`count(\(text), today) >= 1`" : "`count(\(text))` or `since(\(text))`"
    return Diagnostic(
      code: "E0304", span: name.span, message: "`\(text)` is \(what), which has no value of its own",
      help: "ask for something about it, such as \(meant)")
  }

  /// - Parameter known: the streams that may stand there.
  static func unknownStream(
    _ name: Identifier, suggestion: String?, isValue: Bool, wanted: WantedStream, known: [String]
  ) -> Diagnostic {
    let expected = "expected \(wanted.rawValue)"
    let message =
      isValue
      ? "`\(name.text)` is a value; \(expected)" : "no stream is called `\(name.text)`; \(expected)"
    return unknown("E0305", name.span, message, meant: suggestion, help: thereIs(known))
  }

  /// A name that stands for nothing, or for something of another sort.
  ///
  /// - Parameters:
  ///   - found: what the name stands for, with its article.
  ///   - known: the names of the wanted sort; the first thirteen will do.
  static func unknown(
    _ name: Identifier, _ wanted: WantedName, found: String?, suggestion: String?, known: [String]
  ) -> Diagnostic {
    let help = wanted.mixedUp?.found == found ? wanted.mixedUp?.help : nil
    return unknown(
      wanted.code, name.span,
      found.map { "`\(name.text)` is \($0); expected \(wanted.text)" } ?? "\(wanted.missing) `\(name.text)`",
      meant: help == nil ? suggestion : nil, help: help ?? (wanted.listsKnown ? thereIs(known) : nil))
  }

  /// `raise` with one word, which names a scale, a level, or neither.
  static func levelMissing(_ word: Identifier, _ scales: [(name: String, levels: [String])]) -> Diagnostic {
    var problem = Diagnostic(
      code: "E0307", span: word.span, message: "`raise` names a scale and a level of it",
      help: "it is written `raise SCALE to LEVEL`")
    if let scale = scales.first(where: { $0.name == word.text }) {
      problem.message = "`raise \(word.text)` names no level"
      let levels = scale.levels.dropFirst().map { "`raise \(word.text) to \($0)`" }
      problem.help = levels.isEmpty ? nil : "it is written \(Noun.either(levels))"
    } else if let scale = scales.first(where: { $0.levels.contains(word.text) }) {
      let meant = "\(scale.name) to \(word.text)"
      problem.message = "`\(word.text)` is a level of `\(scale.name)`: write `raise \(meant)`"
      problem.help = nil
      problem.fix = [TextEdit(word.span, meant)]
    }
    return problem
  }

  static func unknownCase(
    _ name: String, span: SourceSpan, of what: String, among cases: [String], suggestion: String?
  ) -> Diagnostic {
    unknown(
      "E0307", span, "no \(what) is called `\(name)`", meant: suggestion,
      help: cases.isEmpty ? nil : expected(oneOf: cases, most: 12))
  }

  /// - Parameter kinds: those of the event.
  static func unknownField(
    _ name: Identifier, event: String, kinds: [String], suggestion: String?
  ) -> Diagnostic {
    var help = name.text == Keyword.kind.text ? kindHelp : nil
    if help != nil, kinds.count > 1 {
      let newest = newest(kinds[0], of: event, besides: Array(kinds.dropFirst())).help
      help = "a kind is a stream of its own, as in `on \(kinds[0])`; \(newest)"
    }
    return unknown(
      "E0308", name.span, "the event `\(event)` has no field `\(name.text)`", meant: suggestion, help: help)
  }

  static func memberLacksField(_ name: Identifier, member: String) -> Diagnostic {
    Diagnostic(
      code: "E0308", span: name.span,
      message: "the event `\(member)`, which is part of this stream, has no field `\(name.text)`",
      help: "a field of a stream must be a field of each of its events, with one type")
  }

  static func reservedName(_ name: Identifier, reason: String) -> Diagnostic {
    Diagnostic(
      code: "E0309", span: name.span, message: "the name `\(name.text)` is reserved: \(reason)",
      help: "choose another name")
  }

  static func fieldSharesName(_ name: Identifier, with first: SourceSpan, what: String) -> Diagnostic {
    Diagnostic(
      code: "E0310", span: name.span, message: "the field `\(name.text)` has the name of \(what)",
      notes: [DiagnosticNote(first, "`\(name.text)` is declared here")],
      help: "in the `where` of a stream the name could mean either")
  }

  static func duplicate(_ name: Identifier, of what: String, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0311", span: name.span, message: "the \(what) `\(name.text)` stands here for the second time",
      notes: [DiagnosticNote(first, "the first time")])
  }

  static let repeated = again("E0312") { "`\($0)` may stand only once" }

  static func defineCycle(_ cycle: [Identifier]) -> Diagnostic {
    circle("E0313", cycle, "the definition `\(cycle.first?.text ?? "")` rests on itself")
  }

  static func extendsCycle(_ cycle: [Identifier]) -> Diagnostic {
    circle("E0314", cycle, "the preset `\(cycle.first?.text ?? "")` extends itself")
  }

  static func tooMany(_ sort: String, limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0315", span: span, message: "a program may have at most \(ValueText.count(limit)) \(sort)")
  }

  static func definesTooDeep(_ name: Identifier, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "E0315", span: name.span,
      message: "the definition `\(name.text)` rests on more than \(limit) others, one on another")
  }

  static func unfoldsTooFar(_ name: Identifier, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "E0315", span: name.span,
      message: "with `\(name.text)` and the definitions that it rests on written out, this is too long",
      help: "written out, a definition or a rule has at most \(ValueText.count(limit)) parts; "
        + "`2 * x` has fewer than `x + x`"
    )
  }

  static func streamTooLate(_ name: Identifier, user: String, declared: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0316", span: name.span,
      message: "the stream `\(user)` can't rest on `\(name.text)`, which isn't declared before it",
      notes: [DiagnosticNote(declared, "declared here")],
      help: "streams are decided in the order of the text; move this one below what it rests on")
  }

  static func wrongSubject(_ name: Identifier, subject: Identifier) -> Diagnostic {
    Diagnostic(
      code: "E0317", span: name.span,
      message: "the subject of this program is `\(subject.text)`, not `\(name.text)`",
      notes: [DiagnosticNote(subject.span, "the subject")], fix: [TextEdit(name.span, subject.text)])
  }

  /// Makes diagnostics about a name, with a note at the place that it is at odds with.
  static func again(
    _ code: String, note: String = "the first one", help: String? = nil,
    _ message: @escaping @Sendable (String) -> String
  ) -> @Sendable (Identifier, SourceSpan) -> Diagnostic {
    { name, first in
      Diagnostic(
        code: code, span: name.span, message: message(name.text), notes: [DiagnosticNote(first, note)],
        help: help)
    }
  }

  private static func circle(_ code: String, _ cycle: [Identifier], _ message: String) -> Diagnostic {
    var notes: [DiagnosticNote] = []
    for (index, name) in cycle.enumerated().prefix(16) {
      let next = cycle[(index + 1) % cycle.count].text
      notes.append(DiagnosticNote(name.span, "`\(name.text)` rests on `\(next)`"))
    }
    return Diagnostic(
      code: code, span: cycle.first?.span ?? SourceSpan(file: FileID(0), start: 0, end: 0), message: message,
      notes: notes, help: "take one of these uses out")
  }
}

extension Declaration {
  fileprivate var isScenario: Bool { if case .scenario = self { true } else { false } }

  fileprivate var isSource: Bool { if case .source = self { true } else { false } }

  fileprivate var isOfPresets: Bool {
    switch self {
    case .preset, .order: true
    case .include, .calendar, .subject, .event, .stream, .scale, .param, .define, .rule, .policy, .guard,
      .disclaimer, .source, .scenario:
      false
    }
  }
}

/// The streams that may stand at a place, in words.
enum WantedStream: String {
  case all = "an event, a kind, a stream, a rule or a notice kind"
  case logged = "an event, a kind or a stream of them"
  case event = "an event or a kind"
}

/// A sort of name that a place asks for, in the words of messages.
struct WantedName: Sendable {
  var code: String
  var text: String
  /// The beginning of the message about a name that stands for nothing.
  var missing: String
  /// Whether help lists the names that there are.
  var listsKnown = false
  /// What the name is likely to be mixed up with, and the help for that.
  var mixedUp: (found: String, help: String)?

  static let rule = WantedName(code: "E0305", text: "a rule", missing: "no rule is called")
  static let noticeKind = WantedName(
    code: "E0610", text: "a notice kind that a rule emits", missing: "no rule emits the notice kind")
  static let scale = WantedName(
    code: "E0304", text: "a scale", missing: "no scale is called", listsKnown: true)
  static let param = WantedName(
    code: "E0304", text: "a param", missing: "no param is called", listsKnown: true)
  static let attribute = WantedName(
    code: "E0903", text: "an attribute of the subject", missing: "the subject has no attribute",
    mixedUp: ("a param", "a param is given a value by `set`"))
  static let speaker = WantedName(
    code: "E0904", text: "a rule or a notice kind", missing: "no rule or notice kind is called",
    listsKnown: true)
}
