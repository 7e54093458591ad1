internal import PaceLanguage

/// The block of a drafted source for one table or one sort of objects; it uses each column once.
struct DraftBlock {
  let target: String
  let table: TableProfile
  let program: Program
  /// What the reader has to check about the table as a whole.
  var check: String?
  /// How the table's instants are stored.
  var times: String?
  private(set) var taken: Set<String> = []
  private var lines: [String] = []

  init(_ target: String, _ table: TableProfile, in program: Program) {
    self.target = target
    self.table = table
    self.program = program
  }

  /// Fills a slot from a column.
  ///
  /// - Parameter isShared: whether another slot may be filled from it too.
  mutating func add(
    _ slot: String, _ column: TableProfile.Column, _ fit: DraftFit = DraftFit(), isShared: Bool = false
  ) {
    if !isShared { taken.insert(column.name) }
    let checks = [fit.check, column.isMissing ? lackOfMember : nil]
    add(slot, input: input(column), DraftFit(fit.encoding, checks: checks))
  }

  /// What to check where some objects lack a member.
  private var lackOfMember: String {
    table.holder == nil
      ? "an object without it is skipped" : "if one item lacks it, the whole array is skipped"
  }

  /// Fills a slot with how much later one column is than another.
  mutating func add(
    _ slot: String, from earlier: TableProfile.Column, to later: TableProfile.Column, _ fit: DraftFit
  ) {
    taken.insert(later.name)
    add(slot, input: "\(input(later)) - \(input(earlier))", fit)
  }

  private mutating func add(_ slot: String, input: String, _ fit: DraftFit) {
    let suffix = fit.encoding.map { " as \($0)" } ?? ""
    let comment = fit.check.map { "  # check: \($0)" } ?? ""
    lines.append("    \(slot) = \(input)\(suffix)\(comment)")
  }

  private func input(_ column: TableProfile.Column) -> String {
    table.isJSON ? Self.path(column.name) : Self.identifier(column.name, in: program)
  }

  /// Fills a slot with the numbers of rows, or with a constant.
  mutating func add(_ slot: String, word: String, check: String? = nil) {
    add(slot, input: word, DraftFit(check: check))
  }

  /// Fills the slot of instants; nil if the table has none.
  ///
  /// - Parameter fields: those that may be filled by times of day.
  mutating func addTime(besides fields: [Field]) -> TableProfile.Column? {
    guard let at = DraftColumns.time(of: table) else { return nil }
    times = at.encoding ?? "unix_ms"
    var checks = at.isNamed ? [] : ["by its values a time"]
    if at.isLater { checks.append("by its name a later time") }
    if at.isCreation { checks.append("by its name when the row was made") }
    if let unread = at.unread, let value = unread.notTimes.first {
      let (column, text) = (RowDecoder.quoted(unread.name), RowDecoder.quoted(value))
      checks.append("\(column) may be the time, but \(text) is not read")
    }
    if let skipped = DraftMap.skipped(at.column.notTimes) { checks.append(skipped) }
    if at.column.hasNulls { checks.append("rows without it are skipped") }
    if table.isJSON, program.subject.zoneAttribute != nil, let wall = at.column.wallTime {
      let subject = Noun.one(program.noun)
      checks.append(
        "\(RowDecoder.quoted(wall)) is skipped: where \(subject) has a zone, times need an offset, such as `Z`"
      )
    }
    if at.column.isOfDays {
      checks.append((at.column.isOfDates ? "dates alone, so " : "") + "every row is at midnight")
      let claimed = fields.flatMap { columns(for: $0) }.map(\.name)
      if let clock = table.columns.first(where: { $0.isOfTimesOfDay && !claimed.contains($0.name) }) {
        let join = table.isJSON ? "in one member" : "in one column, which in SQLite a view can do"
        checks.append("if \(RowDecoder.quoted(clock.name)) has the times of day, join both \(join)")
      }
    }
    if !at.others.isEmpty {
      let names = at.others.map { RowDecoder.quoted($0.name) }.joined(separator: ", ")
      checks.append("\(names) \(at.others.count == 1 ? "holds" : "hold") times too")
    }
    add("at", at.column, DraftFit(at.encoding, checks: checks))
    return at.column
  }

