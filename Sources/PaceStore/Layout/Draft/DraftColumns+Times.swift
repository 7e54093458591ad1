internal import PaceLanguage

/// The choice of the column that holds a table's instants.
extension DraftColumns {
  private static let at = [
    "at", "timestamp", "time", "date", "datetime", "createdat", "loggedat", "occurredat", "ts", "when",
  ]
  /// Parts of the names of columns with the time when a row was made, perhaps long after what it records.
  private static let creationNames = [
    "create", "creation", "inserted", "added", "imported", "uploaded", "ingested",
  ]
  /// Parts of the names of columns that hold other times, such as of a row's last change.
  private static let otherTimes = [
    "last", "updated", "modified", "changed", "deleted", "expir", "synced", "exported", "archived", "dtstamp",
  ]
  /// Parts of the names of columns with numbers that only look like times.
  private static let otherNumbers = ["phone", "mobile", "barcode", "serial", "imei", "isbn"]
  /// The column of a table's instants, chosen by its values, and among several by its name.
  struct Time {
    let column: TableProfile.Column
    /// Nil for the default.
    let encoding: String?
    /// Whether its name is one of a time.
    let isNamed: Bool
    /// Whether its name is one of an end or a later change.
    let isLater: Bool
    /// Whether its name says that the row was made then, and another column could be it.
    let isCreation: Bool
    /// The other columns that could be it.
    let others: [TableProfile.Column]
    /// The column that is likelier by its name, but holds times in a form that is not read.
    let unread: TableProfile.Column?
  }

  static func time(of table: TableProfile) -> Time? {
    var best: (column: TableProfile.Column, encoding: String?, rank: Rank)?
    for column in table.columns {
      guard case .encoded(let encoding) = column.times, let rank = rank(column, in: table) else { continue }
      if best.map({ rank < $0.rank }) ?? true { best = (column, encoding, rank) }
    }
    guard let best else { return nil }
    let others = table.columns.compactMap { column -> (column: TableProfile.Column, rank: Rank)? in
      guard case .encoded = column.times, column.name != best.column.name,
        let rank = rank(column, in: table)
      else { return nil }
      // Less likely ones count only where the chosen one is no better.
      let isLikely =
        !rank.isDoubtful || best.rank.isDoubtful || !best.rank.isGood && !rank.isKey && !rank.isLater
      return isLikely ? (column, rank) : nil
    }
    // Dates in another form are better only than mere numbers, and times when a row was made or changed.
    let unread =
      best.rank.isGood ? nil : nearestTime(in: [table]) { $0.resemblesTimes && $0.name != best.column.name }
    return Time(
      column: best.column, encoding: best.encoding, isNamed: best.rank.place < unnamed,
      isLater: isLater(best.column),
      isCreation: best.rank.isCreation && others.contains { !$0.rank.isCreation },
      others: others.map(\.column), unread: unread?.column)
  }

  /// The column that comes nearest to holding times, among those that don't hold them throughout. It has the greatest
  /// share of times or, if none has any, dates in another form, or the name of a time.
  ///
  /// - Parameter isMeant: which columns to look at.
  static func nearestTime(
    in tables: [TableProfile], where isMeant: (TableProfile.Column) -> Bool = { _ in true }
  ) -> (table: TableProfile, column: TableProfile.Column)? {
    typealias Nearness = (share: Double, resembles: Int, rank: Rank)
    var best: (table: TableProfile, column: TableProfile.Column, nearness: Nearness)?
    for table in tables {
      for column in table.columns where column.times == .no && !column.hasBlobs && isMeant(column) {
        let rank = rank(column, in: table)
        let nearness = (column.shareOfTimes, column.resemblesTimes ? 1 : 0, rank ?? .last)
        if nearness.0 == 0, nearness.1 == 0, rank == nil { continue }
        let isNearer = best.map { best in
          let (one, other) = (nearness, best.nearness)
          return (one.0, one.1) == (other.0, other.1)
            ? one.2 < other.2 : (one.0, one.1) > (other.0, other.1)
        }
        if isNearer ?? true { best = (table, column, nearness) }
      }
    }
    return best.map { ($0.table, $0.column) }
  }

  /// How likely a column holds the rows' instants; the least is the likeliest.
  private struct Rank: Comparable {
    var isKey = false
    /// Whether it holds times that can't be read, as they have no offset.
    var isSkipped = false
    /// Whether its name is one of an end or a later change.
    var isLater = false
    /// Whether nothing but its numbers suggests times.
    var isGuess = false
    /// Whether its numbers, read as times, lie shortly before the times at which the rows were made.
    var isBorneOut = false
    var isOfDays = false
    /// Whether its name says that the row was made then.
    var isCreation = false
    /// The place of its name among those of times.
    var place: Int

