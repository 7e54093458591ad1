/// Calls: streams, fields and windows.
extension Checker {
  mutating func call(_ call: Call, _ span: SourceSpan) -> ExpressionID? {
    switch call {
    case .aggregate(let aggregate, let stream, let field, let window):
      return self.aggregate(aggregate, stream, field, window, span)
    case .latest(let stream, let field):
      guard let id = readStream(stream), use(.latest, span),
        let (name, type) = self.field(field, of: id, stream)
      else { return nil }
      return add(.latest(id, name), type, .constant, span)
    case .since(let stream):
      guard let id = readStream(stream), use(.since, span) else { return nil }
      return add(.since(id), .duration, .rising, span)
    case .gap(let stream):
      guard let id = readStream(stream), use(.gap, span) else { return nil }
      return add(.gap(id), .duration, .constant, span)
    case .fires(let name): return fires(name, span)
    case .due(let schedule): return due(schedule, span)
    case .streak(let condition, let skip): return streak(condition, skip, span)
    case .elapsed(let from, let to):
      let from = operand(from, of: .time, for: "`elapsed`")
      let to = operand(to, of: .time, for: "`elapsed`")
      guard let from, let to, use(.elapsed, span) else { return nil }
      return add(.elapsed(from, to), .duration, .rising, span)
    }
  }

  /// Finds a stream that an expression, a window or a gate looks at, and notes that it is read.
  mutating func readStream(_ name: Identifier) -> StreamID? {
    guard let id = stream(name) else { return nil }
    switch content[id].kind {
    case .event, .kind: return id
    case .derived: return mayRead(stream: id.index, name) ? id : nil
    case .firings(let rule):
      guard use(.firings, name.span), canFire(rule, name) else { return nil }
      scope.reads.append(Read(target: .rule(rule), span: name.span))
      return id
    case .notices(let kind):
      guard use(.firings, name.span) else { return nil }
      scope.reads.append(Read(target: .kind(kind), span: name.span))
      return id
    }
  }

  /// Whether a rule has an `emit`. Reports one that hasn't: it never fires, so reading its firings is a mistake.
  mutating func canFire(_ rule: RuleID, _ name: Identifier) -> Bool {
    let emits = traits[rule.index].kind != nil
    if !emits { report(.readsSilentRule(name, content.rules[rule.index].name.span)) }
    return emits
  }

  private mutating func aggregate(
    _ aggregate: Aggregate, _ stream: Identifier, _ field: Identifier?, _ syntax: WindowSyntax?,
    _ span: SourceSpan
  ) -> ExpressionID? {
    let id = readStream(stream)
    let window = window(syntax, span)
    guard let id, let window else { return nil }
    guard let field else { return add(.aggregate(.count, id, nil, window), .number, .constant, span) }
    guard let (name, type) = self.field(field, of: id, stream) else { return nil }
    guard type == .number || type == .duration else {
      report(.fieldIsNoNumber(field, call: aggregate.rawValue, found: describe(type)))
      return nil
    }
    return add(.aggregate(aggregate, id, name, window), type, .constant, span)
  }

  /// A field by name with the type that all events of the stream give it.
  private mutating func field(
    _ name: Identifier, of stream: StreamID, _ streamName: Identifier
  ) -> (FieldNameID, ValueType)? {
    guard content[stream].isLogged else {
      report(.firingsHaveNoFields(name, stream: streamName.text))
      return nil
    }
    guard let id = names.field(name) else {
      reportUnknownField(name, events: streamEvents[stream.index])
      return nil
    }
    guard let type = fieldType(id, name, of: stream) else { return nil }
    return (id, type)
  }

  mutating func window(_ syntax: WindowSyntax?, _ span: SourceSpan) -> Window? {
    guard let syntax else { return use(.wholeWindow, span) ? .whole : nil }
    switch syntax.kind {
    case .last(let literal): return duration(literal, mayBeZero: true, for: "`last`").map { .last($0) }
    case .newest(let literal): return newest(literal, syntax.span)
    case .today: return .today
    case .yesterday: return .yesterday
    case .thisWeek: return use(.weekWindow, syntax.span) ? .thisWeek : nil
    case .thisMonth: return use(.monthWindow, syntax.span) ? .thisMonth : nil
    case .after(let name):
      guard let id = readStream(name), use(.afterWindow, syntax.span) else { return nil }
      return .after(id)
    }
  }

