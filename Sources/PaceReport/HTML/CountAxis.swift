/// An axis over counts from the least to the most, with room beyond both.
struct CountAxis: Sendable {
  private let low: Int
  private let high: Int
  /// The whole numbers that it names.
  let ticks: [Int]

  /// - Parameter counts: what is drawn along it.
  init(_ counts: [Int]) {
    let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
    (self.low, self.high) = (low, high)
    var (step, power) = (1, 1)
    while (high - low) / step > 4 {
      step = step == power ? 2 * power : step == 2 * power ? 5 * power : 10 * power
      if step == 10 * power { power = step }
    }
    ticks = Array(stride(from: (low + step - 1) / step * step, through: high, by: step))
  }

  /// Where a count lies, as a share of the axis's length.
  func place(_ count: Int) -> Double {
    high > low ? 0.06 + 0.88 * Double(count - low) / Double(high - low) : 0.5
  }
}
