import PaceLanguage

/// The share of time in each level of a scale: a column for each place, the resting level lowest.
struct LevelColumns {
  let colours: LevelColours
  /// For each place the milliseconds in each level.
  let times: [[Int64]]
  /// The length of each place in milliseconds if levels are known for only a part of it; nil if they fill every
  /// place.
  var lengths: [Int64]?

  /// - Parameters:
  ///   - frame: one whose figures are shares.
  ///   - names: what each place is called.
  func svg(_ frame: ChartFrame, names: [String]) -> String {
    let width = frame.band * 0.9
    var svg = ""
    for (index, times) in times.enumerated() {
      let whole = lengths.map { Double($0[index]) } ?? times.reduce(0.0) { $0 + Double($1) }
      var sum = 0.0
      for (level, time) in times.enumerated() where time > 0 {
        let (low, high) = (frame.y(sum / whole), frame.y((sum + Double(time)) / whole))
        sum += Double(time)
        let gap = min(2, (low - high) / 2)
        svg += Markup.box(
          frame.x(index) - width / 2, high + gap / 2, width, low - high - gap, colours.attributes(level),
          tip: "\(names[index]): \(Markup.number(Double(time) / whole * 100)) % \(colours.levels[level].name)"
        )
      }
    }
    return svg
  }
}
