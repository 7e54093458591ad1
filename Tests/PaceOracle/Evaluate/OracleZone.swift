/// A time zone as the list of its changes.
public struct OracleZone: Hashable, Sendable {
  public struct Change: Hashable, Sendable {
    public var at: Int64
    public var offset: Int64
    public init(at: Int64, offset: Int64) {
      self.at = at
      self.offset = offset
    }
  }

  public var name: String
  public var initialOffset: Int64
  public var changes: [Change]

  public init(_ name: String, initialOffset: Int64, changes: [Change] = []) {
    self.name = name
    self.initialOffset = initialOffset
    self.changes = changes
  }

  public static let utc = OracleZone("UTC", initialOffset: 0)
  static let day: Int64 = 86_400_000

  public func offset(at instant: Int64) -> Int64 {
    var result = initialOffset
    for change in changes where change.at <= instant { result = change.offset }
    return result
  }

  public func local(of instant: Int64) -> Int64 { instant + offset(at: instant) }

  public func date(of instant: Int64) -> Int64 {
    let local = local(of: instant)
    return (local - (local % Self.day + Self.day) % Self.day) / Self.day
  }

  public func clock(of instant: Int64) -> Int64 {
    (local(of: instant) % Self.day + Self.day) % Self.day
  }

  /// When clocks show `clock` on `date`: the first time if twice, at the end of the gap if never.
  ///
  /// Nil if the date is over by the end of the gap.
  public func occurrence(of clock: Int64, on date: Int64) -> Int64? {
    let wanted = date * Self.day + clock
    var offsets = [initialOffset]
    offsets += changes.map(\.offset)
    if let first = offsets.map({ wanted - $0 }).filter({ local(of: $0) == wanted }).min() {
      return first
    }
    var old = initialOffset
    for change in changes {
      if change.at + old <= wanted, wanted < change.at + change.offset {
        return self.date(of: change.at) == date ? change.at : nil
      }
      old = change.offset
    }
    return nil
  }

  /// The latest occurrence of `clock` at or before `instant`.
  public func previous(_ clock: Int64, before instant: Int64) -> Int64? {
    let today = date(of: instant)
    for date in stride(from: today + 1, through: today - 4, by: -1) {
      if let found = occurrence(of: clock, on: date), found <= instant { return found }
    }
    return nil
  }

  /// The first occurrence of `clock` at or after `instant`.
  public func next(_ clock: Int64, after instant: Int64) -> Int64? {
    let today = date(of: instant)
    for date in stride(from: today - 1, through: today + 4, by: 1) {
      if let found = occurrence(of: clock, on: date), found >= instant { return found }
    }
    return nil
  }

  /// The end of the span `start to end` that begins at the instant `from`: the next instant of `end`.
  ///
  /// A gap can put both at one instant. The span is then empty if `end` is the later on the clock, otherwise it lasts
  /// until the next day's `end`.
  public func end(of start: Int64, _ end: Int64, from: Int64) -> Int64? {
    next(end, after: end < start ? from + 1 : from)
  }

  /// Whether `instant` lies in the span `start to end`.
  public func isWithin(_ start: Int64, _ end: Int64, at instant: Int64) -> Bool {
    guard start != end, let from = previous(start, before: instant),
      let to = self.end(of: start, end, from: from)
    else { return false }
    return instant < to
  }

  /// The whole days of a calendar from `first` to `last`, with the instants at which they start.
  func days(startingAt clock: Int64, from first: Int64, to last: Int64) -> [CalendarDay] {
    var result: [CalendarDay] = []
    for date in (date(of: first) - 40)...(date(of: last) + 3) {
      if let start = occurrence(of: clock, on: date) {
        result.append(CalendarDay(date: date, start: start))
      }
    }
    return result
  }

  /// The last millisecond of the day that an instant belongs to.
  public func lastOfDay(startingAt clock: Int64, of instant: Int64) -> Int64 {
    let later = days(startingAt: clock, from: instant, to: instant).map(\.start).filter { $0 > instant }
    return (later.min() ?? .max) - 1
  }
}

struct CalendarDay {
  var date: Int64
  var start: Int64
}
