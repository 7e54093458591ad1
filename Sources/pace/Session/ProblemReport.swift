import PaceLanguage
import PaceReport
import PaceStore

extension Console {
  /// Names the rows and tables that could not be read. A command that did its work doesn't fail for them.
  mutating func remark(on problems: RowProblems) {
    name(problems)
    for table in problems.lost { remark("\(Self.lost(table)), and stays in the file") }
  }

  /// Names what could not be read; throws if a whole table or any line is lost, or `isStrict` forbids the rest.
  mutating func tell(_ problems: RowProblems, _ choices: Choices) throws(Failure) {
    tell(repeatedTimes: choices.repeatedTimes)
    try tell(problems, isStrict: choices.isStrict)
  }

  /// The same for a log that several packs have read, with the problems of each; some may have none.
  mutating func tell(
    _ all: [(pack: String, problems: RowProblems)], _ choices: Choices
  ) throws(Failure) {
    tell(repeatedTimes: choices.repeatedTimes)
    for (pack, problems) in all {
      if all.count > 1, !problems.isEmpty { remark("as `\(pack)` reads the log:") }
      name(problems)
    }
    for (_, problems) in all { try refuse(problems, isStrict: choices.isStrict) }
  }

  /// The same for a log that pace keeps.
  mutating func tell(_ problems: RowProblems, isStrict: Bool) throws(Failure) {
    name(problems)
    try refuse(problems, isStrict: isStrict)
  }

  /// Throws if a whole table or any line is lost, or `isStrict` forbids the rest.
  private mutating func refuse(_ problems: RowProblems, isStrict: Bool) throws(Failure) {
    if problems.isEmpty, problems.doubts.isEmpty, problems.repeated.isEmpty { return }
    if let table = problems.lost.first {
      try out.flush()
      let draft = table.draft.map { "\n\($0)" } ?? ""
      throw .data(
        Self.lost(table),
        help: "mend the values that are named above, \(Self.remedy(of: table.medium))\(draft)")
    }
    if problems.skippedLines > 0 {
      try out.flush()
      let were = problems.skippedLines == 1 ? "was" : "were"
      throw .data("\(Noun.count(problems.skippedLines, "line")) cannot be taken and \(were) left out")
    }
    guard isStrict else { return }
    try out.flush()
    if problems.total > 0 {
      throw .data(
        "\(problems.total) of the tables, rows and values cannot be read, and --strict asks for all of them")
    }
    if problems.doubts.isEmpty {
      throw .data("ids are there more than once, and --strict asks for one row of each")
    }
    throw .data("some times are doubtful, and --strict takes no doubtful ones")
  }

  private static func lost(_ lost: LostTable) -> String {
    if lost.table.isEmpty { return "every object was skipped" }
    let rows =
      lost.target.map { "every row that `\($0)` reads from `\(lost.table)`" }
      ?? "every row of `\(lost.table)`"
    return "\(rows) was skipped".printable
  }

  /// How unreadable values can be mended; completes "mend the values that are named above, …".
  private static func remedy(of medium: LostTable.Medium) -> String {
    switch medium {
    case .database: "or how they are read: a source names encodings, a view can convert"
    case .csv, .json: "or how they are read: a source names encodings"
    case .log:
      "by `pace edit`; or if the rules have changed a type, take the log into a new file:\n"
        + "`pace init PACK --db NEWFILE`, then `pace merge PACK --db NEWFILE FILE`"
    }
  }

  private mutating func name(_ problems: RowProblems) {
    for wall in problems.wallTimes { tell(wall) }
    tell(repeatedTimes: problems.repeatedTimes)
    for source in problems.passedOver {
      remark(
        "the file has tables named as the pack's own, and they are read; `--source \(source)` reads it by that source"
      )
    }
    for table in problems.strange { remark(Self.sentence(table)) }
    for table in problems.unpassed {
      remark("no row of `\(table)` passes the source's `where`: compare its values")
    }
    for note in problems.files { remark(Self.sentence(note)) }
    for rowless in problems.rowless { remark(Self.sentence(rowless)) }
    for repeated in problems.repeated { remark(Self.sentence(repeated)) }
    if problems.alike > 0 {
      let (say, ones) =
        problems.alike == 1 ? ("says", "an earlier one, and counts") : ("say", "earlier ones, and count")
      remark("\(Noun.count(problems.alike, "object")) without an id \(say) the same as \(ones) once with it")
    }
    for problem in problems.first { remark(problem.text) }
    let more = problems.total - problems.first.count
    if more > 0 {
      let rest = problems.first.isEmpty ? Noun.count(more, "problem") : "… and \(more) more"
      remark("\(rest)\(Self.tables(problems)); `--problems all` names each")
    }
    for doubt in problems.doubts { remark(doubt.sentence) }
  }

