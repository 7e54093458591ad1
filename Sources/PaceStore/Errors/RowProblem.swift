/// A row that was skipped, or an attribute that took its default, because it could not be read; or all of a
/// table's rows at once.
public struct RowProblem: Equatable, Sendable {
  public enum Effect: Sendable {
    case rowSkipped
    case defaultTaken
    case tableSkipped
  }

  /// The table, or what else the row came from.
  public var table: String
  /// The row's id as text, or `rowid 7` where that cannot be read; nil where it has neither.
  public var id: String?
  /// What cannot be read; of a table that was skipped, what it lacks.
  public var column: String
  /// What is wrong with the value, with the value.
  public var cause: String
  public var effect: Effect

  public init(table: String, id: String?, column: String, cause: String, effect: Effect) {
    self.table = table
    self.id = id
    self.column = column
    self.cause = cause
    self.effect = effect
  }
}

/// The problems met so far: all are counted, the first are kept.
public struct RowProblems: Sendable {
  public private(set) var first: [RowProblem] = []
  public private(set) var total = 0
  /// How many of a table's problems were counted only.
  public private(set) var unnamed: [String: Int] = [:]
  /// How many rows were skipped.
  public private(set) var skippedRows = 0
  /// Columns of times that were most likely read in the wrong unit; in `total` they don't count.
  public internal(set) var doubts: [TimeDoubt] = []
  /// For a table of subjects, those that have events but no row in it; no problem, so they don't count either.
  public internal(set) var rowless: [RowlessSubjects] = []
  private let limit: Int

  public init(keeping limit: Int = 20) { self.limit = limit }

  /// Whether everything could be read.
  public var isEmpty: Bool { total == 0 }

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
    if effect == .rowSkipped { skippedRows += 1 }
    if let problem { first.append(problem) }
  }

  /// Whether the details of another problem will be kept.
  var keepsMore: Bool { first.count < limit }

  /// Adds the problems of some more rows of a table.
  mutating func append(_ more: RowProblems, of table: String) {
    total += more.total
    skippedRows += more.skippedRows
    let kept = more.first.prefix(max(0, limit - first.count))
    first += kept
    if more.total > kept.count { unnamed[table, default: 0] += more.total - kept.count }
  }
}

/// Subjects that have no row of their own where others have one.
public struct RowlessSubjects: Equatable, Sendable {
  public var table: String
  public var count: Int
  /// The id of the first.
  public var first: String
}
