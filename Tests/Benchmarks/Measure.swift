/// The shortest of several runs: the one that other work on the machine disturbed least.
///
/// What the work gives is checked to be the same each time, so that no run can be left out.
func best(of runs: Int, _ work: () -> Int) -> Duration {
  let clock = ContinuousClock()
  var results: Set<Int> = []
  let times = (0..<runs).map { _ in clock.measure { results.insert(work()) } }
  precondition(results.count == 1, "the runs of a benchmark differ")
  return times.min() ?? .zero
}

/// Prints a time and its ratio to a baseline measured in the same run.
func report(_ name: String, _ time: Duration, against baseline: Duration, _ baselineName: String) {
  let ratio = (time / baseline * 100).rounded() / 100
  print("\(name): \(milliseconds(time)) ms, \(ratio) × \(baselineName) (\(milliseconds(baseline)) ms)")
}

private func milliseconds(_ time: Duration) -> Double {
  (time / .milliseconds(1) * 100).rounded() / 100
}

/// A fixed sequence of numbers, so that a log made from it is the same each time.
struct FixedSequence {
  private var state: UInt64 = 1

  /// The next number, at least 0 and less than `bound`.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
