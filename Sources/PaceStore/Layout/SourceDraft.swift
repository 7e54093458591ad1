internal import PaceLanguage

/// A guess, from names and stored values, at the `source` that would read a foreign database.
struct SourceDraft {
  /// The source as text; nil where no table looks like a log of the program's events.
  private(set) var text: String?

  init(_ program: Program, _ schema: Schema, _ connection: borrowing Connection) {
    var blocks: [String] = []
    var used: Set<String> = []
    func pick(_ name: String, needing wanted: [String]) -> Schema.Table? {
      schema.tables.filter { !used.contains($0.name) }
        .map { (table: $0, score: Self.score($0, for: name, needing: wanted)) }
        .filter { $0.score > 0 }
        .max { $0.score < $1.score }?.table
    }
    for event in program.events {
      guard let table = pick(event.name.text, needing: Names.at) else { continue }
      used.insert(table.name)
      blocks.append(Self.eventBlock(event, program, table, connection))
    }
    guard !blocks.isEmpty else { return }
    if let table = pick(program.subject.name.text, needing: Names.startedAt) {
      blocks.insert(Self.subjectBlock(program.subject, table, connection), at: 0)
    }
    text = "source found {\n" + blocks.joined(separator: "\n") + "\n}"
  }

  private enum Names {
    static let at = ["at", "timestamp", "time", "date", "createdat", "loggedat", "occurredat", "ts", "when"]
    static let startedAt = [
      "startedat", "startat", "starttime", "startdate", "started", "start", "createdat",
    ]
    static let endedAt = ["endedat", "endat", "endtime", "enddate", "ended", "end", "finishedat"]
    static let id = ["idstring", "id", "uuid", "identifier", "guid", "pk"]
    static func kind(_ event: String) -> [String] {
      ["kind", event + "typeid", event + "type", event + "kind", "typeid", "type", "category", "code"]
    }
    static func subject(_ subject: String) -> [String] {
      [subject + "idstring", subject + "id", subject, subject + "uuid", "parentid", "parent"]
    }
  }

  /// How well a table may hold what is called `name`; nothing unless it has a time.
  private static func score(_ table: Schema.Table, for name: String, needing wanted: [String]) -> Int {
    guard column(wanted, in: table, loosely: true) != nil else { return 0 }
    let plain = bare(table.name)
    let wantedName = bare(name)
    if plain == wantedName || plain == wantedName + "s" { return 100 }
    if plain.hasPrefix(wantedName) { return 60 }
    return plain.contains(wantedName) ? 40 : 0
  }

  private static func eventBlock(
    _ event: EventType, _ program: Program, _ table: Schema.Table, _ connection: borrowing Connection
  ) -> String {
    var block = Block(name: event.name.text, table: table)
    block.add("id", Names.id)
    block.add(program.subject.name.text, Names.subject(bare(program.subject.name.text)))
    block.add("at", Names.at, loosely: true) { Self.timeEncoding($0, table, connection) }
    for field in event.fields { block.add(field.name.text, field.type) }
    if !event.kinds.isEmpty { block.add("kind", Names.kind(bare(event.name.text))) }
    return block.text
  }

  private static func subjectBlock(
    _ subject: Subject, _ table: Schema.Table, _ connection: borrowing Connection
  ) -> String {
    var block = Block(name: subject.name.text, table: table)
    block.add("id", Names.id)
    block.add("started_at", Names.startedAt) { Self.timeEncoding($0, table, connection) }
    block.add("ended_at", Names.endedAt) { Self.timeEncoding($0, table, connection) }
    for attribute in subject.attributes { block.add(attribute.name.text, attribute.type) }
    return block.text
  }

  /// One table's part of the source; each column is taken once.
  private struct Block {
    let name: String
    let table: Schema.Table
    private var lines: [String] = []
    private var taken: Set<String> = []

    init(name: String, table: Schema.Table) {
      self.name = name
      self.table = table
    }

    /// Fills a slot from the first free column with one of the names, if there is one.
    mutating func add(
      _ slot: String, _ names: [String], loosely: Bool = false,
      as encoding: (Schema.Column) -> String? = { _ in nil }
    ) {
      guard let found = SourceDraft.column(names, in: table, loosely: loosely, without: taken) else { return }
      taken.insert(found.name)
      let suffix = encoding(found).map { " as \($0)" } ?? ""
      lines.append("    \(slot) = \(SourceDraft.identifier(found.name))\(suffix)")
    }

    /// A field or an attribute, from a column that is called about so.
    mutating func add(_ name: String, _ type: ValueType) {
      add(name, [SourceDraft.bare(name)], loosely: true) { SourceDraft.encoding(type, $0) }
    }

    var text: String {
      "  \(name) from \(SourceDraft.identifier(table.name)) {\n" + lines.joined(separator: "\n") + "\n  }"
    }
  }

  /// The first column with one of the names; loosely also one that contains a name of three letters or more.
  private static func column(
    _ names: [String], in table: Schema.Table, loosely: Bool, without taken: Set<String> = []
  ) -> Schema.Column? {
    let free = table.columns.filter { !taken.contains($0.name) }
    for name in names {
      if let found = free.first(where: { bare($0.name) == name }) { return found }
    }
    guard loosely else { return nil }
    for name in names where name.utf8.count > 2 {
      if let found = free.first(where: { bare($0.name).contains(name) }) { return found }
    }
    return nil
  }

  private static func encoding(_ type: ValueType, _ column: Schema.Column) -> String? {
    guard type == .duration else { return nil }
    let name = bare(column.name)
    if name.hasSuffix("minutes") || name.hasSuffix("mins") { return "minutes" }
    if name.hasSuffix("seconds") || name.hasSuffix("secs") { return "seconds" }
    return name.hasSuffix("hours") ? "hours" : nil
  }

  /// From the size of a stored value: this century's seconds, milliseconds and days don't overlap.
  private static func timeEncoding(
    _ column: Schema.Column, _ table: Schema.Table, _ connection: borrowing Connection
  ) -> String? {
    let name = SQLText.name(column.name)
    let sql = "SELECT \(name) FROM \(SQLText.name(table.name)) WHERE \(name) IS NOT NULL LIMIT 1"
    guard let statement = try? connection.prepare(sql), (try? statement.step()) == true else {
      return bareHasCoreDataMark(column.name) ? "apple_seconds" : nil
    }
    switch statement.storageClass(0) {
    case .text: return "iso8601"
    case .integer, .real:
      let likely = LikelyEncoding(of: statement.real(0))
      return likely == .unixMilliseconds ? nil : likely?.name
    case .null, .blob: return nil
    }
  }

  private static func bareHasCoreDataMark(_ name: String) -> Bool {
    name.hasPrefix("Z") && name == name.uppercased()
  }

  /// Lower case without marks, and without the Z that Core Data puts before every name.
  private static func bare(_ name: String) -> String {
    var text = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if bareHasCoreDataMark(name), text.hasPrefix("z") { text.removeFirst() }
    return text
  }

  private static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    let startsPlain = name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
    return isPlain && startsPlain ? name : "\"\(name)\""
  }
}
