/// What makes one combination of values better than another.
public enum FitObjective: Hashable, Sendable {
  /// The most of 2·caught / (2·caught + missed + false), which is 0 if nothing is caught.
  case f1
  /// The least cost: `miss` for each wanted label without a notice, `falseAlarm` for each unwanted one with a notice.
  ///
  /// In millionths, from 0 to `mostCost`.
  case cost(miss: Int64, falseAlarm: Int64)

  /// A million, in millionths: sums over any number of labels fit.
  public static let mostCost: Int64 = 1_000_000_000_000

  /// A fraction that is greater the better the counts are.
  @inline(__always)
  func worth(_ counts: SweepScore) -> FitWorth {
    switch self {
    case .f1:
      let caught = 2 * Int64(counts.caught)
      return FitWorth(part: caught, whole: max(caught + Int64(counts.missed) + Int64(counts.falseAlarms), 1))
    case .cost(let miss, let falseAlarm):
      return FitWorth(part: -(miss * Int64(counts.missed) + falseAlarm * Int64(counts.falseAlarms)), whole: 1)
    }
  }

  /// F1, or the cost, in millionths.
  public func score(_ counts: SweepScore) -> Int64 {
    let worth = worth(counts)
    switch self {
    case .f1: return (worth.part * 2_000_000 + worth.whole) / (2 * worth.whole)
    case .cost: return -worth.part
    }
  }
}

/// A fraction that is compared exactly.
struct FitWorth: Comparable {
  let part: Int64
  /// Above 0.
  let whole: Int64

  @inline(__always)
  static func < (a: FitWorth, b: FitWorth) -> Bool { a.part &* b.whole < b.part &* a.whole }

  @inline(__always)
  static func == (a: FitWorth, b: FitWorth) -> Bool { a.part &* b.whole == b.part &* a.whole }
}
