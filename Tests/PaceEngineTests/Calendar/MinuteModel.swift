import PaceEngine

/// The meaning of calendars by looking at the wall clock minute by minute, in a stretch of a few days.
struct MinuteModel {
  static let minute: Int64 = 60_000
  static let dayLength: Int64 = 86_400_000

  /// A clock time that happens: the local time meant, and when.
  struct Point: Equatable {
    var label: Int64
    var instant: Int64
  }

  let first: Int64
  let locals: [Int64]
  private var shown: [Int64: Int64] = [:]
  private var gaps: [(before: Int64, after: Int64, instant: Int64)] = []
  private var dates: Set<Int64> = []

  init(_ zone: Zone, around middle: Int64, days: Int64 = 6) {
    first = floored(middle, MinuteModel.minute) * MinuteModel.minute - days * MinuteModel.dayLength
    var locals: [Int64] = []
    for step in 0..<(2 * days * 1440) {
      let instant = first + step * MinuteModel.minute
      let offset = zone.transitions.last { $0.start <= instant }?.offset ?? zone.initialOffset
      let local = instant + offset
      if shown[local] == nil { shown[local] = instant }
      if let last = locals.last, last + MinuteModel.minute < local { gaps.append((last, local, instant)) }
      dates.insert(floored(local, MinuteModel.dayLength))
      locals.append(local)
    }
    self.locals = locals
  }

  func local(at instant: Int64) -> Int64 {
    let index = floored(instant - first, MinuteModel.minute)
    return locals[Int(index)] + instant - (first + index * MinuteModel.minute)
  }

  /// The rule for clock times, word by word.
  func instant(date: Int64, time: Int64) -> Int64? {
    let label = date * MinuteModel.dayLength + time
    if let instant = shown[label] { return instant }
    guard let gap = gaps.first(where: { $0.before < label && label < $0.after }) else { return nil }
    return floored(gap.after, MinuteModel.dayLength) == date ? gap.instant : nil
  }

  /// Every time a clock time happens in the stretch.
  func points(_ time: Int64) -> [Point] {
    dateRange.compactMap { date in
      instant(date: date, time: time).map { Point(label: date * MinuteModel.dayLength + time, instant: $0) }
    }
  }

  /// The days and when they start.
  func days(startingAt time: Int64) -> [(day: Int64, start: Int64)] {
    var days: [(day: Int64, start: Int64)] = []
    for date in dateRange {
      let label = date * MinuteModel.dayLength + time
      let gapEnd = gaps.first { $0.before < label && label < $0.after }?.instant
      guard let start = instant(date: date, time: time) ?? (dates.contains(date) ? gapEnd : nil) else {
        continue
      }
      if days.last?.start == start { days.removeLast() }
      days.append((date, start))
    }
    return days
  }

  func isInside(_ instant: Int64, _ starts: [Point], _ ends: [Point]) -> Bool {
    guard starts != ends, let start = starts.last(where: { $0.instant <= instant }) else { return false }
    return !ends.contains { $0.label > start.label && $0.instant <= instant }
  }

  func ticks(every step: Int64, _ starts: [Point], _ ends: [Point]) -> [Int64] {
    guard starts != ends, step > 0 else { return [] }
    var ticks: [Int64] = []
    for (index, start) in starts.enumerated() {
      guard let end = ends.first(where: { $0.label > start.label }) else { continue }
      let limit = index + 1 < starts.count ? min(end.instant, starts[index + 1].instant) : end.instant
      ticks += stride(from: start.instant, to: limit, by: Int(step))
    }
    return ticks
  }

  private var dateRange: Range<Int64> {
    let dates = dates.sorted()
    guard let low = dates.first, let high = dates.last else { return 0..<0 }
    return low..<high + 1
  }
}

/// Division that rounds down.
func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}
