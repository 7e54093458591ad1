import PaceLanguage

/// The column names in the first record of a CSV file.
struct CSVHeader {
  /// SQLite's default limit on the columns of a table.
  private static let mostColumns = 2_000

  private(set) var names: [String] = []
  /// The indices, from 0, of the columns whose name in the file was empty or taken, and was replaced.
  private(set) var renamed: [Int] = []

  init(_ reader: CSVReader, path: String) throws(StoreError) {
    func failure(_ problem: String, _ help: String) -> StoreError {
      StoreError(.data, "\(path):\(reader.line): \(problem)", help: help)
    }
    if let problem = reader.problem {
      throw failure("the header \(problem)", "a text with quotes stands in quotes, each of its own twice")
    }
    if reader.count == 1, let misfit = reader.misfit {
      switch misfit {
      case .bars:
        throw failure(
          "the header is one field, as `|` separates none",
          "a line `sep=|` before the header makes it the separator")
      case .title(let header, let fields):
        throw failure(
          "the header has one field, and line \(header) and those below it have \(fields)",
          "the header has to be the first line: delete what stands above line \(header)")
      }
    }
    guard reader.count <= Self.mostColumns else {
      throw failure(
        "the header has \(ValueText.count(reader.count)) columns, and a table at most "
          + ValueText.count(Self.mostColumns), "is it a CSV file?")
    }
    for field in 0..<reader.count where reader.number(field) != nil {
      throw failure(
        "\(RowDecoder.quoted(reader[field])) is no name of a column, so the file has no header",
        "the first line has to name the columns")
    }
    let written = (0..<reader.count).map { reader[$0].trimmed }
    var taken = Set(written.map(SQLText.folded))
    var seen: Set<[UInt8]> = []
    for (index, name) in written.enumerated() {
      if !name.isEmpty, seen.insert(SQLText.folded(name)).inserted {
        names.append(name)
        continue
      }
      var other = "column_\(index + 1)"
      while !taken.insert(SQLText.folded(other)).inserted { other += "_" }
      names.append(other)
      renamed.append(index)
    }
  }
}

extension String {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
