internal import PaceLanguage

/// A guess at the `source` of a foreign database or of JSON objects, from names and stored values.
///
/// What names don't settle is marked `# check:`.
struct SourceDraft {
  /// The source as text; nil where no table looks like a log of the program's events.
  private(set) var text: String?

  let program: Program
  private let tables: [TableProfile]
  /// The table of subjects with the column of their ids.
  private var subjects: (table: TableProfile, id: TableProfile.Column)?

  init(_ program: Program, _ schema: Schema, _ connection: borrowing Connection) {
    var tables: [TableProfile] = []
    for table in schema.tables { tables.append(TableProfile(table, connection)) }
    self.init(program, tables)
  }

  init(_ program: Program, _ tables: [TableProfile]) {
    self.program = program
    self.tables = tables
    subjects = likeliestSubjects()
    let chosen = assignEvents()
    guard !chosen.isEmpty else { return }
    var blocks: [String] = []
    if let subjects { blocks.append(subjectBlock(subjects.table, subjects.id)) }
    var used = Set(chosen.map(\.table.origin))
    if let subjects { used.insert(subjects.table.origin) }
    for (index, event) in program.events.enumerated() {
      guard let fit = chosen.first(where: { $0.event == index }) else {
        let what = tables.contains(where: \.isJSON) ? "object" : "table"
        blocks.append("  # check: no \(what) looks like `\(event.name.text)`")
        continue
      }
      blocks.append(eventBlock(event, fit.table, isSure: fit.isSure))
    }
    let others: [(TableProfile) -> DraftBlock?] = [noticeBlock, endBlock, kindBlock, settingBlock]
    for table in tables where !used.contains(table.origin) {
      guard let block = others.lazy.compactMap({ $0(table) }).first else { continue }
      blocks.append(block.text)
      used.insert(table.origin)
    }
    for table in tables where !used.contains(table.origin) {
      let fitting = program.events.filter { (score(table, for: $0) ?? 0) >= Self.plausible }.map(\.name.text)
      if let event = fitting.first { blocks.append("  # check: `\(table.name)` might hold `\(event)` too") }
    }
    text = "source found {\n" + blocks.joined(separator: "\n") + "\n}"
  }

  // MARK: Which table holds what

  private struct Fit {
    var event: Int
    var table: TableProfile
    var score: Int
    /// Whether the table's name says so.
    var isSure: Bool
  }

  /// What a table without a fitting name needs: a time and something of the event.
  private static let plausible = 15
  private static let sure = 40