  mutating func note(_ check: String) { lines.append("    # check: \(check)") }

  /// Keeps columns from filling anything.
  mutating func setAside(_ columns: [TableProfile.Column]) { taken.formUnion(columns.map(\.name)) }

  /// Notes that no column was found for the kind, or which line to fill in for a column that may hold it.
  mutating func noteKind(of event: EventType, _ column: TableProfile.Column?) {
    guard let column else {
      let kinds = event.kinds.map { TableProfile.bare($0.name.text) }
      let named = table.columns.filter { column in kinds.contains { column.contains($0) } }
      let each = "a view can make a row of each"
      let more = named.isEmpty ? "" : "; \(Self.list(named, "is", "are")) called like kinds: \(each)"
      return note("no \(table.part) was found for the kind\(table.isJSON ? "" : more)")
    }
    let kinds = event.kinds.map(\.name.text)
    let map = DraftMap(
      pairs: column.texts.sorted().map {
        (ValueText.quoted($0), DraftMap.likeliest($0, of: kinds) ?? "…")
      })
    let line = RowDecoder.onOneLine("kind = \(input(column)) as \(map.text)")
    note("if \(RowDecoder.quoted(column.name)) says the kind, fill in and add `\(line)`")
  }

  /// Notes which columns may name the subject, with the line that the first of them takes.
  mutating func noteSubjects(_ columns: [TableProfile.Column]) {
    guard let first = columns.first else { return }
    let names = columns.prefix(3).map { column in
      let target = column.tie.map { " (it refers to \(RowDecoder.quoted($0.table)))" }
      return RowDecoder.quoted(column.name) + (target ?? "")
    }
    let others = columns.count > 3 ? ["another"] : []
    let line = RowDecoder.onOneLine("\(program.noun) = \(input(first))")
    note("if \(Noun.either(names + others)) does, add `\(line)`")
  }

  /// Fills a slot from the first column of these names, if there is one.
  mutating func add(_ slot: String, _ names: [String]) {
    if let column = table.column(names, without: taken) { add(slot, column) }
  }

  /// The columns whose names resemble a field's, the likeliest first.
  func columns(for field: Field) -> [TableProfile.Column] {
    let name = field.name.text
    let names = name == "zone" ? ["zone", "timezone", "tz"] : [TableProfile.bare(name)]
    let others = fields.filter { $0.name.text != name }
    return table.columns(names, loosely: true, without: taken).filter { column in
      isCalled(column, field) || !others.contains { isCalled(column, $0) }
    }
  }

  /// The fields of the block's event, or the subject's attributes.
  private var fields: [Field] {
    program.events.first { $0.name.text == target }?.fields
      ?? (target == "kinds" ? [] : program.subject.attributes)
  }

  /// Fills a field or an attribute from a column with a similar name and fitting values; false without one.
  ///
  /// Names the other columns that have such a name and fit.
  mutating func add(_ field: Field) -> Bool {
    let all = columns(for: field)
    let isOfSubjects = target == program.noun && !table.isJSON
    // The number of an object is no text.
    let fits = all.filter { !table.isJSON || field.type != .text || $0.numbers.isEmpty }.compactMap {
      column in
      DraftFit(field, column, in: program, times: times, isOfSubjects: isOfSubjects).map { (column, $0) }
    }
    // A column that is only called like the field is worth nothing without values.
    let filled = fits.first { isCalled($0.0, field) || !$0.0.isEmpty }
    guard case (let column, var fit)? = filled ?? fits.first else { return false }
    let isExact = isCalled(column, field)
    let rivals = fits.map(\.0).filter {
      $0.name != column.name && isCalled($0, field) == isExact && $0.isOfSorts == column.isOfSorts
        && !$0.isEmpty
    }
    if !rivals.isEmpty {
      fit = DraftFit(fit.encoding, checks: [fit.check, "\(Self.list(rivals, "fits", "fit")) too"])
    }
    add(field.name.text, column, fit)
    return true
  }

  private func isCalled(_ column: TableProfile.Column, _ field: Field) -> Bool {
    column.bare == TableProfile.bare(field.name.text)
  }

