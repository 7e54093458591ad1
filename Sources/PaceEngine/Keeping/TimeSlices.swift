/// Lets long times without a row pass a slice at a time, since memory may not hold all their records at once.
public struct TimeSlices: Sendable {
  private static let day: Int64 = 86_400_000
  /// In milliseconds; grows and shrinks so that some thousand records come together.
  private var length = day

  public init() {}

  /// Evaluates a machine up to shortly before `next`, handing over its records until `tell` returns false.
  public mutating func pass(
    from first: Instant, before next: Instant, in machine: inout Machine, _ tell: (Record) -> Bool
  ) {
    var latest = first
    while passOne(from: &latest, before: next, in: &machine) {
      for record in machine.takeRecords() where !tell(record) { return }
    }
  }

  /// Evaluates a machine for one slice after `latest`, and moves that on; the records stay in the machine.
  ///
  /// Returns false, and does nothing, once `next` is less than a slice away.
  public mutating func passOne(
    from latest: inout Instant, before next: Instant, in machine: inout Machine
  ) -> Bool {
    guard latest.milliseconds < next.milliseconds - length else { return false }
    latest = Instant(latest.milliseconds + length)
    machine.advance(to: latest)
    if machine.told.count > 2_048 {
      length = max(length / 2, 1_000)
    } else if machine.told.count < 512 {
      length = min(length * 2, 400 * Self.day)
    }
    return true
  }
}
