internal import PaceLanguage

/// Something of a log that could not be read as it stands, with what became of it.
public struct RowProblem: Equatable, Sendable {
  public enum Effect: Sendable {
    case rowSkipped
    case defaultTaken
    /// The value counts as unknown, because there is no default.
    case valueUnknown
    case tableSkipped
    /// The value counts as it is, though it contradicts another of its row.
    case counted
    /// A line of the input was skipped; `cause` says everything, its place included.
    case lineSkipped
  }

  /// The table, or whatever else the row came from.
  public var table: String
  /// The row's id as text, or `rowid 7` if that cannot be read; nil if it has neither.
  public var id: String?
  /// What cannot be read; empty for a whole table or object.
  public var column: String
  /// What is wrong with the value, which the text quotes; for a skipped table, what is wrong with the table.
  public var cause: String
  public internal(set) var effect = Effect.rowSkipped

  /// What was wrong and what became of it, for a person: in lower case, without a full stop, with names in backticks.
  public var text: String {
    let row = id.map { " `\($0)`" } ?? ""
    // A problem of a whole object names no column.
    let column = column.isEmpty ? "" : "`\(column)` "
    let value = "\(table)\(row): \(column)\(cause)"
    switch effect {
    case .rowSkipped: return value + "; skipped"
    case .lineSkipped: return cause + "; skipped"
    case .defaultTaken: return value + "; took the default"
    case .valueUnknown: return value + "; counts as unknown"
    case .counted: return value
    case .tableSkipped: return "table `\(table)` is there, but \(cause); none of its rows count"
    }
  }
}

extension Field {
  /// What becomes of an attribute whose value cannot be read. A subject without a preset takes the common one.
  var effectIfUnreadable: RowProblem.Effect {
    initial == nil && type != .preset ? .valueUnknown : .defaultTaken
  }
}

/// The problems found so far: all are counted, the first are kept.
public struct RowProblems: Equatable, Sendable {
  public private(set) var first: [RowProblem] = []
  public private(set) var total = 0
  /// For each table, how many of its problems were counted but not kept.
  public private(set) var unnamed: [String: Int] = [:]
  /// How many rows were skipped.
  public private(set) var skippedRows = 0
  /// How many of the skipped rows were lines that could not be used at all.
  public private(set) var skippedLines = 0
  /// Columns of times that were probably read in the wrong unit; `total` does not count them.
  public internal(set) var doubts: [TimeDoubt] = []
  /// Tables of which all rows were skipped.
  public internal(set) var lost: [LostTable] = []
  /// Columns of times without an offset; `total` does not count them.
  public internal(set) var wallTimes: [WallTimes] = []
  /// How many times without an offset clocks show twice; `total` does not count them.
  public internal(set) var repeatedTimes = 0
  /// How many objects without an id repeat an earlier one, and so don't count; `total` leaves them out.
  public internal(set) var alike = 0
  /// The sources that fit the database too, if the program's own tables are read.
  public internal(set) var passedOver: [String] = []
  /// The program's own tables that may be somebody else's, if no source is there to read them.
  public internal(set) var strange: [StrangeColumns] = []
  /// If no event was read, the tables of events whose rows all fail the source's `where`.
  public internal(set) var unpassed: [String] = []
  /// Notes about CSV files; `total` does not count them.
  public internal(set) var files: [FileNote] = []
  /// For each table of subjects, the subjects that have events but no row in it; `total` does not count them.
  public internal(set) var rowless: [RowlessSubjects] = []
  /// For each table of events, the ids that several rows of one subject share; `total` does not count them.
  public internal(set) var repeated: [RepeatedIDs] = []
  /// How many of them are kept.
  let limit: Int

  /// How many problems are kept unless something else is asked for.
  public static let usualLimit = 20

  public init(keeping limit: Int = usualLimit) { self.limit = limit }

  /// Whether everything could be read.
  public var isEmpty: Bool { total == 0 }

  /// Whether there is neither a problem nor a note about a table.
  var hasNothingToTell: Bool {
    isEmpty && doubts.isEmpty && wallTimes.isEmpty && repeatedTimes == 0 && lost.isEmpty && rowless.isEmpty
      && repeated.isEmpty
  }

  /// Forgets named values that count as something else, and subjects without a row of their own.
  mutating func forgetDefaults() {
    let others = first.filter { $0.effect != .defaultTaken && $0.effect != .valueUnknown }
    total -= first.count - others.count
    (first, rowless) = (others, [])
  }

  /// Counts a problem of a table; `describe` is called only if it will be kept.
  mutating func add(
    _ effect: RowProblem.Effect, of table: String? = nil, describe: () -> RowProblem
  ) {
    if let table, !keepsMore { unnamed[table, default: 0] += 1 }
    add(effect, keepsMore ? describe() : nil)
  }

