public import PaceEngine
public import PaceLanguage

/// The notices recorded in a log that pace keeps, as they were given.
public struct KeptNotices {
  private let file: LogFile

  /// Nil if pace doesn't keep the database.
  public init?(in database: Database, program: Program) throws(StoreError) {
    let connection = try database.open()
    guard try LogMark.isThere(connection) else { return nil }
    file = try LogFile(connection, program, isReading: true)
    try file.books.checkNotices()
  }

  /// The notices of a subject, in the order of time and rules.
  ///
  /// - Parameter days: the instants of a subject that is a day.
  public func all(of subject: String, days: ClosedRange<Int64>?) throws(StoreError) -> [KeptNotice] {
    try file.notices.all(of: subject, days: days)
  }

  /// Notice kinds that the program no longer has.
  public func otherKinds() throws(StoreError) -> [String] {
    try names("kind").filter { name in !file.program.noticeKinds.contains { $0.name == name } }
  }

  /// Rules that the program no longer has.
  public func otherRules() throws(StoreError) -> [String] {
    try names("rule").filter { name in !file.program.rules.contains { $0.name.text == name } }
  }

  private func names(_ column: String) throws(StoreError) -> [String] {
    try file.connection.texts("SELECT DISTINCT \(column) FROM notice ORDER BY 1")
  }
}
