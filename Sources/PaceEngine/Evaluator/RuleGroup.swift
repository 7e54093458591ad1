/// What is known of a few followed rules that stand side by side, so that an instant which concerns none of them
/// passes them over. Each has a bit.
struct RuleGroup {
  /// How many rules there are in a group, but for the last one: a power of two.
  static var size: Int { 4 }

  /// The bits of all its rules.
  private let all: UInt8
  /// Those of which something they rest on has changed since their state was last worked out.
  private(set) var marked: UInt8
  /// Those of which something has changed since they were last looked ahead at.
  private(set) var stale: UInt8
  /// Those of which what the last try found still holds at the instant it is of.
  private(set) var tried: UInt8 = 0
  /// Whether `wake` has to be found again.
  private var isChanged = true
  /// The earliest instant at which one of them may have something to say.
  private(set) var wake: Int64 = .max
  /// No change of any of them comes before `wake` and up to this.
  private var lookedUpTo: Int64 = .min

  /// The group that has the first of `count` followed rules at a place; all of them have to be looked at.
  private init(at first: Int, of count: Int) {
    all = first + Self.size <= count ? (1 &<< UInt8(Self.size)) - 1 : Self.bit(of: count) - 1
    marked = all
    stale = all
  }

  /// As many groups as so many followed rules need.
  static func groups(of count: Int) -> [RuleGroup] {
    stride(from: 0, to: count, by: size).map { RuleGroup(at: $0, of: count) }
  }

  /// The group of the followed rule at a place, and its bit in it.
  static func group(of place: Int) -> Int { place >> 2 }
  static func bit(of place: Int) -> UInt8 { 1 &<< UInt8(truncatingIfNeeded: place & 3) }

  func isDue(at t: Int64) -> Bool { marked != 0 || wake <= t }

  func hasToLook(to limit: Int64) -> Bool { isChanged || stale != 0 || lookedUpTo < limit }

  /// Notes that something a rule rests on has changed.
  mutating func mark(_ bit: UInt8) {
    marked |= bit
    stale |= bit
    tried &= ~bit
  }

  mutating func markAll() { mark(all) }

  /// Forgets all that is known, for another subject.
  mutating func reset() {
    mark(all)
    isChanged = true
    wake = .max
    lookedUpTo = .min
  }

  /// Notes that a rule has spoken: what it may say next depends on that, its state does not.
  mutating func markSpoken(_ bit: UInt8) {
    marked |= bit
    stale |= bit
  }

  /// Notes that a rule has to be looked ahead at again.
  mutating func markStale(_ bit: UInt8) { stale |= bit }

  mutating func markTried(_ bit: UInt8) { tried |= bit }

  /// Notes that a rule's memory has been carried to the end of an instant.
  mutating func advance(_ bit: UInt8) {
    marked &= ~bit
    stale |= bit
  }

  /// Notes that a rule has been looked ahead at as well.
  mutating func rest(_ bit: UInt8) {
    marked &= ~bit
    stale &= ~bit
    isChanged = true
  }

  /// Notes what was found of all of them.
  mutating func look(to limit: Int64, wake: Int64) {
    stale = 0
    isChanged = false
    lookedUpTo = limit
    self.wake = wake
  }
}
