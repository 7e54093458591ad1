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

  /// Whether an event is in a stream, if it meets the conditions of streams that `meets` is asked about.
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