  /// Counts a problem, and keeps it if it is given.
  mutating func add(_ effect: RowProblem.Effect, _ problem: RowProblem?) {
    total += 1
    if effect == .rowSkipped || effect == .lineSkipped { skippedRows += 1 }
    if effect == .lineSkipped { skippedLines += 1 }
    guard var problem else { return }
    problem.effect = effect
    first.append(problem)
  }

  /// Whether the details of another problem would be kept.
  var keepsMore: Bool { first.count < limit }

  /// Notes a column of times without an offset, once even if several blocks or lines read it.
  mutating func note(_ wall: WallTimes) {
    if !wallTimes.contains(wall) { wallTimes.append(wall) }
  }

  /// Notes a row that has the id of an earlier row of its table.
  mutating func noteRepeated(_ id: String, of table: String) {
    note(RepeatedIDs(table: table, count: 1, first: [id]))
  }

  private mutating func note(_ more: RepeatedIDs) {
    guard let known = repeated.firstIndex(where: { $0.table == more.table }) else {
      return repeated.append(more)
    }
    repeated[known].count += more.count
    let new = more.first.filter { !repeated[known].first.contains($0) }
    repeated[known].first += new.prefix(RepeatedIDs.named - repeated[known].first.count)
  }

  mutating func note(_ more: RowlessSubjects) {
    guard let known = rowless.firstIndex(where: { $0.table == more.table }) else {
      return rowless.append(more)
    }
    rowless[known].count += more.count
  }

  /// Prepends the problems of what was read before; a note that both have of a table is kept once.
  public mutating func add(earlier: RowProblems) {
    files = earlier.files + files
    unpassed = earlier.unpassed + unpassed.filter { !earlier.unpassed.contains($0) }
    strange = earlier.strange + strange.filter { !earlier.strange.contains($0) }
    passedOver = earlier.passedOver + passedOver.filter { !earlier.passedOver.contains($0) }
    doubts = earlier.doubts + doubts.filter { !earlier.doubts.contains($0) }
    wallTimes = earlier.wallTimes + wallTimes.filter { !earlier.wallTimes.contains($0) }
    repeatedTimes += earlier.repeatedTimes
    alike += earlier.alike
    lost = earlier.lost + lost.filter { !earlier.lost.contains($0) }
    var notes = earlier
    for note in rowless { notes.note(note) }
    for note in repeated { notes.note(note) }
    (rowless, repeated) = (notes.rowless, notes.repeated)
    if earlier.isEmpty { return }
    total += earlier.total
    skippedRows += earlier.skippedRows
    skippedLines += earlier.skippedLines
    unnamed.merge(earlier.unnamed) { $0 + $1 }
    let all = earlier.first + first
    first = Array(all.prefix(limit))
    for problem in all.dropFirst(limit) { unnamed[problem.table, default: 0] += 1 }
  }

  /// Appends the problems of more rows of a table.
  mutating func append(_ more: RowProblems, of table: String) {
    repeatedTimes += more.repeatedTimes
    total += more.total
    skippedRows += more.skippedRows
    skippedLines += more.skippedLines
    let kept = more.first.prefix(max(0, limit - first.count))
    first += kept
    if more.total > kept.count { unnamed[table, default: 0] += more.total - kept.count }
  }
}

/// A table of which all rows were skipped.
public struct LostTable: Equatable, Sendable {
  /// What rows are read from; how they can be mended depends on it.
  public enum Medium: Sendable {
    case database, csv, json
    /// A log that pace keeps.
    case log
  }

  /// Empty for all objects of a text.
  public var table: String
  public var medium: Medium
  /// The name of the event or the subject that is read from it; nil if nothing else is read from it.
  public var target: String?
  /// The offer of a source that may read it.
  public var draft: String?
}

/// A table named like an event, without the columns that tell subjects or kinds apart, but with others.
public struct StrangeColumns: Equatable, Sendable {
  public var table: String
  public var event: String
  /// The names of the columns that it lacks: the subject's, `kind`, or both.
  public var missing: [String]
  /// The columns that nothing reads.
  public var unread: [String]
}

/// A note about a CSV file; it is not a problem.
public struct FileNote: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    /// The file has only a header.
    case noRows
    /// The numbers, from 1, of columns that lacked a name of their own, and the names they were given.
    case renamed([Int], [String])
  }

  public var path: String
  public var content: Content

  public init(path: String, content: Content) {
    self.path = path
    self.content = content
  }
}

/// Subjects that have events but no row in the table of subjects.
public struct RowlessSubjects: Equatable, Sendable {
  public var table: String
  public var count: Int
  /// The id of the first.
  public var first: String
}

/// Rows of a table that have the id of an earlier row of their subject.
public struct RepeatedIDs: Equatable, Sendable {
  /// The most ids that are kept.
  static let named = 3

  public var table: String
  /// How many rows have the id of an earlier row of their subject.
  public var count: Int
  /// The first of the ids.
  public var first: [String]

  public init(table: String, count: Int, first: [String]) {
    self.table = table
    self.count = count
    self.first = first
  }
}
