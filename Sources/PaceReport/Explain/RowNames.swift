package import PaceEngine

/// Short names for the rows of a subject: the beginning of a long id, or its end where that is shorter. The
/// beginning is longer where another id begins the same, as ids do that begin with the time.
///
/// Each name is worked out when it is asked for, because a page names few of the rows of a long log.
package struct RowNames: Sendable {
  /// The length up to which ids are shown whole, and the least that is shown of longer ones.
  private static let (whole, least) = (12, 8)

  private let rows: RowIDs

  package init(_ rows: RowIDs) { self.rows = rows }

  /// The name of a row; nothing where there is no such row.
  package subscript(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    let id = rows[row]
    guard id.utf8.count > Self.whole else { return id.printable }
    let shared = shared(by: row)
    if shared > Self.whole, isOwn(end: id.suffix(Self.least), of: row) {
      return "…\(String(id.suffix(Self.least)).printable)"
    }
    var bytes = 0
    let name = id.enumerated().prefix { index, character in
      defer { bytes += character.utf8.count }
      return index < Self.least || bytes <= shared
    }
    return String(name.map { $0.element }).printable
  }

  /// How many bytes of a row's id are also the beginning of another long one.
  private func shared(by row: Int) -> Int {
    let mine = rows.bytes(of: row)
    var most = 0
    for other in rows.indices {
      let theirs = rows.bytes(of: other)
      guard theirs.count > Self.whole, theirs != mine else { continue }
      var common = 0
      for (a, b) in zip(mine, theirs) {
        if a != b { break }
        common += 1
      }
      most = max(most, common)
    }
    return most
  }

  /// Whether no other long id ends so.
  private func isOwn(end: Substring, of row: Int) -> Bool {
    let mine = rows.bytes(of: row)
    let last = mine.last
    return !rows.indices.contains { other in
      let theirs = rows.bytes(of: other)
      guard theirs.count > Self.whole, theirs.last == last, theirs != mine else { return false }
      return rows[other].suffix(Self.least) == end
    }
  }
}
