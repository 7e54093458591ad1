import PaceLanguage

extension LintRule {
  static let unusedEvent = LintRule(
    code: "unused-event", severity: .note,
    summary: "an event that no rule, stream or figure reads",
    rationale: """
      Logging it has no effect on any notice or level. That may be meant, for a diary, so this is a note.
      """,
    reported: """
      event pause of session { }

      \(busy(when: "count(entry) >= 3"))
      """,
    mended: ["  when count(entry) >= 3": "  when count(entry, after pause) >= 3"], isOfUnused: true
  ) { rule, context in
    let read = context.readEvents
    return context.program.events.enumerated().compactMap { index, event in
      if read.contains(EventID(index)) { return nil }
      let name = event.name
      return rule.finding(name.span, "nothing reads event `\(name.text)`")
    }
  }
}

extension LintContext {
  /// The events that something reads, directly or through one of their kinds.
  fileprivate var readEvents: Set<EventID> {
    var events: Set<EventID> = []
    for stream in observed.streams {
      switch program[stream].kind {
      case .event(let event), .kind(let event, _): events.insert(event)
      case .derived, .firings, .notices: break
      }
    }
    return events
  }
}