  private mutating func newest(_ literal: Literal, _ span: SourceSpan) -> Window? {
    guard use(.newestWindow, span) else { return nil }
    guard case .number(let count) = literal.kind, count % 1_000_000 == 0, 1...10_000 ~= count / 1_000_000
    else {
      if literal.kind != .invalid { report(.eventsOutOfRange(literal.span, text(in: literal.span))) }
      return nil
    }
    return .newest(Int(count / 1_000_000))
  }

  private mutating func due(_ syntax: Expression, _ span: SourceSpan) -> ExpressionID? {
    guard use(.due, span), let schedule = schedule(syntax) else { return nil }
    return add(.due(schedule), .bool, .constant, span)
  }

  /// The argument of `due`: an attribute, the newest value of a field, or several of these joined by `else`.
  private mutating func schedule(_ syntax: Expression) -> ExpressionID? {
    switch syntax.kind {
    case .parenthesized(let inner): return schedule(inner)
    case .binary(.otherwise, let left, let right):
      let a = schedule(left)
      let b = schedule(right)
      guard let a, let b else { return nil }
      return add(.binary(.otherwise, a, b), .schedule, .constant, syntax.span)
    case .literal, .name, .negate, .not, .binary, .comparison, .within, .among, .call, .invalid: break
    }
    if let name = syntax.name, names.values[name] == nil {
      if !isExcused(name) { report(.dueNeedsSchedule(syntax.span, text: name, meant: meantSchedule(name))) }
      return nil
    }
    guard let id = check(syntax) else { return nil }
    if content[id].type == .schedule, content[id].operation.definition == nil {
      return id
    }
    let text = text(in: syntax.span)
    report(.dueNeedsSchedule(syntax.span, text: text, meant: nil))
    return nil
  }

  /// The attribute, or the newest value of the field, that an unknown name may stand for.
  private mutating func meantSchedule(_ name: String) -> String? {
    for event in content.events
    where event.fields.contains(where: { $0.name.text == name && $0.type == .schedule }) {
      return "latest(\(event.name.text).\(name))"
    }
    return nearest(
      to: name, among: content.subject.attributes.filter { $0.type == .schedule }.map { $0.name.text })
  }

  private mutating func streak(
    _ condition: Expression, _ skip: Expression?, _ span: SourceSpan
  ) -> ExpressionID? {
    guard use(.streak, span) else { return nil }
    let outer = scope
    (scope.place, scope.allowsFires) = (.streak, false)
    let days = self.condition(condition, what: "`days where`")
    let skipped = skip.flatMap { self.condition($0, what: "`skip`") }
    (scope.place, scope.allowsFires) = (outer.place, outer.allowsFires)
    // Of the features that a streak uses, only reading firings counts for the expression around it.
    scope.features = outer.features.union(scope.features.intersection(.firings))
    guard let days, skip == nil || skipped != nil else { return nil }
    return add(.streak(days, skip: skipped), .number, .constant, span)
  }

  private mutating func fires(_ name: Identifier, _ span: SourceSpan) -> ExpressionID? {
    guard let id = stream(name), use(.fires, span) else { return nil }
    switch content[id].kind {
    case .firings(let rule):
      guard canFire(rule, name) else { return nil }
      guard traits[rule.index].isOnEvent else {
        report(.firesNeedsTrigger(name, what: "a rule"))
        return nil
      }
      scope.reads.append(Read(target: .rule(rule), span: span))
      return add(.firesRule(rule), .bool, .constant, span)
    case .notices(let kind):
      guard triggeredKinds[kind.index] else {
        report(.firesNeedsTrigger(name, what: "a notice kind"))
        return nil
      }
      scope.reads.append(Read(target: .triggeredKind(kind), span: span))
      return add(.firesKind(kind), .bool, .constant, span)
    case .event, .kind, .derived:
      report(.firesNeedsRule(name, what: content[id].kind.sort))
      return nil
    }
  }
}

/// Operands: constants of one subject, written down or named.
extension Checker {
  /// The literal as an operand of `type`; nil, with a report, if it isn't one.
  mutating func operand(_ literal: Literal, of type: ValueType, for use: String) -> Operand? {
    guard case .name(let name) = literal.kind else {
      guard case .value(let value) = constant(literal, of: type) else { return nil }
      return .constant(value)
    }
    let identifier = Identifier(name, literal.span)
    switch names.value(identifier) {
    case .param(let id):
      guard let found = declared.params[id.index].type else { return nil }
      return isOfType(found, type, identifier, use) ? .param(id) : nil
    case .attribute(let id):
      guard let found = declared.attributes[id.index].type else { return nil }
      return isOfType(found, type, identifier, use) ? .attribute(id) : nil
    case .define, .scale:
      report(.notConstant(identifier, what: describe(names.values[name]), use: use))
      return nil
    case nil:
      reportUnknownValue(identifier, operandOf: type)
      return nil
    }
  }

