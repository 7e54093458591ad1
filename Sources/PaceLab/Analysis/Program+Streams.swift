public import PaceEngine
public import PaceLanguage

extension Program {
  /// The events whose rows may be in a stream.
  func loggedEvents(of stream: StreamID) -> [EventID] {
    switch self[stream].kind {
    case .event(let event), .kind(let event, _): [event]
    case .derived(let members, _): members.flatMap { loggedEvents(of: $0) }.unique
    case .firings, .notices: []
    }
  }

  /// Whether one event may be in both of two streams, by its kind alone.
  func mayShareEvents(_ one: StreamID, _ other: StreamID) -> Bool {
    loggedKinds(of: one).contains { mine in
      loggedKinds(of: other).contains { its in
        mine.event == its.event && (mine.kind == nil || its.kind == nil || mine.kind == its.kind)
      }
    }
  }

  /// The kinds of events that may be in a stream; nil for any kind of the event.
  private func loggedKinds(of stream: StreamID) -> [(event: EventID, kind: KindID?)] {
    switch self[stream].kind {
    case .event(let event): [(event, nil)]
    case .kind(let event, let kind): [(event, kind)]
    case .derived(let members, _): members.flatMap { loggedKinds(of: $0) }
    case .firings, .notices: []
    }
  }

  /// Whether each event of one stream is known to be in another one too.
  func isPart(_ part: StreamID, of whole: StreamID) -> Bool {
    if case .event(let event) = self[whole].kind { return loggedEvents(of: part) == [event] }
    var wider = part
    while wider != whole {
      if case .derived(let members, nil) = self[whole].kind, members.contains(wider) { return true }
      guard case .derived(let members, _) = self[wider].kind, members.count == 1 else { return false }
      wider = members[0]
    }
    return true
  }

  /// Whether an event is in a stream; `meets` says whether the event meets the condition of a stream.
  public func holds(
    _ event: EventRecord, in stream: StreamID, where meets: (StreamID) -> Bool = { _ in true }
  ) -> Bool {
    switch self[stream].kind {
    case .event(let type): event.event == type
    case .kind(let type, let kind): event.event == type && event.kind == kind
    case .derived(let members, let condition):
      members.contains { holds(event, in: $0, where: meets) } && (condition == nil || meets(stream))
    case .firings, .notices: false
    }
  }
}