  /// `: 25 of entry, 5 of session`; nothing for lines, which are in no table.
  private static func tables(_ problems: RowProblems) -> String {
    let counts = problems.unnamed.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return counts.isEmpty ? "" : ": " + counts.map { "\($0.value) of \($0.key)" }.joined(separator: ", ")
  }

  /// Says by which clocks times without an offset are read, and how to have them read as UTC.
  private mutating func tell(_ wall: WallTimes) {
    let place = wall.column.map { "`\($0)`" + (wall.table.map { " of \($0)" } ?? "") + " has" } ?? "there are"
    var text = "\(place) times without an offset, read as wall time in \(wall.zone)"
    if wall.zone != "UTC" {
      text += "; if they are UTC, add a `Z` to each"
      let columns = wall.mendable.map { "`\($0) || 'Z'`" }
      if !columns.isEmpty { text += ", in a database by a view: \(columns.joined(separator: ", "))" }
    }
    remark(text)
  }

  /// Says how many times without an offset clocks show twice, and which of the two instants counts.
  private mutating func tell(repeatedTimes count: Int) {
    if count == 0 { return }
    let meant = count == 1 ? "it counts as the first" : "each counts as the first"
    remark(
      "clocks show \(count) of the times without an offset twice, as they go back; \(meant), "
        + "and an offset such as `+01:00` would say which is meant")
  }

  private static func sentence(_ note: FileNote) -> String {
    switch note.content {
    case .noRows: return "\(note.path): there is a header, and no row below it"
    case .renamed(let columns, let names):
      let shown = names.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (names.count > 8 ? " …" : "")
      if columns.count == 1 {
        return "\(note.path): column \(columns[0]) has no name of its own; it is \(shown)"
      }
      return "\(note.path): \(columns.count) columns have no name of their own; they are \(shown)"
    }
  }

  private static func sentence(_ table: StrangeColumns) -> String {
    let missing = Noun.either(table.missing.map { "`\($0)`" })
    let named = table.unread.prefix(5).map { "`\($0)`" }
    let more = table.unread.count - named.count
    let unread = Noun.all(named + (more > 0 ? ["\(more) more"] : []))
    let so = table.missing.map { $0 == "kind" ? "no row has a kind" : "all rows are those of one \($0)" }
    let columns = table.missing.map { "\($0) = COLUMN" }.joined(separator: ", ")
    return "`\(table.table)` has no column \(missing), so \(Noun.all(so)), and nothing reads its "
      + "\(unread); a source can map them, `\(table.event) from \(table.table) { …, \(columns) }`, and "
      + "`--source NAME` reads by it"
  }

  private static func sentence(_ rowless: RowlessSubjects) -> String {
    let (have, their) = rowless.count > 1 ? (" and \(rowless.count - 1) more have", "their") : (" has", "its")
    return
      "`\(rowless.first)`\(have) events but no row in \(rowless.table); \(their) attributes are the defaults"
  }

  private static func sentence(_ repeated: RepeatedIDs) -> String {
    let ids = repeated.first.map { "`\($0)`" }.joined(separator: ", ")
    let some = repeated.count > repeated.first.count ? "such as \(ids)" : ids
    let (have, they) = repeated.count == 1 ? ("has", "it counts") : ("have", "they count")
    let rows = Noun.count(repeated.count, "row")
    return "\(repeated.table): \(rows) \(have) the id of an earlier row, \(some); \(they) all the same"
  }
}

extension TimeDoubt {
  /// The remark on times in the wrong unit, with the likely unit.
  var sentence: String {
    let place = place.map { "\($0): " } ?? ""
    let (oldest, newest) = (TimeText.iso(oldest).prefix(10), TimeText.iso(newest).prefix(10))
    let span = oldest == newest ? "on \(oldest)" : "from \(oldest) to \(newest)"
    let text = "\(place)`\(column)` of \(table) gives \(Noun.count(count, "time")), all \(span)"
    guard let likely else { return text + "; is that so?" }
    let remedy = "`\(column) as \(likely)`"
    return text + (self.place == nil ? "; a source would read it by \(remedy)" : "; did you mean \(remedy)?")
  }
}

extension Arguments {
  /// How many of the rows and values that cannot be read are named.
  func namedProblems() throws(Failure) -> Int {
    if self[.problems] == "all" { return .max }
    return try number(.problems, in: 0...Int.max, "a whole number or `all`") ?? RowProblems.usualLimit
  }
}
