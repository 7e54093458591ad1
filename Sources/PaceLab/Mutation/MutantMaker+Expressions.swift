import PaceLanguage

extension MutantMaker {
  /// Adds the mutants of a condition and its parts.
  mutating func add(_ expression: Expression) {
    let parts = expression.children
    switch expression.shape {
    case .relation(let relation):
      addRelation(relation, parts[0], parts[1])
      let sign = sign(relation.text, between: parts[0].span, and: parts[1].span)
      addThreshold(parts[0], against: parts[1])
      addThreshold(parts[1], against: parts[0], after: sign)
    case .range(let isClosed):
      addSpan(parts[1], parts[2], isClosed: isClosed)
      for end in parts.dropFirst() { addThreshold(end, against: parts[0]) }
    case .list: addItems(parts.dropFirst().map { $0.span })
    case .definition, .negation, .junction, .plain: break
    }
    for literal in expression.callLiterals { addNeighbours(of: literal, .window) }
    for part in parts { add(part) }
  }

  /// Adds a mutant that treats equal sides differently: `>` for `>=`, `<` for `<=`, and the other way round.
  private mutating func addRelation(_ relation: Relation, _ left: Expression, _ right: Expression) {
    guard let other = relation.withOrWithoutEqual,
      let sign = sign(relation.text, between: left.span, and: right.span)
    else { return }
    let shown = sign.joined(right.span)
    let rest = program.line(of: right.span)
    append(.relation, shown, "\(other.text) \(rest)", [TextEdit(sign, other.text)])
  }

  /// Adds a mutant in which the upper end of an `in` counts, or doesn't: `to` for `..`, and the other way round.
  private mutating func addSpan(_ low: Expression, _ high: Expression, isClosed: Bool) {
    guard let sign = sign(isClosed ? ".." : "to", between: low.span, and: high.span) else { return }
    let other = isClosed ? "to" : ".."
    let shown = low.span.joined(high.span)
    let ends = (program.line(of: low.span), program.line(of: high.span))
    append(.relation, shown, "\(ends.0) \(other) \(ends.1)", [TextEdit(sign, other)])
  }

  /// Adds mutants of a list without one of its items and the comma beside it; one item has to stay.
  private mutating func addItems(_ items: [SourceSpan]) {
    guard items.count > 1 else { return }
    for (index, item) in items.enumerated() {
      let removed =
        index == 0 ? item.before.joined(items[1].before) : items[index - 1].after.joined(item)
      append(.item, item, "", [TextEdit(removed, "")])
    }
  }

  /// The place of a sign between two expressions, outside of comments.
  private func sign(_ text: String, between left: SourceSpan, and right: SourceSpan) -> SourceSpan? {
    let bytes = program.files[Int(left.file.index)].bytes
    let sign = Array(text.utf8)
    var position = Int(left.end)
    var isComment = false
    while position + sign.count <= Int(right.start) {
      if bytes[position] == UInt8(ascii: "#") { isComment = true }
      if bytes[position] == UInt8(ascii: "\n") { isComment = false }
      if !isComment, Array(bytes[position..<position + sign.count]) == sign {
        return SourceSpan(file: left.file, start: position, end: position + sign.count)
      }
      position += 1
    }
    return nil
  }

  /// Adds mutants one step above and below a side of a comparison that is a literal or a level.
  private mutating func addThreshold(
    _ side: Expression, against other: Expression, after sign: SourceSpan? = nil
  ) {
    if let literal = side.literal {
      addNeighbours(of: literal, .threshold, after: sign)
    } else if let level = side.name, let scale = other.name {
      addLevels(beside: level, of: scale, at: side.span, after: sign)
    }
  }

  private mutating func addLevels(
    beside level: String, of scale: String, at span: SourceSpan, after sign: SourceSpan?
  ) {
    guard let levels = program.scales.first(where: { $0.name.text == scale })?.levels.map({ $0.name }),
      let place = levels.firstIndex(of: level)
    else { return }
    for index in [place - 1, place + 1] where levels.indices.contains(index) {
      append(.threshold, span, levels[index], after: sign)
    }
  }

  /// Adds the values next to a literal on its grid; names, and what has no order, have none.
  mutating func addNeighbours(
    of literal: Literal, step: Int64? = nil, _ sort: Mutant.Sort, after sign: SourceSpan? = nil
  ) {
    for text in neighbours(of: literal, step) { append(sort, literal.span, text, after: sign) }
  }

  /// Adds a mutant with `text` in place of `span`; what is shown begins with the sign of the comparison.
  private mutating func append(
    _ sort: Mutant.Sort, _ span: SourceSpan, _ text: String, after sign: SourceSpan?
  ) {
    let shown = sign.map { $0.joined(span) } ?? span
    let start = sign.map { program.text(in: $0) + " " } ?? ""
    append(sort, shown, start + text, [TextEdit(span, text)])
  }

  private func neighbours(of literal: Literal, _ step: Int64?) -> [String] {
    let written = program.text(in: literal.span)
    switch literal.kind {
    case .number(let bits):
      let step = step ?? ValueType.number.lastPlace(of: written)
      return Self.neighbours(of: bits, step).map { ValueText.number($0) }
    case .duration(let bits):
      let step = step ?? ValueType.duration.lastPlace(of: written)
      return Self.neighbours(of: bits, step).filter { $0 >= 0 }.map { ValueText.duration($0) }
    case .time(let bits):
      let step = step ?? ValueType.time.lastPlace(of: written)
      return [bits - step, bits + step].map { ValueText.time(($0 + ClockSpan.day) % ClockSpan.day) }
    case .date(let bits): return [bits - 1, bits + 1].map { ValueText.date($0) }
    case .bool, .string, .name, .invalid: return []
    }
  }

  /// The values a step below and above, as far as they fit in 64 bits.
  private static func neighbours(of bits: Int64, _ step: Int64) -> [Int64] {
    [bits.subtractingReportingOverflow(step), bits.addingReportingOverflow(step)]
      .filter { !$0.overflow }.map { $0.partialValue }
  }

  /// Adds mutants that exchange the values of a parameter between two presets.
  mutating func addSwaps() {
    let presets = program.syntax.flatMap { file in
      file.declarations.compactMap { if case .preset(let preset) = $0 { preset } else { nil } }
    }
    for (index, one) in presets.enumerated() {
      for other in presets[(index + 1)...] {
        for value in one.values {
          guard let twin = other.values.first(where: { $0.name.text == value.name.text }),
            twin.value.kind != value.value.kind
          else { continue }
          addSwap(of: value, in: one.name.text, with: twin, in: other.name.text)
        }
      }
    }
  }

  private mutating func addSwap(
    of value: AssignmentSyntax, in one: String, with twin: AssignmentSyntax, in other: String
  ) {
    let texts = (program.text(in: value.value.span), program.text(in: twin.value.span))
    mutants.append(
      Mutant(
        sort: .preset, owner: DeclarationKey(.param, value.name.text), presets: [one, other], part: "",
        span: value.span,
        before: "\(one) \(texts.0), \(other) \(texts.1)",
        after: "\(one) \(texts.1), \(other) \(texts.0)",
        edits: [TextEdit(value.value.span, texts.1), TextEdit(twin.value.span, texts.0)]))
  }
}

extension Relation {
  /// The relation that differs from this only where both sides are equal; none for `==` and `!=`.
  fileprivate var withOrWithoutEqual: Relation? {
    switch self {
    case .less: .lessOrEqual
    case .lessOrEqual: .less
    case .greater: .greaterOrEqual
    case .greaterOrEqual: .greater
    case .equal, .notEqual: nil
    }
  }
}
