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

  /// What to write now, if it is time to.
  mutating func line(_ text: () -> String) -> String? {
    guard isShown else { return nil }
    calls += 1
    // Reading the clock costs more than a subject does, so it is not read for each.
    guard calls % 16 == 0 else { return nil }
    let now = clock.now
    guard start.duration(to: now) >= .seconds(1) else { return nil }
    if let lastShown, lastShown.duration(to: now) < .milliseconds(100) { return nil }
    lastShown = now
    Interruption.showsProgress(true)
    return "\r\u{1B}[K" + text()
  }

  /// What takes the line away again; empty where there is none.
  mutating func erase() -> String {
    guard lastShown != nil else { return "" }
    lastShown = nil
    Interruption.showsProgress(false)
    return "\r\u{1B}[K"
  }
}
