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
    var latest = first.milliseconds
    while latest < next.milliseconds - length {
      latest += length
      machine.advance(to: Instant(latest))
      let records = machine.takeRecords()
      for record in records where !tell(record) { return }
      if records.count > 2_048 {
        length = max(length / 2, 1_000)
      } else if records.count < 512 {
        length = min(length * 2, 400 * Self.day)
      }
    }
  }
}
