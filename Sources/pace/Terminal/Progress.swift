import PaceReport

/// One line that is written over itself while work goes on; only on a terminal, only after a second.
struct Progress: Sendable {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastShown: ContinuousClock.Instant?
  private var calls = 0

  init(isShown: Bool) {
    self.isShown = isShown
    start = clock.now
  }

  /// How much of something is done.
  struct Count {
    var done: Int
    /// Nil if unknown.
    var total: Int?
    /// Whether the total is an estimate.
    var isRough = false
    /// What is counted: `rows`.
    var unit: String

    /// `12000 of about 50000 rows · 8000 rows/s`
    func text(after seconds: Double) -> String {
      let total = total.flatMap { $0 < done ? nil : " of \(isRough ? "about " : "")\($0)" } ?? ""
      let rate = Int((Double(done) / max(seconds, 0.001)).rounded())
      return "\(done)\(total) \(unit) · \(rate) \(unit)/s"
    }
  }

  /// What to write now, if it is time to.
  mutating func line(_ text: () -> String, _ count: () -> Count?) -> String? {
    guard isShown else { return nil }
    calls += 1
    // Reading the clock costs more than a subject does, so it is not read for each.
    guard calls % 16 == 0 else { return nil }
    let now = clock.now
    guard start.duration(to: now) >= .seconds(1) else { return nil }
    if let lastShown, lastShown.duration(to: now) < .milliseconds(100) { return nil }
    lastShown = now
    Interruption.showsProgress(true)
    let parts = [count()?.text(after: start.duration(to: now) / .seconds(1)), text()].compactMap { $0 }
    // A line that wraps could not be erased.
    let room = (FileDescriptor.standardError.columns ?? 80) - 1
    return "\r\u{1B}[K" + parts.joined(separator: " · ").cut(to: room)
  }

  /// The text that erases the line; empty if there is none.
  mutating func erase() -> String {
    guard lastShown != nil else { return "" }
    lastShown = nil
    Interruption.showsProgress(false)
    return "\r\u{1B}[K"
  }
}
