internal import PaceLanguage

/// Reads a CSV file into a table of its own.
///
/// The file is read twice, because a column holds numbers only if at least half of its fields are some.
struct CSVTable {
  private let file: CSVFile
  private var header: CSVHeader
  private var columns: [Column]

  /// How many of a column's fields are numbers, and how many are other texts; empty fields don't count.
  private struct Column {
    var numbers = 0
    var others = 0

    /// Whether its numbers are stored as such, and not as texts; its other fields always are texts.
    var holdsNumbers: Bool { numbers >= others }
  }

  /// Reads the file once, to learn which columns hold numbers.
  init(_ file: CSVFile) throws(StoreError) {
    self.file = file
    var reader = try file.reader()
    guard try reader.next() else {
      throw StoreError(.data, "`\(file.path)` has no header", help: "the first line has to name the columns")
    }
    header = try CSVHeader(reader, path: file.path)
    columns = header.names.map { _ in Column() }
    while try reader.next() {
      if problem(with: reader) != nil { continue }
      for field in columns.indices where !reader.isEmpty(field) {
        if reader.number(field) != nil {
          columns[field].numbers += 1
        } else {
          columns[field].others += 1
        }
      }
    }
  }

  /// Creates and fills the table; a row's rowid is its line number.
  func write(to connection: borrowing Connection, _ problems: inout RowProblems) throws(StoreError) {
    let table = SQLText.name(file.table)
    // Columns have no types, so that SQLite converts nothing.
    let names = header.names.map { SQLText.name($0) }
    try connection.execute("CREATE TABLE \(table)(\(names.joined(separator: ", ")))")
    let number = ["rowid", "_rowid_", "oid"].first { name in
      !header.names.contains { SQLText.areSame($0, name) }
    }
    let targets = names + (number.map { [$0] } ?? [])
    let places = targets.indices.map { "?\($0 + 1)" }
    let insert = try connection.prepare(
      "INSERT INTO \(table)(\(targets.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))")
    var reader = try file.reader()
    _ = try reader.next()
    var count = 0
    while try reader.next() {
      count += 1
      if let cause = problem(with: reader) {
        problems.add(.rowSkipped, of: file.path) {
          RowProblem(
            table: "\(file.path):\(reader.line)", id: nil, column: "", cause: cause, effect: .rowSkipped)
        }
        continue
      }
      for field in columns.indices { bind(field, of: reader, to: insert) }
      if number != nil { insert.bind(Int64(reader.line), at: names.count + 1) }
      try insert.run()
    }
    if count == 0 { note(.noRows, &problems) }
    if !header.renamed.isEmpty {
      note(.renamed(header.renamed.map { $0 + 1 }, header.renamed.map { header.names[$0] }), &problems)
    }
  }

  private func note(_ content: FileNote.Content, _ problems: inout RowProblems) {
    problems.files.append(FileNote(path: file.path, content: content))
  }

  private func problem(with reader: CSVReader) -> String? {
    if let problem = reader.problem { return problem }
    if reader.count == columns.count { return nil }
    return "has \(Noun.count(reader.count, "field")), where the header has \(columns.count)"
  }

  private func bind(_ field: Int, of reader: CSVReader, to insert: borrowing Statement) {
    if reader.isAbsent(field) { return insert.bindNull(field + 1) }
    guard columns[field].holdsNumbers, let number = reader.number(field) else {
      return reader.bind(field, to: insert, at: field + 1)
    }
    switch number {
    case .integer(let value): insert.bind(value, at: field + 1)
    case .real(let value): insert.bind(value, at: field + 1)
    }
  }
}
