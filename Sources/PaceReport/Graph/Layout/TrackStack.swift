import PaceLanguage

/// Tracks laid over one another: each next to the farthest of those that it would touch.
struct TrackStack {
  /// What can be seen from the end: stretches side by side, each of one track.
  private var stretches: [(first: Int, last: Int, track: Int)] = []

  /// Lays a track over a stretch, and gives its number, from 0.
  mutating func add(from first: Int, to last: Int) -> Int {
    let start = stretches.partitioningIndex { $0.last >= first - GraphSpacing.pins }
    let end = stretches.partitioningIndex { $0.first > last + GraphSpacing.pins }
    let covered = stretches[start..<end]
    let track = (covered.map { $0.track }.max() ?? -1) + 1
    let before = covered.filter { $0.first < first }.map { ($0.first, min($0.last, first), $0.track) }
    let after = covered.filter { $0.last > last }.map { (max($0.first, last), $0.last, $0.track) }
    stretches.replaceSubrange(start..<end, with: before + [(first, last, track)] + after)
    return track
  }
}
