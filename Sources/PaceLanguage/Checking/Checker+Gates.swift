/// Gates of rules and policies.
extension Checker {
  mutating func gate(_ syntax: GateSyntax) -> Gate? {
    switch syntax.kind {
    case .unless(let expression):
      return condition(expression, what: "`unless`").map { Gate(kind: .unless($0), span: syntax.span) }
    case .cooldown(let literal):
      return duration(literal, mayBeZero: true, for: "`cooldown`")
        .map { Gate(kind: .cooldown($0), span: syntax.span) }
    case .quiet(let from, let to):
      let from = operand(from, of: .time, for: "`quiet`")
      let to = operand(to, of: .time, for: "`quiet … to`")
      guard let from, let to else { return nil }
      return Gate(kind: .quiet(from, to: to), span: syntax.span)
    case .limit(let literal, let window):
      let number = count(literal, for: "`limit`")
      if let window, case .newest = window.kind {
        report(.limitWithinEvents(window.span))
        return nil
      }
      let window = self.window(window, syntax.span)
      guard let number, let window else { return nil }
      return Gate(kind: .limit(number, window), span: syntax.span)
    }
  }

  mutating func checkPolicies() {
    var seen: [String: SourceSpan] = [:]
    for syntax in text.policies {
      if let first = seen[syntax.name.text] {
        report(.secondPolicy(syntax.name, first: first))
        continue
      }
      seen[syntax.name.text] = syntax.name.span
      guard let kind = noticeKind(named: syntax.name) else { continue }
      scope = Scope(place: .condition)
      scope.allowsFires = noticeKinds[kind.index].rules.allSatisfy { traits[$0.index].allowsFires }
      for gate in syntax.gates {
        if let gate = self.gate(gate) { noticeKinds[kind.index].policy.append(gate) }
      }
      policyReads[kind.index] = scope.reads
    }
  }

  private mutating func noticeKind(named name: Identifier) -> NoticeKindID? {
    let known = names.streams[name.text]
    if let known, case .notices(let id) = streams[known.index].kind { return id }
    if isPartial || name.text.isEmpty { return nil }
    let found = known.map { describe(streams[$0.index].kind) }
    let kinds = noticeKinds.map { $0.name }
    report(.unknownNoticeKind(name, found: found, suggestion: nearest(to: name.text, among: kinds)))
    return nil
  }
}
