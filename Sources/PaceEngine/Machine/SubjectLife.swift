/// When a subject begins and ends, and which notices an application gave for it.
struct SubjectLife {
  private(set) var hasBegun = false
  /// No event is taken at or before this instant.
  var settledThrough: Int64 = .min
  private(set) var startedAt: Int64?
  /// The recorded end, until an event cancels it.
  private(set) var recordedEnd: Int64?
  private(set) var start: Int64 = .min
  /// The event that last revived it.
  private(set) var revivedAt: Int64 = .min
  /// When it ended, or will if nothing is logged; `.max` for never.
  private(set) var end: Int64 = .max
  /// The instant at which it ends at the latest, whatever is logged.
  var lastInstant: Int64 = .max
  var endsWithDayOfStart = false
  var eventCount: Int64 = 0
  /// How many more rowless instants may be evaluated; negative once the bound is passed.
  var instantsLeft = Int.max
  /// Notices that an application really gave, and how many of them have been taken.
  private(set) var given: [GivenNotice] = []
  private var taken = 0
  /// Nothing is told up to and including this instant, whatever was given.
  private var floor: Int64 = .min
  /// Nothing is told up to and including this instant, which is never earlier than the last given notice.
  private(set) var silentThrough: Int64 = .min

  /// Begins anew with another subject, leaving out the notices given after `last`.
  mutating func begin(_ record: SubjectRecord, through last: Int64) {
    self = SubjectLife()
    startedAt = record.startedAt?.milliseconds
    recordedEnd = record.endedAt?.milliseconds
    given = record.given
    while let notice = given.last, notice.at.milliseconds > last { given.removeLast() }
    floor = record.silentThrough?.milliseconds ?? .min
    silentThrough = max(given.last?.at.milliseconds ?? .min, floor)
  }

  mutating func begin(at start: Int64) {
    hasBegun = true
    self.start = start
  }

  mutating func revive(at t: Int64) {
    recordedEnd = nil
    revivedAt = t
  }

  /// Works out the end: as recorded, or a delay after what keeps the subject open.
  mutating func findEnd(delay: Int64?, newest: Int64?) {
    end = min(recordedEnd ?? derivedEnd(delay, newest), lastInstant)
  }

  /// Moves the end on at an event, the newest of all, that keeps the subject open.
  @inline(__always)
  mutating func keepOpen(from t: Int64, delay: Int64) {
    guard recordedEnd == nil else { return }
    end = delay == unknown ? lastInstant : min(Arithmetic.saturatingSum(t, delay), lastInstant)
  }

  private func derivedEnd(_ delay: Int64?, _ newest: Int64?) -> Int64 {
    guard let delay, delay != unknown, hasBegun || startedAt != nil else { return never }
    let opened = max(hasBegun ? start : startedAt ?? .min, revivedAt)
    return Arithmetic.saturatingSum(max(opened, newest ?? .min), delay)
  }

  /// Adds given notices, none earlier than the present ones, and stays silent up to an instant.
  mutating func give(_ notices: [GivenNotice], silentThrough instant: Int64) {
    given += notices
    floor = max(floor, instant)
    silentThrough = max(silentThrough, instant)
  }

  /// Forgets the given notices that have not been taken.
  mutating func forgetGiven() {
    given.removeSubrange(taken...)
    silentThrough = max(given.last?.at.milliseconds ?? .min, floor)
  }

  /// The instant of the next given notice; nil if all have been taken.
  var nextGiven: Int64? { taken < given.count ? given[taken].at.milliseconds : nil }

  /// Takes the next given notice up to an instant; nil if there is none.
  mutating func takeGiven(through t: Int64) -> GivenNotice? {
    guard let next = nextGiven, next <= t else { return nil }
    taken += 1
    return given[taken - 1]
  }
}
