import PaceLanguage

/// A half-open clock span with known ends; it crosses midnight if it ends before it starts.
struct ClockSpan {
  var start: Int64
  var end: Int64

  static let day = CivilDate.dayLength

  var length: Int64 { (end - start + ClockSpan.day) % ClockSpan.day }

  func contains(_ time: Int64) -> Bool {
    (time - start + ClockSpan.day) % ClockSpan.day < length
  }

  func overlaps(_ other: ClockSpan) -> Bool { contains(other.start) || other.contains(start) }

  /// Whether clocks may skip its end and not its start, so that it runs on to that time of the next day.
  ///
  /// In America/Nuuk they go from 23:00 to 00:00; no change that skips a part of an evening takes more than 3 h.
  var mayRunOn: Bool { start < end && end > ClockSpan.day - 3 * 3_600_000 }

  /// Whether all of another span lies in it.
  func contains(_ other: ClockSpan) -> Bool {
    (other.start - start + ClockSpan.day) % ClockSpan.day + other.length <= length
  }

  /// Whether every instant inside another span is inside this one, in any zone.
  ///
  /// False if only one of the spans crosses midnight: clocks may skip the end of one and not of the other.
  func alwaysContains(_ other: ClockSpan) -> Bool {
    if other.start == other.end { return true }
    return start != end && (start < end) == (other.start < other.end) && start <= other.start
      && other.end <= end
  }

  /// The milliseconds of a day that no span covers.
  static func uncovered(_ spans: [ClockSpan]) -> Int64 {
    var pieces: [(start: Int64, end: Int64)] = []
    for span in spans {
      if span.start < span.end {
        pieces.append((span.start, span.end))
      } else if span.start > span.end {
        pieces += [(span.start, day), (0, span.end)]
      }
    }
    var left: Int64 = 0
    var reached: Int64 = 0
    for piece in pieces.sorted(by: { $0.start < $1.start }) {
      left += max(0, piece.start - reached)
      reached = max(reached, piece.end)
    }
    return left + max(0, day - reached)
  }
}

extension ClockSpan {
  /// Nil without hours, or if `bits` gives an end no value.
  init?(_ hours: ClockHours?, _ bits: (Operand) -> Int64?) {
    guard let hours, let start = bits(hours.start), let end = bits(hours.end) else { return nil }
    self.init(start: start, end: end)
  }

  /// Nil without hours, or if an end is not a constant and so may differ between subjects.
  init?(_ hours: ClockHours?) {
    self.init(hours) { end in
      if case .constant(let end) = end { end.bits } else { nil }
    }
  }
}

extension Program {
  /// Whether the day start cuts a span in two, so that no day has all of it.
  func isDayStartInside(_ span: ClockSpan) -> Bool {
    calendar.dayStart != span.start && span.contains(calendar.dayStart)
  }
}
