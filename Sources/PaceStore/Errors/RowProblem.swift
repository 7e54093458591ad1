/// A row that was skipped, or an attribute that took its default, because it could not be read.
public struct RowProblem: Equatable, Sendable {
  public enum Effect: Sendable {
    case rowSkipped
    case defaultTaken
  }

  /// The table, or what else the row came from.
  public var table: String
  /// The row's id as text; nil where it has none that can be read.
  public var id: String?
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
  /// How many rows were skipped.
  public private(set) var skippedRows = 0
  private let limit: Int

  public init(keeping limit: Int = 20) { self.limit = limit }

  public var isEmpty: Bool { total == 0 }

  /// Counts a problem; `describe` is called only if it will be kept.
  mutating func add(_ effect: RowProblem.Effect, describe: () -> RowProblem) {
    total += 1
    if effect == .rowSkipped { skippedRows += 1 }
    if first.count < limit { first.append(describe()) }
  }
}
