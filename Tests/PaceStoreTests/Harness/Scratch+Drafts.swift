import PaceStore
import Testing

extension Scratch {
  /// What a program without a source that fits a database is told.
  func help(_ sql: String, for program: String) throws -> String {
    try Log.make(path(), sql)
    let connection = try Connection.reading(path())
    let parsed = try Log.program(program)
    let error = expectFailure(.layout) { _ = try Layout(for: parsed, in: connection) }
    return try #require(error?.help)
  }

  /// The source drafted for a database, and what is read once it stands in the program.
  func drafted(_ sql: String, for program: String) throws -> (draft: String, log: Log) {
    let help = try help(sql, for: program)
    let start = try #require(help.firstRange(of: "source found")?.lowerBound, "\(help)")
    let draft = String(help[start...])
    return (draft, try Log.read(path(), Log.program(program + "\n" + draft)))
  }
}
