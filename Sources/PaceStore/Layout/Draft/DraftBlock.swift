internal import PaceLanguage

/// One table's part of a drafted source, or that of one sort of objects; each column is taken once.
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
    let missing = column.isMissing ? "an object without it is skipped" : nil
    let comment = (check ?? missing).map { "  # check: \($0)" } ?? ""
    let name = table.isJSON ? Self.path(column.name) : Self.identifier(column.name)
    lines.append("    \(slot) = \(name)\(suffix)\(comment)")
  }

  /// Fills the slot of ids by the numbers of rows.
  mutating func addRowID() { lines.append("    id = rowid") }

  mutating func note(_ check: String) { lines.append("    # check: \(check)") }

  /// Fills a slot from the first column of these names, if there is one.
  mutating func add(_ slot: String, _ names: [String]) {
    if let column = table.column(names, without: taken) { add(slot, column) }
  }

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
    return "  \(target) from \(table.origin) {\(comment)\n" + lines.joined(separator: "\n")
      + "\n  }"
  }

  /// The path of a member, as a source writes it.
  static func path(_ keys: String) -> String {
    keys.split(separator: ".").map { identifier(String($0)) }.joined(separator: ".")
  }

  /// A name as a source writes it.
  static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    let startsPlain = name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
    return isPlain && startsPlain ? name : ValueText.quoted(name)
  }
}
