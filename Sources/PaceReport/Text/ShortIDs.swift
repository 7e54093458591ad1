import PaceEngine

/// Ids of one subject's rows as people read them and name them to other commands.
struct ShortIDs {
  private let common: RowIDs.CommonParts
  private let places: [String: Int]

  /// - Parameter rows: all rows, whether or not they are shown.
  init(_ rows: RowIDs) {
    common = RowIDs.CommonParts(rows, among: String.randomLength)
    places = Dictionary(rows.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// A random id is cut to what tells it from the others, at least its first eight digits.
  subscript(id: String) -> String {
    guard id.isRandomID, let row = places[id] else { return id.printable }
    return String(id.prefix(max(String.shortLength, common.sharedPrefix(of: row) + 1)))
  }
}
