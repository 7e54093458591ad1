/// The type that a value at a place should have, judged by the tokens before it.
struct WantedType {
  private let site: CompletionSite
  private let names: [KnownNames]
  /// The index of the token at the place.
  private let place: Int

  /// - Parameter back: how many tokens before the site the place is.
  init(_ site: CompletionSite, _ names: [KnownNames], back: Int = 0) {
    self.site = site
    self.names = names
    place = max(site.place - back, 0)
  }

  /// Nil if any type would do, or none is known.
  var type: NameType? {
    guard place > 0 else { return nil }
    let last = site.tokens[place - 1]
    if site.expectations.owner == .map { return mappedType }
    switch last.kind {
    case .assign: return declaredType ?? type(endingAt: place - 2)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .plus, .minus:
      return type(endingAt: place - 2)
    case .comma, .leftParen: return typeInParentheses
    case .range: return declaredType ?? typeBeforeIn
    case .name: return type(after: last)
    default: return nil
    }
  }

  private func type(after word: Token) -> NameType? {
    switch word.keyword {
    case .in, .step, .else: declaredType ?? type(endingAt: place - 2)
    case .to: typeBeforeIn ?? .time
    case .until where site.expectations.owner == .scenario: nil
    default: word.keyword?.operandType
    }
  }

  // MARK: Looking back

  /// The type written in the declaration around the place, of a parameter, an attribute or a field.
  private var declaredType: NameType? {
    var index = place - 1
    while index > 0, !site.tokens[index].startsLine, site.tokens[index].kind != .comma {
      if site.tokens[index].kind == .colon {
        let end = site.tokens[index...].firstIndex { $0.kind == .assign || $0.keyword == .in } ?? place
        return NameType(site.tokens[index + 1..<end].filter { $0.kind == .name }.map { site.text($0) })
      }
      index -= 1
    }
    return nil
  }

  /// In `x = COLUMN as { "a" = …`, the type of `x`; nil for rules and kinds.
  private var mappedType: NameType? {
    guard let open = site.openBrace,
      let assign = site.tokens[..<open].lastIndex(where: { $0.kind == .assign })
    else { return nil }
    return type(endingAt: assign - 1)
  }

  /// In `x in (a, …`, the type of `x`; in a call, the type of its argument.
  private var typeInParentheses: NameType? {
    guard let open = openParen(before: place), open > 0 else { return nil }
    let before = site.tokens[open - 1]
    return before.keyword == .in ? type(endingAt: open - 2) : before.keyword?.function?.argument.type
  }

  private var typeBeforeIn: NameType? {
    let start = max(0, place - 8)
    guard let word = site.tokens[start..<place].lastIndex(where: { $0.keyword == .in }) else {
      return nil
    }
    if word > 0, site.text(site.tokens[word - 1]) == "clock" { return .time }
    return type(endingAt: word - 1)
  }

  /// The type of the operand whose last token is at `index`.
  private func type(endingAt index: Int) -> NameType? {
    guard index >= 0 else { return nil }
    let token = site.tokens[index]
    switch token.kind {
    case .number: return .number
    case .time: return .time
    case .date: return .date
    case .string: return .text
    case .rightParen:
      guard let open = openParen(before: index), open > 0, let word = site.tokens[open - 1].keyword else {
        return nil
      }
      return word.function?.resultType ?? field(from: open, to: index)
    case .name:
      if Unit(token.keyword) != nil, index > 0, site.tokens[index - 1].kind == .number { return .duration }
      let name = site.text(token)
      if name == "weekday" { return .weekday }
      if name == "date" { return .date }
      if name == "clock" { return .time }
      return names.named(name, [.parameter, .attribute, .definition, .scale, .field])?.type
    default: return nil
    }
  }

  /// The type of the field in a call: `sum(event.field, …)`.
  private func field(from open: Int, to close: Int) -> NameType? {
    guard let dot = site.tokens[open..<close].firstIndex(where: { $0.kind == .dot }), dot + 1 < close else {
      return nil
    }
    return names.named(site.text(site.tokens[dot + 1]), [.field])?.type
  }

  /// The parenthesis that is open before the token at `index`.
  private func openParen(before index: Int) -> Int? {
    var depth = 0
    for place in stride(from: index - 1, through: 0, by: -1) {
      switch site.tokens[place].kind {
      case .rightParen: depth += 1
      case .leftParen where depth == 0: return place
      case .leftParen: depth -= 1
      case .leftBrace, .rightBrace: return nil
      default: break
      }
    }
    return nil
  }
}
