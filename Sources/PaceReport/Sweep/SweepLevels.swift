import PaceLab
import PaceLanguage

/// The shares of time in the levels of one scale, over the points of a sweep.
struct SweepLevels: Sendable {
  /// For each point, the share of each level, from 0 to 1; empty if no time passed.
  private let shares: [[Double]]
  private let count: Int

  init(_ view: SweepView, scale: Int) {
    count = view.program.scales[scale].levels.count
    shares = view.result.points.map { point in
      let whole = point.levels[scale].reduce(0.0) { $0 + Double($1) }
      return whole > 0 ? point.levels[scale].map { Double($0) / whole } : []
    }
  }

  /// The levels whose share is not the same at every point.
  var varied: [Int] { (0..<count).filter(isVaried) }

  /// The others.
  var steady: [Int] { (0..<count).filter { !isVaried($0) } }

  /// The share of a level at the first point at which time passed.
  func first(_ level: Int) -> Double { shares.first { !$0.isEmpty }?[level] ?? 0 }

  private func isVaried(_ level: Int) -> Bool { Set(known(level)).count > 1 }

  private func known(_ level: Int) -> [Double] { shares.filter { !$0.isEmpty }.map { $0[level] } }

  /// How many decimals percents need to show a tenth of the range in which a level's share varies.
  func decimals(_ level: Int) -> Int {
    let known = known(level)
    let range = ((known.max() ?? 0) - (known.min() ?? 0)) * 100
    var (decimals, unit) = (0, 1.0)
    while unit * 10 > range, range > 0, decimals < 6 {
      decimals += 1
      unit /= 10
    }
    return decimals
  }

  /// In percent, with no more decimals than show the difference.
  func percents(_ level: Int) -> [Double?] {
    let unit = (0..<decimals(level)).reduce(100.0) { unit, _ in unit * 10 }
    return shares.map { $0.isEmpty ? nil : ($0[level] * unit).rounded() / unit * 100 }
  }

  /// A row's shares as texts, with as many decimals as the level that varies most needs; dashes if no time passed.
  func texts(at point: Int) -> [String] {
    let decimals = varied.map(decimals).min() ?? 1
    if shares[point].isEmpty { return (0..<count).map { _ in "-" } }
    return shares[point].map { ValueText.percent($0, decimals: max(1, decimals)) }
  }
}
