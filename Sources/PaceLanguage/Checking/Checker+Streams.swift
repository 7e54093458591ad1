/// Derived streams: their members first, their conditions once definitions are known.
extension Checker {
  mutating func checkStreamMembers() {
    for (index, syntax) in text.streams.enumerated() {
      let id = derivedStreams[index]
      var members: [StreamID] = []
      var seen: [String: SourceSpan] = [:]
      var events: Set<Int> = []
      var list: [EventID] = []
      for name in syntax.members {
        if let first = seen[name.text] {
          report(.duplicate(name, of: "member", first: first))
          continue
        }
        seen[name.text] = name.span
        guard let member = loggedStream(name, for: "`stream`"), isDeclaredBefore(member, id, name) else {
          continue
        }
        members.append(member)
        for event in streamEvents[member.index] where events.insert(event.index).inserted {
          list.append(event)
        }
      }
      streamEvents[id.index] = list
      streams[id.index].kind = .derived(members: members, condition: nil)
    }
  }

  /// Events and kinds may stand anywhere; a derived stream must come before what is made of it.
  private mutating func isDeclaredBefore(_ member: StreamID, _ id: StreamID, _ name: Identifier) -> Bool {
    guard case .derived = streams[member.index].kind, member.index >= id.index else { return true }
    report(.streamTooLate(name, user: streams[id.index].name, declared: streams[member.index].span))
    return false
  }

  mutating func checkStreamConditions() {
    for (index, syntax) in text.streams.enumerated() {
      guard let condition = syntax.condition else { continue }
      let id = derivedStreams[index]
      scope = Scope(place: .stream(id))
      let node = self.condition(condition, what: "`where`")
      guard case .derived(let members, _) = streams[id.index].kind else { continue }
      streams[id.index].kind = .derived(members: members, condition: node)
    }
  }
}
