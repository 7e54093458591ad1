public import PaceEngine

/// Short names for the rows of a subject: as much of a long id's beginning as tells it from the others, or its end
/// if that is shorter.
///
/// Each name is worked out when it is asked for, because a page names few of the rows of a long log.
public struct RowNames: Sendable {
  /// The length up to which ids are shown whole, and the least that is shown of longer ones.
  private static let (whole, least) = (12, 8)

  private let rows: RowIDs

  /// What ids have in common with others, if worked out beforehand.
  private let common: RowIDs.CommonParts?

  /// - Parameter namesMany: whether many names will be asked for; then each takes little time, but making this takes
  ///   more.
  public init(_ rows: RowIDs, namesMany: Bool = false) {
    self.rows = rows
    common = namesMany ? RowIDs.CommonParts(rows, among: Self.whole + 1) : nil
  }

  /// The name of a row; empty if there is no such row.
  public subscript(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    let id = rows[row]
    guard id.utf8.count > Self.whole else { return id.printable }
    let shared = common?.sharedPrefix(of: row) ?? rows.sharedPrefix(of: row, among: Self.whole + 1)
    let end = id.suffix(Self.least)
    if shared > Self.whole, !sharesEnd(row, bytes: end.utf8.count) {
      return "…\(String(end).printable)"
    }
    var bytes = 0
    let name = id.enumerated().prefix { index, character in
      defer { bytes += character.utf8.count }
      return index < Self.least || bytes <= shared
    }
    return String(name.map { $0.element }).printable
  }

  private func sharesEnd(_ row: Int, bytes count: Int) -> Bool {
    common?.sharesSuffix(of: row, bytes: count)
      ?? rows.sharesSuffix(of: row, bytes: count, among: Self.whole + 1)
  }
}
