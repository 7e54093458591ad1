/// Counts as shades of block characters: a dot for nothing, then four steps up to the most.
struct Shades {
  private static let steps = ["·", "░", "▒", "▓", "█"]
  let most: Int

  func text(_ count: Int) -> String {
    guard count > 0, most > 0 else { return Self.steps[0] }
    return Self.steps[min(4, max(1, (count * 4 + most - 1) / most))]
  }

  /// `· 0  ░ up to 2  ▒ up to 4 …`: what each shade stands for.
  var legend: String {
    var parts = ["· none"]
    var below = 0
    for step in 1...4 {
      let top = most * step / 4
      if top > below { parts.append("\(Self.steps[step]) up to \(top)") }
      below = top
    }
    return parts.joined(separator: "  ")
  }
}
