import PaceStore

/// The database that `--db` names, made once for all who ask.
final class LogDatabase {
  private var made: Database?

  /// The database at these paths, or the CSV files; nil without any.
  func database(_ paths: [String], keptProblems: Int) throws(Failure) -> Database? {
    if let made { return made }
    let tables = paths.filter { Connection.isCSV($0) }
    guard let first = paths.first else { return nil }
    if let table = tables.first, let other = paths.first(where: { !Connection.isCSV($0) }) {
      throw .usage(.mixedLog(database: other, csv: table))
    }
    if tables.isEmpty, paths.count > 1 { throw .usage(.repeatedOption("--db")) }
    let database =
      tables.isEmpty ? Database(first) : Database(try Self.files(tables), keptProblems: keptProblems)
    made = database
    return database
  }

  private static func files(_ paths: [String]) throws(Failure) -> [CSVFile] {
    var files: [CSVFile] = []
    for path in paths {
      let file = CSVFile(path) { () throws(StoreError) in
        try Connection.checkReadable(path)
        guard let descriptor = FileDescriptor(reading: path) else {
          throw StoreError(.noPermission, "no permission to read `\(path)`")
        }
        return descriptor.source(of: path)
      }
      if let other = files.first(where: { $0.sharesTable(with: file) }) {
        throw .usage(.sameTable(file.table, other.path, path))
      }
      files.append(file)
    }
    return files
  }
}
