import PaceLanguage

/// Tracks laid over one another: each lies just beyond the farthest track that it would touch.
struct TrackStack {
  /// The outermost tracks, as stretches side by side.
  private var stretches: [(first: Int, last: Int, track: Int)] = []

  /// Lays a track over a stretch, and gives its number, from 0.
  mutating func add(from first: Int, to last: Int) -> Int {
    let start = stretches.partitioningIndex { $0.last >= first - GraphSpacing.pins }
    let end = stretches.partitioningIndex { $0.first > last + GraphSpacing.pins }
    let covered = stretches[start..<end]
    let track = (covered.map { $0.track }.max() ?? -1) + 1
    var seen = covered.filter { $0.first < first }
    for index in seen.indices { seen[index].last = min(seen[index].last, first) }
    seen.append((first, last, track))
    for stretch in covered where stretch.last > last {
      seen.append((max(stretch.first, last), stretch.last, stretch.track))
    }
    stretches.replaceSubrange(start..<end, with: seen)
    return track
  }
}
