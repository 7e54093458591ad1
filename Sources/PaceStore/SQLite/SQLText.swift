internal import CSQLite
internal import PaceLanguage

/// Names and literals as they stand in SQL.
enum SQLText {
  /// A name in a statement that pace runs.
  ///
  /// In backticks, because SQLite takes an unknown column's name in double quotes for a text.
  static func name(_ name: String) -> String { quoted(name, "`") }

  /// A name in double quotes, as a schema keeps it.
  static func schemaName(_ name: String) -> String { quoted(name, "\"") }

  /// A name as people write it: in quotes only if it has to be.
  static func plainName(_ text: String) -> String {
    guard let first = text.first, !first.isNumber, text.utf8.allSatisfy(\.isWordByte) else {
      return schemaName(text)
    }
    let isKeyword = unsafe sqlite3_keyword_check(text, Int32(clamping: text.utf8.count)) != 0
    return isKeyword ? schemaName(text) : text
  }

  /// SQL that gives a column's values as numbers.
  static func numeric(_ column: String) -> String { "CAST(\(plainName(column)) AS NUMERIC)" }

  /// SQL that gives a column's values as texts.
  static func textual(_ column: String) -> String { "CAST(\(plainName(column)) AS TEXT)" }

  /// SQL that gives the number for a text that SQLite reads as one, and any other text unchanged.
  ///
  /// - Parameters:
  ///   - cell: a column without a type, so that the comparison takes both sides as the cast does.
  ///   - other: what is given for any other text in place of it.
  static func number(ofText cell: String, otherwise other: String? = nil) -> String {
    "CASE WHEN \(cell) = CAST(\(cell) AS NUMERIC) THEN CAST(\(cell) AS NUMERIC) ELSE \(other ?? cell) END"
  }

  /// SQL that gives the text of a number as a column of texts stores it, and anything else unchanged.
  static func text(ofNumber cell: String) -> String {
    "CASE WHEN typeof(\(cell)) IN ('integer', 'real') THEN CAST(\(cell) AS TEXT) ELSE \(cell) END"
  }

  /// SQL that gives a text without the blanks around it or, with `orNumber`, the number that it writes.
  static func time(ofText cell: String, orNumber: Bool) -> String {
    let text = "trim(\(cell))"
    return orNumber ? number(ofText: cell, otherwise: text) : text
  }

  /// SQL that gives 1 for `true`, 0 for `false`, and for any other text what `number` gives.
  static func truth(ofText cell: String) -> String {
    "CASE \(cell) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE \(number(ofText: cell)) END"
  }

  static func literal(_ text: String) -> String { quoted(text, "'") }

  /// A constant of a `source`; numbers are in millionths.
  static func literal(_ constant: Constant) -> String {
    switch constant {
    case .text(let text): return literal(text)
    case .value(let value):
      return value.bits.isMultiple(of: 1_000_000)
        ? String(value.bits / 1_000_000) : ValueText.number(value.bits)
    }
  }

  /// A test of a `source` as an SQL condition; NULL equals none of the listed values.
  ///
  /// - Parameter isCSV: whether the column holds texts alone.
  static func condition(_ test: SourceMapping.Test, isCSV: Bool) -> String {
    let column = name(test.path.text)
    guard case .isAmong(_, let values, let isNegated) = test else { return "\(column) IS NOT NULL" }
    let cells = values.map { isCSV ? cell(column, comparedWith: $0) : column }
    let lists = Set(cells).sorted().map { cell in
      "\(cell) IN (\(zip(cells, values).filter { $0.0 == cell }.map { literal($0.1) }.joined(separator: ", ")))"
    }
    let isAmong = "(\(lists.joined(separator: " OR ")))"
    return isNegated ? "(\(column) IS NULL OR NOT \(isAmong))" : isAmong
  }

  /// SQL that gives the stored form of the first key of a map that a CSV cell equals, as in a test; else the cell.
  static func key(ofText cell: String, among entries: [SourceMapping.Entry]) -> String {
    let isOfTexts = entries.allSatisfy { if case .text = $0.from { true } else { false } }
    if isOfTexts { return cell }
    let cases = entries.map { entry in
      let compared = self.cell(cell, comparedWith: entry.from)
      return "WHEN \(compared) = \(literal(entry.from)) THEN \(literal(entry.from.stored))"
    }
    return "CASE \(cases.joined(separator: " ")) ELSE \(cell) END"
  }

  private static func cell(_ column: String, comparedWith value: SourceMapping.Scalar) -> String {
    switch value {
    case .text: column
    case .number: number(ofText: column)
    case .truth: truth(ofText: column)
    }
  }

  private static func literal(_ value: SourceMapping.Scalar) -> String {
    switch value {
    case .text(let text): literal(text)
    case .number(let bits): literal(.value(Value(bits)))
    case .truth(let truth): truth ? "1" : "0"
    }
  }

  /// Whether SQLite takes two names for the same: it ignores the case of ASCII letters only.
  static func areSame(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

  static func folded(_ name: String) -> [UInt8] { name.utf8.map(\.lowered) }

  /// The names under which SQLite gives the numbers of rows, unless a column has the name.
  static let rowNumbers = ["rowid", "_rowid_", "oid"]

  /// The first of them that no column has.
  static func rowNumber(besides columns: [String]) -> String? {
    rowNumbers.first { number in !columns.contains { areSame($0, number) } }
  }

  /// A statement that inserts a row, with a parameter for each column.
  ///
  /// - Parameter conflict: what to do about a row that is there, such as `OR IGNORE`.
  static func insertion(into table: String, _ columns: [String], _ conflict: String = "") -> String {
    let names = columns.map { name($0) }.joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT \(conflict) INTO \(name(table)) (\(names)) VALUES (\(places))"
  }

  private static func quoted(_ text: String, _ mark: Unicode.Scalar) -> String {
    let (byte, mark) = (UInt8(ascii: mark), String(mark))
    if !text.utf8.contains(where: { $0 == byte || $0 == 0 }) { return mark + text + mark }
    // A NUL would end the statement's text.
    let bytes = text.utf8.flatMap { $0 == 0 ? [] : $0 == byte ? [byte, byte] : [$0] }
    return mark + String(decoding: bytes, as: UTF8.self) + mark
  }
}