    static let last = Rank(
      isKey: true, isLater: true, isGuess: true, isOfDays: true, isCreation: true, place: .max)

    var isDoubtful: Bool { isKey || isLater || isOfDays }
    var isGood: Bool { !isDoubtful && !isGuess && !isCreation }

    private var order: [Int] {
      [isKey, isSkipped, isLater, isGuess && !isBorneOut, isCreation, isGuess, isOfDays].map { $0 ? 1 : 0 }
        + [place]
    }

    static func < (one: Rank, other: Rank) -> Bool { one.order.lexicographicallyPrecedes(other.order) }
  }

  /// The place of a name that is not one of a time.
  private static let unnamed = 60

  /// The rank of a column for holding the rows' instants; nil if it can't.
  private static func rank(_ column: TableProfile.Column, in table: TableProfile) -> Rank? {
    let isKey = column.isKey && table.key.count == 1
    var rank = Rank(
      isKey: isKey, isSkipped: table.needsOffsets && column.wallTime != nil, isLater: isLater(column),
      isOfDays: column.isOfDays,
      isCreation: isCreation(column), place: unnamed)
    if let index = (at + startedAt).firstIndex(of: column.bare) {
      rank.place = index
      return rank
    }
    let isNamed =
      column.name.lowercased().hasSuffix("_at") || column.name.hasSuffix("At") || column.isDeclaredTime
      || (at + startedAt).contains { $0.utf8.count > 2 && column.bare.contains($0) }
    if isNamed, !isKey {
      rank.place = unnamed - 1
      return rank
    }
    let isSure = time(of: column) != nil || column.isBorneOut
    let isLikely = table.takesAnyNumbersForTimes && column.hasReals && column.numbers.count > 1
    if column.times == .no || !(isSure || isLikely) || numbersSomethingElse(column, in: table) { return nil }
    rank.isGuess = column.texts.isEmpty
    rank.isBorneOut = column.isBorneOut
    return rank
  }

  private static func isCreation(_ column: TableProfile.Column) -> Bool {
    creationNames.contains { column.bare.contains($0) }
  }

  /// Whether a column's numbers, read as times, lie within a year before those at which a table's rows were made.
  static func isBorneOut(_ column: TableProfile.Column, in table: TableProfile) -> Bool {
    let day = 86_400_000.0
    guard column.texts.isEmpty, let span = column.span else { return false }
    return table.columns.contains { other in
      guard other.name != column.name, isCreation(other), let made = other.span else { return false }
      return made.lowerBound - 366 * day <= span.lowerBound && span.upperBound <= made.upperBound + day
    }
  }

  /// Whether a column has numbers that are times by chance: ids, keys, numbers of telephones.
  static func numbersSomethingElse(_ column: TableProfile.Column, in table: TableProfile) -> Bool {
    if column.times == .encoded("iso8601") || column.numbers.isEmpty { return false }
    return column.isKey && table.key.count == 1 || column.contains("id") || column.tie != nil
      || (ids + owners).contains(column.bare)
      || otherNumbers.contains { column.bare.contains($0) }
  }

  /// Whether a column's name suggests an end, or what was done to a row later.
  private static func isLater(_ column: TableProfile.Column) -> Bool {
    isEnd(column) || otherTimes.contains { column.bare.contains($0) }
  }

  /// Whether a column's name suggests an end.
  static func isEnd(_ column: TableProfile.Column) -> Bool {
    column.bare.hasPrefix("end") || column.bare.hasSuffix("end") || column.bare.contains("finish")
  }

  /// How a column fills a slot of a subject's instants; nil if it holds none.
  static func fit(ofTimes column: TableProfile.Column) -> DraftFit? {
    switch column.times {
    case .no: return nil
    case .unknown: return DraftFit(TableProfile.hasCoreDataMark(column.name) ? "apple_seconds" : nil)
    case .encoded(let name):
      // Some applications write 0 or -1 for what has not happened yet.
      let odd = name == "iso8601" ? nil : column.numbers.sorted().first { TimeEncoding.likely(of: $0) == nil }
      let check = odd.map(TableProfile.Column.text).map { number in
        "`\(number)` is taken for a time; where it means none it has to be NULL, as by `NULLIF` in a view"
      }
      return DraftFit(name, check: check)
    }
  }

  /// The encoding of a column whose values alone show that it holds times; nil for any other.
  static func time(of column: TableProfile.Column) -> String? {
    guard case .encoded(let name) = column.times else { return nil }
    // Smaller numbers may be counts of anything.
    return name == "julian_day" || name == "apple_seconds" ? nil : name ?? "unix_ms"
  }
}
