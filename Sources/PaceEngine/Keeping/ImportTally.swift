/// Counts of the objects that were read for import into a log, by what became of them.
public struct ImportTally: Sendable {
  /// How many objects there were; one may hold several rows.
  public var total = 0
  /// How many rows of each sort the objects hold, in the order in which sorts first came.
  public private(set) var held: [(sort: String, count: Int)] = []
  /// Whether an object holds several rows.
  public private(set) var hasObjectOfSeveralRows = false
  /// How many rows of each sort were new.
  public private(set) var added: [(sort: String, count: Int)] = []
  /// Objects that changed a row, and added none.
  public var changed = 0
  /// Objects whose rows were all there with the same values.
  public var known = 0
  /// Objects that changed nothing because a row of theirs had been deleted.
  public var gone = 0
  /// Objects, and items of a catalogue, that can't be taken.
  public var skipped = 0

  public init() {}

  /// Whether objects were skipped, and none was taken.
  public var isAllSkipped: Bool { skipped > 0 && held.isEmpty }

  /// Counts the rows of an object by their sorts.
  public mutating func see(_ sorts: [String]) {
    for sort in sorts { Self.count(sort, in: &held) }
    if sorts.count > 1 { hasObjectOfSeveralRows = true }
  }

  /// Counts a new row of a sort.
  public mutating func add(_ sort: String) { Self.count(sort, in: &added) }

  private static func count(_ sort: String, in list: inout [(sort: String, count: Int)]) {
    if let index = list.firstIndex(where: { $0.sort == sort }) {
      list[index].count += 1
    } else {
      list.append((sort, 1))
    }
  }
}
