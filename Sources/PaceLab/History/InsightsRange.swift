public import PaceEngine

/// The first and the last row of a log, or what stands for them in a log without any.
public struct LogExtent: Sendable, Equatable {
  public private(set) var first: Instant?
  public private(set) var last: Instant?

  public init() {}

  public mutating func add(_ at: Instant) {
    first = first.map { min($0, at) } ?? at
    last = last.map { max($0, at) } ?? at
  }
}

/// A range that falls into too many buckets.
public struct TooManyBuckets: Error, Hashable {
  /// The most buckets: nobody reads more, and they would not be worth their memory.
  public static let limit = 20_000
  public var count: Int
  public var from: Instant
  public var to: Instant
}

/// The part of a log that is asked about, and the buckets that it falls into.
public struct InsightsRange: Sendable {
  public let calendar: BucketCalendar
  /// The stretches of time, empty ones included; none for weekdays and hours.
  public let buckets: [Bucket]
  /// What is counted, both ends included; nil if there is nothing. An end that is not asked for is that of a bucket,
  /// or of a day where buckets come round.
  public let span: ClosedRange<Instant>?
  /// The part of the span in which a subject's time counts.
  private let extent: ClosedRange<Instant>?
  /// The first instant that was asked for; nil if none was.
  let from: Instant?
  /// The last instant in which a subject's time counts.
  let last: Instant?
  /// Whether the range ends with the log's last row, because no end was asked for.
  public let endsWithLog: Bool
  /// The numbers of the buckets that are compared with as many before them; empty unless a start was asked for.
  ///
  /// Buckets that the range cuts, or that aren't over, are left out: they would seem to hold less than those before.
  private let compared: Range<Int>
  /// The place of each bucket by its number, from `firstNumber` on; -1 for a date that clocks never showed.
  private let places: [Int]
  private let firstNumber: Int

  /// - Parameters:
  ///   - from: the first instant that counts; nil for the log's first row.
  ///   - to: the last instant that counts; nil for the log's last row.
  ///   - present: a bucket that ends after this is not over.
  public init(
    _ calendar: BucketCalendar, from: Instant?, to: Instant?, of extent: LogExtent,
    present: Instant = Instant(.max)
  ) throws(TooManyBuckets) {
    self.calendar = calendar
    self.from = from
    endsWithLog = to == nil
    guard let first = from ?? extent.first ?? to, let newest = to ?? extent.last ?? from else {
      (buckets, span, self.extent, last, places, firstNumber) = ([], nil, nil, nil, [], 0)
      compared = 0..<0
      return
    }
    let low = from ?? min(first, newest)
    let high = to ?? max(first, newest)
    last = high
    guard calendar.unit.cycle == nil else {
      (buckets, places, firstNumber, compared) = ([], [], 0, 0..<0)
      let days = calendar.calendar
      let start = from ?? Instant(days.dayEnd(of: days.day(at: low.milliseconds) - 1))
      span = start...max(start, to ?? Instant(days.lastMillisecond(of: days.day(at: high.milliseconds))))
      self.extent = low...max(low, high)
      return
    }
    let numbers = (calendar.number(at: low), calendar.number(at: max(low, high)))
    let count = numbers.1 - numbers.0 + 1
    if count > TooManyBuckets.limit { throw TooManyBuckets(count: count, from: low, to: high) }
    var buckets: [Bucket] = []
    var places: [Int] = []
    var whole: [Int] = []
    for number in numbers.0...numbers.1 {
      let bucket = calendar.bucket(number)
      if let from, let bucket, from <= bucket.from, bucket.to.milliseconds <= present.milliseconds,
        to.map({ bucket.to.milliseconds - 1 <= $0.milliseconds }) ?? true
      {
        whole.append(number)
      }
      places.append(bucket == nil ? -1 : buckets.count)
      if let bucket { buckets.append(bucket) }
    }
    self.buckets = buckets
    self.places = places
    firstNumber = numbers.0
    if let first = whole.first, let last = whole.last {
      compared = first..<last + 1
    } else {
      compared = 0..<0
    }
    let start = from ?? buckets.first?.from ?? low
    let end = to ?? buckets.last.map { Instant($0.to.milliseconds - 1) } ?? high
    span = start...max(start, end)
    self.extent = span
  }

  /// How many tallies there are.
  public var count: Int { calendar.unit.cycle ?? buckets.count }

  /// The tally that an instant belongs to; nil outside of the range.
  func place(of instant: Instant) -> Int? {
    guard let span, span.contains(instant) else { return nil }
    let number = calendar.number(at: instant)
    switch calendar.unit {
    case .hour: return number
    case .weekday: return (number - Int(calendar.calendar.weekStart) + 7) % 7
    case .day, .week, .month, .year:
      let place = number - firstNumber
      return places.indices.contains(place) && places[place] >= 0 ? places[place] : nil
    }
  }

  /// The tallies that a stretch of time reaches into.
  ///
  /// - Parameter end: the last instant of it.
  func places(from start: Instant, to end: Instant) -> [Int] {
    guard let extent else { return [] }
    let (low, high) = (max(start, extent.lowerBound), min(end, extent.upperBound))
    guard low <= high, let first = place(of: low), let last = place(of: high) else { return [] }
    if calendar.unit.cycle == nil { return Array(first...last) }
    // After a week all have come round. The step is half an hour because clocks may be put forward by that much.
    let step: Int64 = 30 * 60_000
    let steps = min((high.milliseconds - low.milliseconds) / step, 7 * 48)
    return (0...steps).compactMap { place(of: Instant(low.milliseconds + $0 * step)) } + [last]
  }

  /// How many buckets are compared with as many before them.
  public var comparedCount: Int { compared.count }

  /// Whether an instant lies in a bucket that is compared with those before.
  func isCompared(_ instant: Instant) -> Bool {
    !compared.isEmpty && compared.contains(calendar.number(at: instant))
  }

  /// Whether an instant lies in the same number of buckets just before those that are compared.
  func isBefore(_ instant: Instant) -> Bool {
    if compared.isEmpty { return false }
    let number = calendar.number(at: instant)
    return number < compared.lowerBound && number >= compared.lowerBound - compared.count
  }

  /// The last instant of each bucket that has begun, but none after the present or, if `isCut`, after the range.
  public func readings(upTo present: Instant, isCut: Bool) -> [Instant] {
    let limit = isCut ? min(last ?? present, present) : present
    return buckets.prefix { $0.from <= limit }.map { min(Instant($0.to.milliseconds - 1), limit) }
  }

  /// The calendar day of the first instant that was asked for; nil if none was.
  public var firstDay: Int64? { from.map { calendar.calendar.day(at: $0.milliseconds) } }
  /// The calendar day of the last instant of the range.
  public var lastDay: Int64? { last.map { calendar.calendar.day(at: $0.milliseconds) } }
}
