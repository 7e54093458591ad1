/// What the grammar expects at a place.
enum Expected: Sendable {
  case token(Token.Kind)
  case keyword(Keyword)
  case oneOf([Keyword])
  case name(NameRole)
  case expression, literal, operand, duration, time, date, number, wholeNumber, string, type, point
  case table, column, member, test, relation, arithmetic, unit, window, field, declaration
  case endOfLine, endOfExpression

  /// The sort of thing that an expected name stands for.
  enum NameRole: String, Sendable {
    case subject, attribute, event, kind, stream, scale, level, param, define, rule, policy, preset, source
    case field, gate, outcome, encoding, weekday
    case noticeKind = "notice kind"
    case value = "value of the type"
    case column = "column"
    case target = "subject, an event, `notice`, `settings` or `kinds`"
    case expectation = "rule, notice kind or scale"
  }

  /// For messages: with an article, words of the language in backticks.
  var text: String {
    switch self {
    case .token(let kind): kind.text
    case .keyword(let keyword): "`\(keyword.text)`"
    case .oneOf(let keywords): Noun.either(keywords.map { "`\($0.text)`" })
    case .name(let role): role.text
    case .expression: "an expression"
    case .literal: "a value"
    case .operand: "a value, a param or an attribute"
    case .duration: "a duration such as `10 min`"
    case .time: "a time such as `21:00`"
    case .date: "a date such as `2026-11-20`"
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .string: "a text in double quotes"
    case .type: "a type"
    case .point: "a point in time such as `21:00`, `+5 min` or `day 2 07:00`"
    case .table: "a table's name"
    case .column: "a column's name"
    case .member: "a member's name"
    case .test: "`==`, `!=` or `in (`"
    case .relation: "a relation such as `>=`"
    case .arithmetic: "an operator such as `+`"
    case .unit: "a unit: `ms`, `s`, `min`, `h` or `d`"
    case .window: "a window: `last …`, `today`, `yesterday`, `this week`, `this month` or `after …`"
    case .field: "a stream and its field, joined by `.`"
    case .endOfLine: "the end of the line"
    case .endOfExpression: "the end of the expression"
    case .declaration: "a declaration"
    }
  }

  /// Help for someone who wrote something else.
  var help: String? {
    switch self {
    case .token(.colon): "a type comes between the name and the value, as in `limit: number = 3`"
    case .token(.range): "a range has two ends, as in `1 .. 5`"
    case .name(.noticeKind): "the kind of the notice stands before its text, as in `emit warning \"…\"`"
    default: nil
    }
  }
}

extension Expected.NameRole {
  fileprivate var text: String {
    switch self {
    case .define: "a name for the definition"
    case .subject, .source: "a \(rawValue)'s name"
    default: Noun.one(rawValue)
    }
  }
}
