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
    case .due(let name): return due(name, span)
    case .streak(let condition, let skip): return streak(condition, skip, span)
    case .elapsed(let from, let to):
      let from = operand(from, of: .time, for: "`elapsed`")
      let to = operand(to, of: .time, for: "`elapsed`")
      guard let from, let to, use(.elapsed, span) else { return nil }
      return add(.elapsed(from, to), .duration, .rising, span)
    }
  }

  /// A stream that an expression, a window or a gate looks at, noted as read.
  mutating func readStream(_ name: Identifier) -> StreamID? {
    guard let id = stream(name) else { return nil }
    switch streams[id.index].kind {
    case .event, .kind: return id
    case .derived: return mayRead(stream: id.index, name) ? id : nil
    case .firings(let rule):
      guard use(.firings, name.span), isSpeaking(rule, name) else { return nil }
      scope.reads.append(Read(target: .rule(rule), span: name.span))
      return id
    case .notices(let kind):
      guard use(.firings, name.span) else { return nil }
      scope.reads.append(Read(target: .kind(kind), span: name.span))
      return id
    }
  }

  /// A rule with no `emit` never fires, so that reading its firings is a mistake.
  mutating func isSpeaking(_ rule: RuleID, _ name: Identifier) -> Bool {
    let emits = traits[rule.index].kind != nil
    if !emits { report(.readsSilentRule(name, declared: rules[rule.index].name.span)) }
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
      report(.fieldIsNoNumber(field, call: aggregate.text, found: describe(type)))
      return nil
    }
    return add(.aggregate(aggregate, id, name, window), type, .constant, span)
  }

  /// A field by name with the type that all events of the stream give it.
  private mutating func field(
    _ name: Identifier, of stream: StreamID, _ streamName: Identifier
  ) -> (FieldNameID, ValueType)? {
    guard streams[stream.index].isLogged else {
      report(.firingsHaveNoFields(name, stream: streamName.text))
      return nil
    }
    guard let id = names.fields[name.text] else {
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
      if literal.kind != .invalid { report(.eventsOutOfRange(literal.span, text: literalText(literal))) }
      return nil
    }
    return .newest(Int(count / 1_000_000))
  }

  private mutating func due(_ name: Identifier, _ span: SourceSpan) -> ExpressionID? {
    guard use(.due, span) else { return nil }
    guard case .attribute(let id) = names.values[name.text] else {
      let schedules = subject.attributes.filter { $0.type == .schedule }.map { $0.name.text }
      if names.values[name.text] == nil, isPartial { return nil }
      report(.dueNeedsSchedule(name, suggestion: nearest(to: name.text, among: schedules)))
      return nil
    }
    guard let type = attributeTypes[id.index] else { return nil }
    guard type == .schedule else {
      report(.dueNeedsSchedule(name, suggestion: nil))
      return nil
    }
    return add(.due(id), .bool, .constant, span)
  }

  private mutating func streak(
    _ condition: Expression, _ skip: Expression?, _ span: SourceSpan
  ) -> ExpressionID? {
    guard use(.streak, span) else { return nil }
    let place = scope.place
    let allowsFires = scope.allowsFires
    let features = scope.features
    scope.place = .streak
    scope.allowsFires = false
    let days = self.condition(condition, what: "`days where`")
    let skipped = skip.map { self.condition($0, what: "`skip`") }
    scope.place = place
    scope.allowsFires = allowsFires
    // What a streak looks at is its own business, but whether it reads firings is not.
    scope.features = features.union(scope.features.intersection(.firings))
    guard let days else { return nil }
    guard let skipped else { return add(.streak(days, skip: nil), .number, .constant, span) }
    guard let skipped else { return nil }
    return add(.streak(days, skip: skipped), .number, .constant, span)
  }

  private mutating func fires(_ name: Identifier, _ span: SourceSpan) -> ExpressionID? {
    guard let id = stream(name), use(.fires, span) else { return nil }
    switch streams[id.index].kind {
    case .firings(let rule):
      guard isSpeaking(rule, name) else { return nil }
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
      report(.firesNeedsRule(name, what: describe(streams[id.index].kind)))
      return nil
    }
  }
}
