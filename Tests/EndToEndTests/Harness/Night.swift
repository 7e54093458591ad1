import PaceStore

/// Databases that tests evaluate, written with plain SQL as any application would.
enum Night {
  /// 2026-11-20 21:00 UTC.
  static let start: Int64 = 1_795_208_400_000

  /// One session with a beer at 21:00 and 21:09 and a cocktail at 21:31.
  static func friday(in scratch: Scratch, name: String = "friday.db") throws -> String {
    let path = scratch.path(name)
    try execute(schema + session("s1") + entries("s1"), in: path)
    return path
  }

  static let schema = """
    CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER, sensitivity TEXT,
      notices INTEGER, hydration_reminders INTEGER, hydration_cadence REAL, auto_end INTEGER);
    CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, units REAL,
      alcoholic INTEGER, device TEXT);

    """

  static func session(_ id: String, preset: String = "balanced") -> String {
    "INSERT INTO session(id, started_at, sensitivity) VALUES ('\(id)', \(start), '\(preset)');\n"
  }

  static func entries(_ session: String, prefix: String = "") -> String {
    drink("\(prefix)a2e1", session, minute: 0, "beer") + drink("\(prefix)77b0", session, minute: 9, "beer")
      + drink("\(prefix)8c1f", session, minute: 31, "cocktail")
  }

  static func drink(_ id: String, _ session: String, minute: Int64, _ kind: String) -> String {
    """
    INSERT INTO drink(id, session, at, kind)
      VALUES ('\(id)', '\(session)', \(start + minute * 60_000), '\(kind)');

    """
  }

  /// The column `value` of a query's result, as text.
  static func texts(_ sql: String, in path: String) throws -> [String] {
    let connection = try Connection.reading(path)
    let statement = try connection.prepare("SELECT CAST(value AS TEXT) FROM (\(sql))")
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0) ?? "NULL") }
    return found
  }

  static func execute(_ sql: String, in path: String) throws {
    let connection = try Connection.writing(path)
    try connection.execute(sql)
  }
}
