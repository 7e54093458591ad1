import PaceEngine
import PaceReport

/// What `--from` and `--to` ask for.
struct EvalWindow: Sendable {
  var from: InstantArgument?
  var to: InstantArgument?
  var dayStart: Int64 = 0

  /// Whether it ends before it begins, whatever the zone.
  var isReversed: Bool {
    switch (from, to) {
    case (.absolute(let from)?, .absolute(let to)?): to < from
    case (.local(let first, let since)?, .local(let last, let until)?):
      (last, until ?? .max) < (first, since ?? 0)
    case (_, _): false
    }
  }

  /// The instants that are shown of a subject that begins at `first`; if none are, one before all that can be logged.
  func span(in zone: Zone, from first: Instant?) -> ClosedRange<Instant> {
    if from == nil, to == nil { return .all }
    let calendar = LocalCalendar(zone: zone, dayStart: dayStart)
    let start = first ?? Instant(0)
    let low = from?.resolved(in: calendar, from: start, isEnd: false) ?? Instant(.min)
    let high = to?.resolved(in: calendar, from: start, isEnd: true) ?? Instant(.max)
    return low <= high ? low...high : Instant(.min)...Instant(.min)
  }
}
