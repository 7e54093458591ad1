/// Data that cannot be read or written: where, why, and what to do about it.
public struct StoreError: Error, Equatable, Sendable {
  public enum Code: String, Sendable {
    case missing, directory, empty, notADatabase, corrupt, noPermission, locked, full, readOnly, inputOutput
    /// The path is a link at whose end there is nothing.
    case linkToNowhere
    /// The file was deleted, moved or replaced after it was opened.
    case moved
    /// A transaction was never finished and can't be undone here, so what the file says can't be trusted.
    case unfinished
    /// The tables or columns that a program needs are missing.
    case layout
    /// A file that is no log, one of a newer schema, or one that other rules keep.
    case notALog, newerLog, otherLog
    /// A line or value of the input cannot be used.
    case data
    /// The rows are not in order; the reader has to start again and sort them.
    case outOfOrder
    /// A constraint, an index or a trigger refuses what is written.
    case constraint
    /// No row came within the time allowed.
    case tooSlow
    case other
  }

  public var code: Code
  /// In lower case, without a full stop, with names in backticks.
  public var message: String
  /// What to do about it, worded for the command line: it may name commands and options of `pace`.
  public var help: String?

  public init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The same error with the table whose row can't be computed, if SQLite gave no more than a cause.
  func told(ofTable table: String) -> StoreError {
    guard code == .other, help == nil else { return self }
    return StoreError(
      code, "\(message), in a row of `\(table)`",
      help: "a view or a generated column computes it: mend that, or leave the row out")
  }
}
