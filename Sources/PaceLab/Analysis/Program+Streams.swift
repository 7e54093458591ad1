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
