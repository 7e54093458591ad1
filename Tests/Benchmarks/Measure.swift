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
