internal import PaceLanguage

/// Reads a CSV file into a table whose cells are all texts; they get their types when a column is read.
struct CSVTable {
  private let file: CSVFile
  private var reader: CSVReader
  private let header: CSVHeader

  init(_ file: CSVFile) throws(StoreError) {
    self.file = file
    let isTSV = file.path.lowercased().hasSuffix(".tsv")
    reader = try CSVReader(file.path, prefersTab: isTSV, read: try file.open())
    guard try reader.next() else {
      throw StoreError(.data, "`\(file.path)` has no header", help: "the first line has to name the columns")
    }
    header = try CSVHeader(reader, path: file.path)
  }

  /// Creates and fills the table; a row's rowid is its line number.
  consuming func write(
    to connection: borrowing Connection, _ problems: inout RowProblems
  ) throws(StoreError) {
    // Columns have no types, so that SQLite converts nothing.
    let names = header.names.map { SQLText.name($0) }.joined(separator: ", ")
    try connection.execute("CREATE TABLE \(SQLText.name(file.table))(\(names))")
    let number = SQLText.rowNumber(besides: header.names)
    let targets = header.names + (number.map { [$0] } ?? [])
    let insert = try connection.prepare(SQLText.insertion(into: file.table, targets))
    var (count, skipped) = (0, 0)
    while try reader.next() {
      count += 1
      if let cause = problem {
        skipped += 1
        problems.add(.rowSkipped, of: file.path) {
          RowProblem(table: "\(file.path):\(reader.line)", column: "", cause: cause)
        }
        continue
      }
      for field in header.names.indices {
        if reader.isAbsent(field) {
          insert.bind(.null, at: field + 1)
        } else {
          reader.bind(field, to: insert, at: field + 1)
        }
      }
      if number != nil { insert.bind(.integer(Int64(reader.line)), at: targets.count) }
      try insert.run()
    }
    if count == 0 { note(.noRows, &problems) }
    if count > 0, skipped == count { problems.lost.append(LostTable(table: file.path, medium: .csv)) }
    if !header.renamed.isEmpty {
      note(.renamed(header.renamed.map { $0 + 1 }, header.renamed.map { header.names[$0] }), &problems)
    }
  }

  private func note(_ content: FileNote.Content, _ problems: inout RowProblems) {
    problems.files.append(FileNote(path: file.path, content: content))
  }

  /// What is wrong with the record; nil if nothing is.
  private var problem: String? {
    if let problem = reader.problem { return problem }
    if reader.count == header.names.count { return nil }
    return "has \(Noun.count(reader.count, "field")), where the header has \(header.names.count)"
  }
}