  private mutating func isOfType(
    _ found: ValueType, _ type: ValueType, _ name: Identifier, _ use: String
  ) -> Bool {
    if found == type { return true }
    report(.wrongOperand(name, use: use, expected: describe(type), found: describe(found)))
    return false
  }

  /// A duration of 0 or more; more than 0 unless `mayBeZero`.
  mutating func duration(_ literal: Literal, mayBeZero: Bool, for use: String) -> Operand? {
    guard let operand = operand(literal, of: .duration, for: use) else { return nil }
    return meets(mayBeZero ? .notNegative : .positive, operand, literal, for: use) ? operand : nil
  }

  /// A whole number that isn't negative.
  mutating func count(_ literal: Literal, for use: String) -> Operand? {
    guard let operand = operand(literal, of: .number, for: use) else { return nil }
    return meets(.whole, operand, literal, for: use) ? operand : nil
  }

  mutating func reportUnknownValue(_ name: Identifier, operandOf type: ValueType? = nil) {
    if isExcused(name.text) { return }
    if let stream = names.streams[name.text] {
      var isInStreak = false
      if case .streak = scope.place { isInStreak = true }
      report(.streamIsNoValue(name, what: content[stream].kind.sort, isInStreak: isInStreak))
      return
    }
    if names.fields[name.text] != nil,
      let event = content.events.first(where: { event in
        event.fields.contains { $0.name.text == name.text }
      })
    {
      report(.fieldIsNoValue(name, event: event.name.text))
      return
    }
    let known = candidates(names.values.keys).filter { type == nil || operandType(of: $0) == type }
    let meant = Spelling.nearest(to: name.text, among: known)
    // What was checked last is the other side of a comparison.
    let other = content.expressions.last?.operation.reading.map { content[$0.stream].name }
    let event = other ?? content.events.first?.name.text
    let operand = type.map { (wanted: describe($0), hasNoName: suggestionsLeft > 0 && known.isEmpty) }
    report(.unknownValue(name, suggestion: meant, known: known, event: event, operand: operand))
  }
}

/// Looking up what a name stands for, or what a misspelt name probably means.
extension Checker {
  /// The stream of this name, whatever its sort; nil, with a report of what is wanted, if there is none.
  mutating func stream(_ name: Identifier, wanted: WantedStream = .all) -> StreamID? {
    if let id = names.stream(name) { return id }
    if isExcused(name.text) { return nil }
    let isValue = names.values[name.text] != nil
    let all = candidates(names.streams.keys)
    let known = all.filter { name in
      names.streams[name].map { wanted == .event ? content[$0].isOfEvent : content[$0].isLogged } ?? false
    }
    let suggestion = Spelling.nearest(to: name.text, among: wanted == .all ? all : known)
    report(.unknownStream(name, suggestion: suggestion, isValue: isValue, wanted: wanted, known: known))
    return nil
  }

  /// The stream of this name if it holds logged events; else nil, with a report.
  mutating func loggedStream(_ name: Identifier, for use: String) -> StreamID? {
    guard let id = stream(name, wanted: .logged) else { return nil }
    if content[id].isLogged { return id }
    var problem = Diagnostic.notLogged(name, what: content[id].kind.sort, use: use)
    if use == "`on`", case .firings(let rule) = content[id].kind, traits[rule.index].kind != nil {
      let trigger = declarations.rules[rule.index].clauses.lazy.compactMap { $0.kind.event }.first
      let isItself = trigger?.text == name.text
      let event = isItself ? (content.events.count == 1 ? content.events[0].name.text : nil) : trigger?.text
      problem.help = Diagnostic.helpWithEvent(of: name, event: event, isItself: isItself)
    }
    report(problem)
    return nil
  }

