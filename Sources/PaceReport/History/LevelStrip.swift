import PaceEngine
import PaceLab
import PaceLanguage

/// A scale over time as block characters: the higher the level, the higher the block.
struct LevelStrip {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let scale: Scale
  let stretches: [SubjectStory.Stretch]

  /// The highest level that each of `width` equal parts of the time reaches.
  private func levels(width: Int) -> [Int] {
    guard let first = stretches.first, let last = stretches.last, width > 0 else { return [] }
    let (start, end) = (Double(first.from.milliseconds), Double(last.to.milliseconds))
    guard end > start else { return Array(repeating: last.level, count: width) }
    var levels = Array(repeating: 0, count: width)
    for stretch in stretches {
      let from = (Double(stretch.from.milliseconds) - start) / (end - start) * Double(width)
      let to = (Double(stretch.to.milliseconds) - start) / (end - start) * Double(width)
      let low = min(max(Int(from), 0), width - 1)
      // A stretch that ends where a part begins does not reach into it.
      let high = min(max(Int(to.rounded(.up)) - 1, low), width - 1)
      for part in low...high { levels[part] = max(levels[part], stretch.level) }
    }
    return levels
  }

  func text(width: Int) -> String {
    let most = max(1, scale.levels.count - 1)
    return levels(width: width).map { Self.blocks[$0 * (Self.blocks.count - 1) / most] }.joined()
  }

  /// `slow_down 30 min, caution 1 h`: how long it stood above rest, the highest level first.
  var times: String {
    let parts = scale.levels.indices.dropFirst().reversed().compactMap { level -> String? in
      let time = stretches.reduce(Int64(0)) {
        $1.level == level ? $0 + $1.to.milliseconds - $1.from.milliseconds : $0
      }
      return time > 0 ? "\(scale.levels[level].name) \(Words.length(time))" : nil
    }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    let last = stretches.last?.level ?? 0
    return "\(scale.levels[last].name) \(last == 0 ? "throughout" : "at the end")"
  }
}