  /// The names of the first of some columns, then the verb.
  static func list(_ columns: [TableProfile.Column], _ one: String = "is", _ several: String = "are")
    -> String
  {
    "\(DraftMap.some(of: columns.map(\.name))) \(columns.count == 1 ? one : several)"
  }

  /// Notes which fields are left out, and why if a column has a similar name.
  mutating func leaveOut(_ fields: [Field]) {
    var names: [String] = []
    let amounts = table.columns.filter { !taken.contains($0.name) && $0.isOfAmounts }
    let isClear = amounts.count == 1 && fields.count { $0.type == .number } == 1
    for field in fields {
      let name = field.name.text
      let amount = isClear && field.type == .number ? amounts.first : nil
      guard let column = columns(for: field).first ?? amount else {
        names.append("`\(name)`")
        continue
      }
      let value = DraftFit.misfit(field, column, in: program)
      note("`\(name)` is left out: \(RowDecoder.quoted(column.name)) holds \(value)")
    }
    if !names.isEmpty { note("no \(table.part) was found for \(names.joined(separator: ", "))") }
  }

  /// Notes that rows count although they are marked as deleted, if a column may mark them.
  mutating func noteDeletions() {
    for column in table.deletionMarks {
      let name = RowDecoder.quoted(column.name)
      var remedy = table.isJSON ? "" : "; in SQLite a view can leave them out"
      if column.texts.isEmpty, !column.numbers.isEmpty, column.numbers.isSubset(of: [0, 1]) {
        let word = table.sort == nil ? "where" : "and"
        remedy = "; `\(word) \(input(column)) != 1` leaves them out"
      } else if !table.isJSON, let test = Self.testOfLiveRows(column, isCSV: table.isCSV) {
        let rows = SQLText.plainName(table.name)
        remedy = "; in SQLite a view leaves them out: `SELECT * FROM \(rows) WHERE \(test)`"
      }
      note(
        "if \(name) marks deleted \(table.isJSON ? "objects" : "rows"), they are read too"
          + RowDecoder.onOneLine(remedy))
    }
  }

  /// The SQL test for rows that a column of times does not mark as deleted; nil if its values don't tell.
  ///
  /// Some applications write an empty text or 0 instead of NULL, and so does `.import` for a CSV's empty cells.
  private static func testOfLiveRows(_ column: TableProfile.Column, isCSV: Bool) -> String? {
    guard column.isEmpty || column.times != .no || column.texts == [""] else { return nil }
    let name = SQLText.plainName(column.name)
    let isBlank = column.texts.contains("") || isCSV && column.hasNulls
    let blanks = (isBlank ? ["''"] : []) + (column.numbers.contains(0) ? ["0"] : [])
    let others = column.notTimes.filter { !["", "0"].contains($0) }
    if !others.isEmpty { return nil }
    return (["\(name) IS NULL"] + blanks.map { "\(name) = \($0)" }).joined(separator: " OR ")
  }

  var text: String {
    let comment = check.map { "  # check: \($0)" } ?? ""
    return "  \(target) from \(table.origin) {\(comment)\n" + lines.joined(separator: "\n")
      + "\n  }"
  }

  // MARK: Names

  /// The path of a member, as a source writes it.
  static func path(_ keys: String) -> String {
    keys.split(separator: ".").map { identifier(String($0)) }.joined(separator: ".")
  }

  /// A column as a source writes it: in quotes if the word alone would be a value.
  static func identifier(_ column: String, in program: Program) -> String {
    let types = (program.subject.attributes + program.events.flatMap(\.fields)).map(\.type)
    let isValue =
      types.contains { program.names(of: $0)?.contains(column) == true }
      || program.events.contains { $0.kinds.contains { $0.name.text == column } }
      || program.rules.contains { $0.name.text == column }
    return isValue ? ValueText.quoted(column) : identifier(column)
  }

  /// A name as a source writes it.
  static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy(\.isWordByte)
    let startsPlain = name.utf8.first.map { !$0.isDigit } ?? false
    let isWord = ["yes", "no", "json"].contains(name)
    return isPlain && startsPlain && !isWord ? name : ValueText.quoted(name)
  }
}
