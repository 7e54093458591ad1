import PaceEngine
import PaceReport

/// What `--from` and `--to` ask for.
struct EvalWindow: Sendable {
  var from: Bound?
  var to: Bound?
  var dayStart: Int64 = 0

  /// Whether it ends before it begins, whatever the zone.
  var isReversed: Bool {
    switch (from?.instant, to?.instant) {
    case (.absolute(let from)?, .absolute(let to)?): to < from
    case (.local(let first, let since)?, .local(let last, let until)?):
      (last, to?.day == nil ? until : .max) < (first, since)
    case (_, _): false
    }
  }

  /// Whether it differs from subject to subject with their beginnings.
  var isLocal: Bool {
    [from, to].contains { bound in
      switch bound?.instant {
      case .clock: true
      case .absolute, .local, nil: false
      }
    }
  }

  /// The instants that are shown of a subject that begins at `first`; if none are, one before all that can be logged.
  func span(in zone: Zone, from first: Instant?) -> ClosedRange<Instant> {
    if from == nil, to == nil { return .all }
    let calendar = LocalCalendar(zone: zone, dayStart: dayStart)
    let start = first ?? Instant(0)
    let low = from?.resolved(in: calendar, from: start) ?? Instant(.min)
    let high = to?.resolved(in: calendar, from: start, isEnd: true) ?? Instant(.max)
    return low <= high ? low...high : Instant(.min)...Instant(.min)
  }
}
