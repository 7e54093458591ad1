internal import PaceLanguage

/// One table's part of a drafted source; each column is taken once.
struct DraftBlock {
  let target: String
  let table: TableProfile
  /// What the reader has to make sure of, of the table as a whole.
  var check: String?
  private(set) var taken: Set<String> = []
  private var lines: [String] = []

  init(_ target: String, _ table: TableProfile) {
    self.target = target
    self.table = table
  }

  /// Fills a slot from a column.
  mutating func add(
    _ slot: String, _ column: TableProfile.Column, as encoding: String? = nil, check: String? = nil
  ) {
    taken.insert(column.name)
    let suffix = encoding.map { " as \($0)" } ?? ""
    let comment = check.map { "  # check: \($0)" } ?? ""
    lines.append("    \(slot) = \(Self.identifier(column.name))\(suffix)\(comment)")
  }

  /// Fills the slot of ids by the numbers of rows.
  mutating func addRowID() { lines.append("    id = rowid") }

  mutating func note(_ check: String) { lines.append("    # check: \(check)") }

  /// A field or an attribute, from a column that is called about so.
  mutating func add(_ field: Field) -> Bool {
    let name = field.name.text
    let names = name == "zone" ? ["zone", "timezone", "tz"] : [TableProfile.bare(name)]
    guard let column = table.column(names, loosely: true, without: taken) else {
      return false
    }
    add(name, column, as: Self.encoding(field.type, column))
    return true
  }

  private static func encoding(_ type: ValueType, _ column: TableProfile.Column) -> String? {
    guard type == .duration else { return nil }
    if column.bare.hasSuffix("minutes") || column.bare.hasSuffix("mins") { return "minutes" }
    if column.bare.hasSuffix("seconds") || column.bare.hasSuffix("secs") { return "seconds" }
    return column.bare.hasSuffix("hours") ? "hours" : nil
  }

  var text: String {
    let comment = check.map { "  # check: \($0)" } ?? ""
    return "  \(target) from \(Self.identifier(table.name)) {\(comment)\n" + lines.joined(separator: "\n")
      + "\n  }"
  }

  private static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    let startsPlain = name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
    return isPlain && startsPlain ? name : ValueText.quoted(name)
  }
}
