/// Counts as shades of block characters: a dot for nothing, then four steps up to the most.
struct Shades {
  private static let steps = ["·", "░", "▒", "▓", "█"]
  let most: Int

  /// From 0 for nothing to 4 for the most.
  func step(_ count: Int) -> Int {
    guard count > 0, most > 0 else { return 0 }
    return min(4, max(1, (count * 4 + most - 1) / most))
  }

  func text(_ count: Int) -> String { Self.steps[step(count)] }

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
