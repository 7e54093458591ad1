/// Short names for the rows of a subject: the beginning of a long id, or its end where that is shorter. The
/// beginning is longer where another id begins the same, as ids do that begin with the time.
struct RowNames: Sendable {
  /// The length up to which ids are shown whole, and the least that is shown of longer ones.
  private static let (whole, least) = (12, 8)

  private let rows: [String]
  /// How many bytes of a row's id are also the beginning of another id.
  private let shared: [Int]
  /// The ends that only one id has, where beginnings get long.
  private let ends: Set<Substring>

  init(_ rows: [String]) {
    self.rows = rows
    var shared = [Int](repeating: 0, count: rows.count)
    let long = rows.indices.filter { rows[$0].utf8.count > Self.whole }.sorted { rows[$0] < rows[$1] }
    // In sorted order, ids with the longest common beginning are neighbours; equal ids have no name of their
    // own.
    for (row, next) in zip(long, long.dropFirst()) where rows[row] != rows[next] {
      let common = zip(rows[row].utf8, rows[next].utf8).prefix { $0 == $1 }.count
      shared[row] = max(shared[row], common)
      shared[next] = max(shared[next], common)
    }
    for (row, next) in zip(long, long.dropFirst()) where rows[row] == rows[next] {
      shared[next] = max(shared[row], shared[next])
    }
    for (row, next) in zip(long, long.dropFirst()).reversed() where rows[row] == rows[next] {
      shared[row] = max(shared[row], shared[next])
    }
    self.shared = shared
    if shared.contains(where: { $0 > Self.whole }) {
      let counts = Set(long.map { rows[$0] }).reduce(into: [:]) { $0[$1.suffix(Self.least), default: 0] += 1 }
      ends = Set(counts.filter { $0.value == 1 }.keys)
    } else {
      ends = []
    }
  }

  /// The name of a row; nothing where there is no such row.
  subscript(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    let id = rows[row]
    guard id.utf8.count > Self.whole else { return id.printable }
    if shared[row] > Self.whole, ends.contains(id.suffix(Self.least)) {
      return "…\(String(id.suffix(Self.least)).printable)"
    }
    var bytes = 0
    let name = id.enumerated().prefix { index, character in
      defer { bytes += character.utf8.count }
      return index < Self.least || bytes <= shared[row]
    }
    return String(name.map { $0.element }).printable
  }
}