  /// Reports a comparison such as `clock > 22:00`, and returns whether it did: the clock can only be `in` a span.
  mutating func refusesClock(
    _ relation: Relation, _ left: Expression, _ right: Expression, _ span: SourceSpan
  ) -> Bool {
    let isFirst = left.kind == .name("clock")
    guard isFirst || right.kind == .name("clock") else { return false }
    let (clock, other) = isFirst ? (left, right) : (right, left)
    var isTime = other.name.map { typeOfValue($0) == .time } ?? false
    if case .literal(let literal) = other.kind { isTime = NameType(literal) == .time }
    let asked = isFirst ? relation : relation.mirrored
    report(isTime ? .comparedClock(span, asked, time: text(in: other.span)) : .strayClock(clock.span))
    return true
  }

  /// The rule of this name; nil, with a report, if there is none.
  mutating func rule(_ name: Identifier) -> RuleID? {
    if let id = names.stream(name), case .firings(let rule) = content[id].kind { return rule }
    reportUnknown(name, .rule, found: stream(named: name), among: content.rules.lazy.map { $0.name.text })
    return nil
  }

  mutating func preset(_ name: Identifier) -> PresetID? {
    if let id = names.preset(name) { return id }
    reportUnknownCase(name.text, span: name.span, of: "preset", among: presetNames)
    return nil
  }

  mutating func scale(_ name: Identifier) -> ScaleID? {
    if case .scale(let id) = names.value(name) { return id }
    reportUnknown(
      name, .scale, found: value(named: name) ?? stream(named: name),
      among: content.scales.lazy.map { $0.name.text })
    return nil
  }

  mutating func level(_ name: Identifier, of scale: ScaleID) -> Int? {
    if let level = namedCase(name, of: .level(scale)) { return level }
    reportUnknownCase(
      name.text, span: name.span, of: "level of `\(content.scales[scale.index].name.text)`",
      among: content.scales[scale.index].levels.map { $0.name })
    return nil
  }

  /// The index of a name among the cases of a type; its use is noted.
  mutating func namedCase(_ name: Identifier, of type: ValueType) -> Int? {
    guard let index = caseIndex(name.text, of: type) else { return nil }
    if case .level(let scale) = type { names.note(.level(scale, index), at: name.span) }
    if case .enumeration(let id) = type { names.note(.choice(id, index), at: name.span) }
    if type == .preset { names.note(.preset(PresetID(index)), at: name.span) }
    return index
  }

  /// The parameter of this name; nil, with a report, if there is none.
  mutating func param(_ name: Identifier, besides others: [String] = []) -> ParamID? {
    if case .param(let id) = names.value(name) { return id }
    reportUnknown(
      name, .param, found: value(named: name), among: content.params.lazy.map { $0.name.text },
      besides: others)
    return nil
  }

  /// Reports a name that is not of the wanted sort. No name in `besides` is suggested.
  mutating func reportUnknown(
    _ name: Identifier, _ wanted: WantedName, found: String?, among known: some Collection<String>,
    besides: [String] = []
  ) {
    if isExcused(name.text) { return }
    let suggestion = nearest(to: name.text, among: known.lazy.filter { !besides.contains($0) })
    report(.unknown(name, wanted, found: found, suggestion: suggestion, known: Array(known.prefix(13))))
  }

  /// What a name stands for among the streams, with its article; nil if for nothing.
  func stream(named name: Identifier) -> String? { names.streams[name.text].map { content[$0].kind.sort } }

  /// What a name stands for among the values, with its article; nil if for nothing.
  func value(named name: Identifier) -> String? { names.values[name.text].map { describe($0) } }

  var presetNames: [String] { declarations.presets.map { $0.name.text } }

  mutating func reportUnknownCase(
    _ name: String, span: SourceSpan, of what: String, among cases: [String]
  ) {
    if isExcused(name) { return }
    report(
      .unknownCase(name, span: span, of: what, among: cases, suggestion: nearest(to: name, among: cases)))
  }

  /// The candidate nearest to `name`, if one is near.
  mutating func nearest(to name: String, among names: some Sequence<String>) -> String? {
    Spelling.nearest(to: name, among: candidates(names))
  }

  /// The names that a misspelt one may stand for, sorted; none after many errors, as each costs a walk over all names.
  private mutating func candidates(_ names: some Sequence<String>) -> [String] {
    guard suggestionsLeft > 0 else { return [] }
    suggestionsLeft -= 1
    return names.sorted()
  }
}

extension Need {
  func problem(_ span: SourceSpan, text: String, for use: String) -> Diagnostic {
    switch self {
    case .notNegative, .positive:
      .notPositive(span, text: text, for: use, mayBeZero: self == .notNegative)
    case .whole: .notWhole(span, text: text, for: use)
    }
  }
}
