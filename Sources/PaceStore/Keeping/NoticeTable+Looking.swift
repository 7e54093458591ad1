public import PaceLanguage

/// Looking back at notices as they were given.
extension NoticeTable {
  /// Nil if pace doesn't keep the database.
  ///
  /// - Throws: `.otherLog` if another pack keeps it, and what hinders reading it.
  public init?(in database: Database, program: Program) throws(StoreError) {
    let connection = try database.open()
    guard try LogMark.isThere(connection) else { return nil }
    try LogMark.check(connection, keeps: program)
    file = LogFile(connection, program, isReading: true)
    try file.bookkeeping.checkNotices()
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