  /// A table for each event, the best fits first.
  private func assignEvents() -> [Fit] {
    var fits: [Fit] = []
    for (index, event) in program.events.enumerated() {
      for table in tables where table.origin != subjects?.table.origin {
        guard let score = score(table, for: event), score >= Self.plausible else { continue }
        let isSure = table.likeness(to: event.name.text) > 0
        fits.append(Fit(event: index, table: table, score: score, isSure: isSure))
      }
    }
    var chosen: [Fit] = []
    for fit in fits.enumerated().sorted(by: { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) })
    {
      let (event, table) = (fit.element.event, fit.element.table.origin)
      if chosen.contains(where: { $0.event == event || $0.table.origin == table }) { continue }
      chosen.append(fit.element)
    }
    return chosen
  }

  /// How well a table may hold an event; nil unless it has times.
  private func score(_ table: TableProfile, for event: EventType) -> Int? {
    guard let at = DraftColumns.time(of: table) else { return nil }
    // Notices that an application gave are no events.
    if table.columns.contains(where: { $0.isMostly(program.rules.map(\.name.text)) }) { return nil }
    var score = table.likeness(to: event.name.text) + (at.isNamed ? 5 : 0)
    let kinds = event.kinds.map(\.name.text)
    if table.columns.contains(where: { $0.isMostly(kinds) }) { score += 80 }
    if !kinds.isEmpty, table.column(DraftColumns.kind(event.name.text)) != nil { score += 10 }
    // Where there are no kinds, a time and an id are all that an event needs.
    if kinds.isEmpty, DraftColumns.id(of: table, called: event.name.text) != nil { score += 10 }
    let fields = event.fields.count { table.column([TableProfile.bare($0.name.text)], loosely: true) != nil }
    return score + fields * 10
  }

  private func likeliestSubjects() -> (table: TableProfile, id: TableProfile.Column)? {
    let name = program.subject.name.text
    var best: (score: Int, table: TableProfile, id: TableProfile.Column)?
    for table in tables {
      guard let id = DraftColumns.id(of: table, called: name) else { continue }
      var score = table.likeness(to: name)
      if score == 0, DraftColumns.people.contains(table.bare) { score = 30 }
      if score == 0, isBeginning(table) { score = 20 }
      // A table of events that starts with the subject's name is not one of subjects.
      if score < 100, table.column(DraftColumns.subject(name), without: [id.name]) != nil { continue }
      if score > best?.score ?? 0 { best = (score, table, id) }
    }
    return best.map { ($0.table, $0.id) }
  }

  /// Whether something starts there that has an attribute of the subject.
  private func isBeginning(_ table: TableProfile) -> Bool {
    table.column(DraftColumns.startedAt) != nil
      && program.subject.attributes.contains { table.column([TableProfile.bare($0.name.text)]) != nil }
  }

  // MARK: Blocks

  private func eventBlock(_ event: EventType, _ table: TableProfile, isSure: Bool) -> String {
    let name = event.name.text
    var block = DraftBlock(name, table)
    if !isSure { block.check = "is this the log of `\(name)`?" }
    addID(to: &block)
    addSubject(to: &block)
    if let at = DraftColumns.time(of: table) {
      block.add("at", at.column, as: at.encoding, check: at.isNamed ? nil : "by its values a time")
    }
    // Kinds first where values tell them, lest a field takes the column by its name.
    var kind: (column: TableProfile.Column, map: String?, check: String?)?
    if !event.kinds.isEmpty { kind = DraftColumns.kind(of: event, in: table, without: block.taken) }
    var reserved = block
    if let kind { reserved.add("kind", kind.column) }
    var missing: [Field] = []
    for field in event.fields {
      let isKind =
        table.column([TableProfile.bare(field.name.text)], loosely: true, without: block.taken)
        .map { $0.name == kind?.column.name } ?? false
      if isKind || !block.add(field) { missing.append(field) }
    }
    if let kind { block.add("kind", kind.column, as: kind.map, check: kind.check) }
    addLeftover(missing, to: &block)
    if table.isJSON { block.add("device", ["device", "sourcedevice", "deviceid", "devicename"]) }
    return block.text
  }

  /// Maps the only number column left over to the only number field left over.
  private func addLeftover(_ missing: [Field], to block: inout DraftBlock) {
    let fields = missing.filter { $0.type == .number }
    let columns = block.table.columns.filter { column in
      !block.taken.contains(column.name) && !column.isKey && !column.numbers.isEmpty
        && column.texts.count <= 1
        && DraftColumns.time(of: column) == nil
    }
    if fields.count == 1, columns.count == 1 {
      block.add(fields[0].name.text, columns[0], check: "the only number left over")
    }
  }

  private func addID(to block: inout DraftBlock) {
    if let id = DraftColumns.id(of: block.table, called: block.target) {
      block.add("id", id)
    } else if block.table.hasRowID {
      block.addRowID()
    } else if !block.table.isJSON, let first = block.table.columns.first {
      block.add("id", first, check: "no column is called an id")
    }
  }

  private func addSubject(to block: inout DraftBlock) {
    let name = program.subject.name.text
    if let named = block.table.column(DraftColumns.subject(name), without: block.taken) {
      block.add(name, named)
      return
    }
    // Ids of subjects, and nothing else.
    let linked = subjects.flatMap { subjects in
      block.table.columns.first { column in
        !block.taken.contains(column.name) && !column.isEmpty && !subjects.id.isEmpty
          && DraftColumns.time(of: column) == nil && column.points(to: subjects.id)
      }
    }
    if let linked {
      block.add(name, linked, check: "its values are ids of `\(subjects?.table.name ?? name)`")
    } else if let owner = block.table.column(DraftColumns.owners, without: block.taken) {
      block.add(name, owner, check: "is this the \(name)?")
    } else {
      block.note("no \(block.table.part) names the \(name), so all rows are those of one")
    }
  }

  private func subjectBlock(_ table: TableProfile, _ id: TableProfile.Column) -> String {
    var block = DraftBlock(program.subject.name.text, table)
    if table.likeness(to: program.subject.name.text) == 0 {
      block.check = "are these the \(Noun.plural(program.subject.name.text))?"
    }
    block.add("id", id)
    for (slot, names) in [("started_at", DraftColumns.startedAt), ("ended_at", DraftColumns.endedAt)] {
      guard let column = table.column(names, without: block.taken) else { continue }
      if let encoding = DraftColumns.encoding(of: column) { block.add(slot, column, as: encoding.name) }
    }
    for attribute in program.subject.attributes { _ = block.add(attribute) }
    return block.text
  }

  /// The notices that an application really gave.
  private func noticeBlock(_ table: TableProfile) -> DraftBlock? {
    let rules = program.rules.map(\.name.text)
    guard !table.isJSON, let rule = table.columns.first(where: { $0.isMostly(rules) }),
      let at = DraftColumns.time(of: table)
    else { return nil }
    var block = DraftBlock(Layout.noticeTable, table)
    addID(to: &block)
    addSubject(to: &block)
    block.add("at", at.column, as: at.encoding)
    block.add("rule", rule)
    return block
  }
}
