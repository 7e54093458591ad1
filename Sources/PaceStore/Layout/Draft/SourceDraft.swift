internal import PaceLanguage

/// A `source` that may read a foreign database, or JSON objects, drafted from names and stored values.
///
/// What names don't settle is marked `# check:`.
struct SourceDraft {
  /// The source as text; nil if nothing stored can be a log.
  private(set) var text: String?

  let program: Program
  /// The tables with rows.
  let tables: [TableProfile]
  private let empty: [TableProfile]
  /// The table of subjects with the column of their ids, and whether events were seen to refer to it.
  var subjects: (table: TableProfile, id: TableProfile.Column, isReferred: Bool)?
  /// The origins of the tables whose rows have times and refer to subjects.
  private(set) var referring: Set<String> = []

  /// - Throws: If the file is damaged.
  init(_ program: Program, _ schema: Schema, _ connection: borrowing Connection) throws(StoreError) {
    var tables: [TableProfile] = []
    for table in schema.tables { tables.append(try TableProfile(table, connection, program)) }
    self.init(program, tables)
  }

  init(_ program: Program, _ all: [TableProfile]) {
    self.program = program
    var tables = all.filter { $0.rows > 0 }.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }.map {
      $0.settingDeletionMarksAside(for: program).tied(to: all)
    }
    for index in tables.indices where tables[index].isJSON {
      tables[index].needsOffsets = program.subject.zoneAttribute != nil
    }
    if !tables.contains(where: { DraftColumns.time(of: $0) != nil }) {
      for index in tables.indices { tables[index].takesAnyNumbersForTimes = true }
    }
    self.tables = tables
    empty = all.filter { $0.rows == 0 }
    subjects = likeliestSubjects()
    referring = Set(tables.filter(refersToSubjects).map(\.origin))
    var chosen = assignEvents()
    if chosen.isEmpty {
      // What looked like subjects may be the only log there is.
      (subjects, referring) = (nil, [])
      chosen = assignEvents()
    }
    guard !chosen.isEmpty else { return }
    if subjects == nil, !program.subject.isPerDay { subjects = ownersReferred(to: chosen) }
    referToSubjects(from: chosen)
    var blocks: [String] = []
    if let subjects { blocks.append(subjectBlock(subjects.table, subjects.id)) }
    var used = Set(chosen.map(\.table.origin) + chosen.compactMap(\.original))
    if let subjects { used.insert(subjects.table.origin) }
    for (index, event) in program.events.enumerated() {
      let fits = chosen.filter { $0.event == index }
      if fits.isEmpty { blocks.append("  # check: \(nothing(of: event, besides: chosen))") }
      for fit in fits { blocks.append(eventBlock(event, fit)) }
    }
    if let note = lostSubjects(among: used) { blocks.append("  # check: \(note)") }
    let others: [(TableProfile) -> DraftBlock?] = [noticeBlock, endBlock, kindBlock, settingBlock]
    for table in tables where !used.contains(table.origin) {
      guard let block = others.lazy.compactMap({ $0(table) }).first else { continue }
      blocks.append(block.text)
      used.insert(table.origin)
    }
    for table in tables where !used.contains(table.origin) {
      let fitting = program.events.indices.filter { mayHold(table, event: $0, besides: chosen) }
        .map { program.events[$0] }.sorted(on: { -(score(table, for: $0) ?? 0) }).map(\.name.text)
      let free = fitting.first { name in !chosen.contains { program.events[$0.event].name.text == name } }
      if let event = free ?? fitting.first {
        blocks.append("  # check: \(table.shown) might hold `\(event)`\(free == nil ? " too" : "")")
      } else if table.sort != nil, !table.isJSON {
        blocks.append("  # check: \(table.shown) is not read")
      }
    }
    text = "source \(freeName) {\n" + blocks.joined(separator: "\n") + "\n}"
  }

  /// The text as messages offer it.
  var offer: String? { text.map { "a source that may fit, to be checked and added to the pack:\n\n" + $0 } }

  /// A name that no source of the program has.
  private var freeName: String {
    let taken = program.sources.map(\.name.text)
    var (name, number) = ("found", 1)
    while taken.contains(name) {
      number += 1
      name = "found_\(number)"
    }
    return name
  }

  /// What to say about an event that has no table.
  private func nothing(of event: EventType, besides chosen: [Fit]) -> String {
    let name = event.name.text
    let what = tables.contains(where: \.isJSON) ? "object" : "table"
    if let table = empty.first(where: { $0.likeness(to: name) > 0 }) {
      return "no \(what) with rows looks like `\(name)`; \(RowDecoder.quoted(table.name)) is empty"
    }
    let nothing = "no \(what) looks like `\(name)`"
    if let (member, values) = memberOfSorts {
      let value = values.first { TableProfile.bare($0) == TableProfile.bare(name) }.map {
        ValueText.quoted($0)
      }
      let line = RowDecoder.onOneLine("\(name) from json where \(DraftBlock.path(member)) == \(value ?? "…")")
      let list = value == nil ? " (\(DraftMap.some(of: values, most: 8)))" : ""
      return "\(nothing); \(RowDecoder.quoted(member)) tells the objects apart\(list): `\(line)`"
    }
    for table in chosen.map(\.table) where !table.isJSON && table.sort == nil {
      guard let column = table.undecidedSort(for: program) else { continue }
      let (input, rows) = (DraftBlock.identifier(column.name, in: program), RowDecoder.quoted(column.name))
      let line = RowDecoder.onOneLine("\(name) from \(table.origin) where \(input) == …")
      return "\(nothing); if \(rows) tells the events apart, each has a block of its own: `\(line)`"
    }
    return nothing
  }

  // MARK: Blocks

  private func eventBlock(_ event: EventType, _ chosen: Fit) -> String {
    let (name, table) = (event.name.text, chosen.table)
    var block = DraftBlock(name, table, in: program)
    let isNamed = chosen.kind.map { table.likeness(to: $0) == 100 } ?? (table.likeness(to: name) > 0)
    if !isNamed { block.check = "is this the log of `\(name)`?" }
    addID(to: &block)
    addSubject(to: &block)
    let at = block.addTime(besides: event.fields)
    // Kinds are found first, so that no field takes their column because of its name.
    let mayHoldKinds = !event.kinds.isEmpty && chosen.kind == nil
    let kind = mayHoldKinds ? DraftColumns.kind(of: event, in: table, without: block.taken) : nil
    var missing: [Field] = []
    for field in event.fields {
      let isKind = block.columns(for: field).first.map { $0.name == kind?.column.name } ?? false
      if isKind || !block.add(field) { missing.append(field) }
    }
    if let kind = chosen.kind {
      block.add("kind", word: kind)
    } else if let kind, !block.taken.contains(kind.column.name) {
      let gap = kind.column.hasNulls ? "rows without it are of no kind" : nil
      block.add("kind", kind.column, DraftFit(kind.fit.encoding, checks: [kind.fit.check, gap]))
    } else if mayHoldKinds {
      block.noteKind(of: event, DraftColumns.unmapped(of: event, in: table, without: block.taken)?.column)
    }
    addLeftovers(&missing, to: &block, from: at)
    block.leaveOut(missing)
    block.noteDeletions()
    if table.isJSON { block.add("device", ["device", "sourcedevice", "deviceid", "devicename"]) }
    return block.text
  }

  /// Maps a leftover number or duration to the only leftover column of its sort.
  private func addLeftovers(
    _ missing: inout [Field], to block: inout DraftBlock, from at: TableProfile.Column?
  ) {
    let columns = block.table.columns.filter { column in
      !block.taken.contains(column.name) && !column.isKey && !column.isBookkeeping
        && !column.contains("id") && !DraftColumns.ids.contains(column.bare) && column.tie == nil
        && !block.table.numbersRows(column)
    }
    let sorts: [(type: ValueType, what: String, columns: [TableProfile.Column])] = [
      (.number, "number", columns.filter { $0.isOfNumbers && DraftColumns.time(of: $0) == nil }),
      (.duration, "duration", columns.filter(\.looksLikeDurations)),
    ]
    for (type, what, columns) in sorts {
      let fields = missing.filter { $0.type == type }
      guard fields.count == 1, columns.count == 1,
        var fit = DraftFit(fields[0], columns[0], in: program, times: block.times)
      else { continue }
      let strange = DraftFit.strange(fields[0], columns[0], in: program).map { most in
        "up to \(most), so perhaps in another unit"
          + (block.table.isJSON ? "" : ", which in SQLite a view can convert")
      }
      fit.check = (["the only \(what) left over", fit.check, strange].compactMap { $0 }).joined(
        separator: ", ")
      block.add(fields[0].name.text, columns[0], fit)
      missing.removeAll { $0.name.text == fields[0].name.text }
    }
    guard let at, let field = missing.first(where: { $0.type == .duration }) else { return }
    let end = columns.first { DraftColumns.isEnd($0) && !$0.isEmpty && $0.times == at.times }
    guard let end else { return }
    block.add(field.name.text, from: at, to: end, DraftFit(block.times, check: "is it as long as this?"))
    missing.removeAll { $0.name.text == field.name.text }
  }

  private func addID(to block: inout DraftBlock) {
    let table = block.table
    let fields = fields(of: block)
    let id = DraftColumns.id(of: table, called: block.target)
    // A column that is called an id, but is none.
    let exchanged =
      id == nil ? DraftColumns.namedIDs(of: table, called: block.target).first.flatMap(table.flaw) : nil
    if let id {
      block.add("id", id, DraftFit(check: table.isUnique(id) ? nil : "some rows share one"))
    } else if let number = table.columns.first(where: { table.numbersRows($0) && !fields.contains($0.name) })
    {
      block.add("id", number, DraftFit(check: "it numbers the rows"))
    } else if let rowID = table.rowID {
      block.add("id", word: rowID, check: exchanged)
    } else {
      let name = program.noun
      let at = DraftColumns.time(of: table)?.column.name
      let others = Set([at].compactMap { $0 })
      let owner =
        namedSubject(of: table, without: others)
        ?? table.references(DraftColumns.owners, without: others).first(where: \.isOfIDs)
      let kinds = program.events.first { $0.name.text == block.target && !$0.kinds.isEmpty }.flatMap {
        DraftColumns.kind(of: $0, in: table, without: Set([at, owner?.name].compactMap { $0 }))?.column.name
      }
      if let other = DraftColumns.substitute(of: table, besides: owner, and: kinds, of: name) {
        let checks = other.isNamed ? [other.check] : [exchanged, other.check]
        block.add("id", other.column, DraftFit(checks: checks), isShared: !other.isUnique)
      } else if table.isJSON {
        block.note("no member is an id, so objects that say the same count once")
      }
    }
  }

  private func addSubject(to block: inout DraftBlock) {
    // Rows belong to the day of their time.
    if program.subject.isPerDay { return }
    let name = program.noun
    var taken = block.taken
    if let at = DraftColumns.time(of: block.table) { taken.insert(at.column.name) }
    if let named = namedSubject(of: block.table, without: taken) {
      let known = subjects?.id ?? named
      let isStrange = !known.ids.isEmpty && !named.ids.isEmpty && !named.points(to: known)
      let strange =
        isStrange
        ? "most of its values are no ids of \(RowDecoder.quoted(subjects?.table.name ?? name))" : nil
      block.add(name, named, DraftFit(checks: [strange] + Self.gaps(in: named, of: name)))
      return
    }
    func linked(without taken: Set<String>) -> TableProfile.Column? {
      guard let subjects else { return nil }
      return linkedSubject(of: block.table, called: block.target, without: taken) { column, isNamed in
        subjects.table.holdsAll(of: column, in: subjects.id) || isNamed && column.points(to: subjects.id)
      }
    }
    if let first = linked(without: taken) {
      let other = DraftColumns.owners.contains(first.bare) ? nil : linked(without: taken.union([first.name]))
      let others = other.map { ", as are those of \(RowDecoder.quoted($0.name))" } ?? ""
      let ids = "its values are ids of \(RowDecoder.quoted(subjects?.table.name ?? name))"
      block.add(name, first, DraftFit(checks: [ids + others] + Self.gaps(in: first, of: name)))
    } else if let owner = block.table.references(
      DraftColumns.owners, without: taken.union(fields(of: block))
    ).first(where: \.isOfIDs) {
      block.add(name, owner, DraftFit(checks: Self.gaps(in: owner, of: name) + ["is this the \(name)?"]))
    } else {
      block.note(nobody(in: block.table))
      let strange = block.table.references(DraftColumns.subject(name) + DraftColumns.owners, without: taken)
        .filter { !$0.isEmpty && !$0.isOfIDs }
      if let first = strange.first, let flaw = block.table.flaw(first) {
        block.note("\(flaw), which are no ids" + (block.table.isJSON ? "" : "; a view can make ids of them"))
        block.setAside(strange)
      }
      let claimed = taken.union(fields(of: block))
      func named(without others: [TableProfile.Column?]) -> [TableProfile.Column] {
        let others = others.compactMap { $0?.name }
        return DraftColumns.mayName(name, in: block.table, without: claimed.union(others))
      }
      // Numbers of a subject's parts are neither kinds nor amounts.
      block.setAside(
        named(without: []).filter { TableProfile.begins($0.name, with: name) && $0.texts.isEmpty })
      let what = block.table.column([TableProfile.bare(block.target)])
      block.noteSubjects(named(without: kinds(of: block) + [ruleColumn(of: block.table), what]))
    }
  }

  /// What to check where a column that names the subject is empty in some rows.
  private static func gaps(in column: TableProfile.Column, of name: String) -> [String?] {
    [
      column.hasNulls ? "rows without it are skipped" : nil,
      column.texts.contains("") ? "an empty text names \(Noun.one(name)) too" : nil,
    ]
  }

  /// What to say of a table no column of which names the subject.
  private func nobody(in table: TableProfile) -> String {
    let name = program.noun
    let around = TableProfile(objects: "", origin: "", count: 0, columns: table.holder ?? [])
    let owner = around.references(DraftColumns.subject(name) + DraftColumns.owners).first
    guard let owner else { return "no \(table.part) names the \(name), so all rows are those of one" }
    let place = "\(RowDecoder.quoted(owner.name)) stands outside of the items, where no path of theirs leads"
    return "\(place), so all rows are those of one \(Noun.words(name))"
  }

  /// The columns that are named like the fields of a block's event.
  func fields(of block: DraftBlock) -> Set<String> {
    let fields = program.events.first { $0.name.text == block.target }?.fields ?? []
    return Set(fields.flatMap { block.columns(for: $0) }.map(\.name))
  }

  /// The columns that hold kinds of a block's event, or likely do.
  private func kinds(of block: DraftBlock) -> [TableProfile.Column?] {
    let event = program.events.first { $0.name.text == block.target && !$0.kinds.isEmpty }
    guard let event else { return [] }
    let named = DraftColumns.namingKinds(of: event, in: block.table, without: block.taken)
    if let kind = DraftColumns.kind(of: event, in: block.table, without: block.taken) {
      return named + [kind.column]
    }
    let likely = DraftColumns.unmapped(of: event, in: block.table, without: block.taken)
    return named + [likely?.isLikely == true ? likely?.column : nil]
  }

  private func subjectBlock(_ table: TableProfile, _ id: TableProfile.Column) -> String {
    var block = DraftBlock(program.noun, table, in: program)
    if table.likeness(to: program.noun) == 0 {
      block.check = "are these the \(Noun.plural(program.noun))?"
    }
    let checks = [
      subjects?.isReferred == true ? "rows of events refer to it" : nil,
      id.hasNulls
        ? "rows without it are skipped" : table.isJSON || table.isUnique(id) ? nil : "some rows share one",
    ]
    block.add("id", id, DraftFit(checks: checks))
    let ends =
      table.columns(DraftColumns.endedAt)
      + table.columns.filter { DraftColumns.isEnd($0) && DraftColumns.time(of: $0) != nil }
    for (slot, columns) in [("started_at", table.columns(DraftColumns.startedAt)), ("ended_at", ends)] {
      let column = columns.first { !block.taken.contains($0.name) && DraftColumns.fit(ofTimes: $0) != nil }
      if let column, let fit = DraftColumns.fit(ofTimes: column) { block.add(slot, column, fit) }
    }
    block.leaveOut(program.subject.attributes.filter { !block.add($0) })
    return block.text
  }

  /// A block for given notices; nil if the table holds none.
  private func noticeBlock(_ table: TableProfile) -> DraftBlock? {
    let rules = program.rules.map(\.name.text)
    guard !table.isJSON, let rule = ruleColumn(of: table),
      DraftColumns.time(of: table) != nil, let map = DraftMap(rule, to: rules)
    else { return nil }
    var block = DraftBlock(Layout.noticeTable, table, in: program)
    addID(to: &block)
    addSubject(to: &block)
    _ = block.addTime(besides: [])
    block.add("rule", rule, DraftFit(map.isNeeded ? map.text : nil, check: map.check))
    let texts = table.columns.filter { !block.taken.contains($0.name) && !$0.texts.isEmpty }
    if !texts.isEmpty { block.note("\(DraftBlock.list(texts)) left out: of a notice only its rule is read") }
    return block
  }
}
