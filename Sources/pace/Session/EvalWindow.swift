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

  /// The span of a subject that begins at an instant.
  func span(in zone: Zone, from first: Instant?) -> ShownSpan {
    var span = ShownSpan()
    if from == nil, to == nil { return span }
    let calendar = LocalCalendar(zone: zone, dayStart: dayStart)
    let start = first ?? Instant(0)
    if let from { span.from = from.resolved(in: calendar, from: start) ?? span.from }
    if let to { span.to = to.resolved(in: calendar, from: start, isEnd: true) ?? span.to }
    return span
  }
}
