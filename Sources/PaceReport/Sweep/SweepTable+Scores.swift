import PaceLab

extension SweepTable {
  /// How every value does by the labels.
  func scores(barWidth: Int) -> TextTable {
    let heads = headings
    var table = TextTable(
      heads.map { _ in .left } + [.right, .right, .right, .right, .right, .left, .right, .left, .left],
      spare: SweepScore.heads.enumerated().reversed().map { (heads.count + $0.offset, $0.element) })
    table.append(
      heads + (SweepScore.heads + ["recall", "", "precision", "", ""]).map(style.dim))
    let front = Set(view.result.front)
    for (index, point) in view.result.points.enumerated() {
      guard let score = point.score else { continue }
      table.append(
        head(index) + score.cells
          + [Words.wholePercent(score.recall), Self.bar(score.recall, barWidth)]
          + [Words.wholePercent(score.precision), Self.bar(score.precision, barWidth)]
          + [front.contains(index) ? style.green("◆ unbeaten caught, false") : ""])
    }
    return table
  }

  private static func bar(_ share: Double?, _ width: Int) -> String {
    Bar.text(Int(((share ?? 0) * 1000).rounded()), of: 1000, width: width)
  }
}
