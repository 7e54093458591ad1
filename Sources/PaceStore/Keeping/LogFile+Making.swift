import FoundationEssentials
public import PaceEngine
public import PaceLanguage

/// How a file becomes a log that pace keeps.
extension LogFile {
  /// What is written into a new log besides its tables.
  public struct Making: Sendable {
    /// The name of the device that owns the file; nil keeps the present one, or else makes one up.
    public var device: String?
    /// The zone by which the file is read from now on; nil leaves it as it is.
    public var zone: String?
    /// Whether the zone may change even if that moves rows to other days.
    public var isForced = false
    /// When the disclaimer was accepted; nil if the pack has none, or it was accepted before.
    public var acceptedAt: Instant?

    public init() {}

    fileprivate func check(_ program: Program, _ zones: ZoneDirectory) throws(Refusal) {
      try program.check(acceptedAt)
      try program.check(device: device)
      var zones = zones
      guard let zone, zones.zone(named: zone) == nil else { return }
      throw Refusal(.unknownZone, "there is no time zone `\(zone)`", help: zones.help(for: zone))
    }
  }

  /// What making a log found and did.
  public struct Made: Sendable {
    /// Whether there was nothing before: no file, or an empty one.
    public var isNew: Bool
    /// Whether pace kept it already.
    public var wasLog: Bool
    /// How many rows of events it holds.
    public var rows: Int
    public var subjects: Int
    /// The zone by which a log was read before and is read now; nil if the file names none.
    public var oldZone: String?
    public var zone: String?
  }

  /// Makes the file, or adds what an existing one lacks; of its rows only the spelling of ids changes.
  ///
  /// - Parameters:
  ///   - clock: the present instant.
  ///   - zone: by which the rows of an existing file are read.
  /// - Throws: `.usage` for a zone that `zones` doesn't know, a device without a name, and an instant outside the years
  ///   1 to 9999; `.refused` for a zone that would move rows to other days; `.store`.
  public static func make(
    _ path: String, program: Program, _ making: Making, clock: Instant, zone: Zone, zones: ZoneDirectory
  ) throws(KeepingError) -> (file: LogFile, made: Made) {
    try fitting(KeepingError.usage) { () throws(Refusal) in
      try program.check(clock)
      try making.check(program, zones)
    }
    let isCreated = try storing { () throws(StoreError) in try makePrivately(path) }
    let isNew = Connection.size(of: path) == 0
    do throws(KeepingError) {
      let file = try storing { () throws(StoreError) in
        try LogFile(try Connection.writing(path), program, isReading: false)
      }
      let made = try file.complete(isNew: isNew, making, clock: clock, zone: zone, zones: zones)
      return (file, made)
    } catch {
      // A file made in vain must not be left behind.
      if isCreated {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      }
      throw error
    }
  }

  /// Creates an empty file that only its owner can read, or restricts an existing empty one; true if it was created.
  private static func makePrivately(_ path: String) throws(StoreError) -> Bool {
    if path.hasSuffix("/") {
      throw StoreError(
        .missing, "`\(path)` names a folder", help: "name the file to make, such as `\(path)log.db`")
    }
    if Connection.exists(path) {
      if Connection.size(of: path) == 0 {
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
      return false
    }
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      throw StoreError(
        .missing, "`\(path)` is a link to `\(target)`, which is not there",
        help: "name the file to make, or remove the link")
    }
    let isMade = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    if isMade { return true }
    throw StoreError(
      .noPermission, "`\(path)` can't be made", help: "check that its folder is there and may be written to")
  }

  private func complete(
    isNew: Bool, _ making: Making, clock: Instant, zone: Zone, zones: ZoneDirectory
  ) throws(KeepingError) -> Made {
    let wasLog = try storing { () throws(StoreError) in
      let wasLog = try LogMark.isThere(connection)
      if wasLog {
        try checkKind()
      } else {
        try LogSchema.checkNames(of: program)
        try LogMaker(file: self).checkForeign()
      }
      return wasLog
    }
    let oldZone = try storing { () throws(StoreError) in wasLog ? try books.value("zone") : nil }
    return try transaction(keeps: { (_: Made) in true }) { () throws(KeepingError) -> Made in
      try storing { () throws(StoreError) in
        try LogMaker(file: self).addTables()
        if !wasLog { try LogMaker(file: self).spellIDs() }
        try readBooks()
      }
      try checkZone(making, zone: zone, zones: zones)
      let rows = try storing { () throws(StoreError) in
        let rows = try LogMaker(file: self).countRows(program.events.indices.map { .event(EventID($0)) })
        try LogMaker(file: self).writeBooks(making, clock: clock)
        try readBooks()
        if !wasLog, rows > 0 {
          try LogMaker(file: self).raiseFloors(clock: clock, device: device, zone: zone)
        }
        return rows
      }
      let subjects = try storing { () throws(StoreError) in try LogMaker(file: self).countRows([.subject]) }
      return Made(
        isNew: isNew, wasLog: wasLog, rows: rows, subjects: subjects, oldZone: oldZone, zone: self.zone)
    }
  }

  /// Refuses a new zone that would move rows to other days.
  private func checkZone(_ making: Making, zone: Zone, zones: ZoneDirectory) throws(KeepingError) {
    guard program.subject.isPerDay, let name = making.zone, !making.isForced, name != self.zone else {
      return
    }
    var zones = zones
    guard let old = zones.zone(named: self.zone ?? program.calendar.zone ?? "UTC"),
      let new = zones.zone(named: name)
    else { return }
    let moved = try storing { () throws(StoreError) in
      try LogMaker(file: self).countMoved(from: old, to: new)
    }
    if moved == 0 { return }
    throw .refused(
      .zoneMovesRows,
      "in \(name) \(Noun.count(moved, "row")) would belong to another day than in \(old.name)",
      help: "force it to change the zone all the same")
  }
}

/// Creates a log's tables and fills in its books.
struct LogMaker {
  let file: LogFile

  var program: Program { file.program }

  func addTables() throws(StoreError) {
    let schema = try Schema(of: file.connection)
    for table in file.rows.tables {
      let entity = file.rows.entity(table)
      guard let found = schema.table(entity) else { continue }
      for column in file.rows.definitions(table) where found.column(column.name) == nil {
        try file.connection.execute(
          "ALTER TABLE \(SQLText.name(entity)) ADD COLUMN \(SQLText.name(column.name)) \(column.type)")
      }
    }
    if let notices = schema.table(LogSchema.noticeTable) {
      let subject = program.subject.isPerDay ? [] : [program.subject.name.text]
      for column in subject + LogSchema.noticeColumns where notices.column(column) == nil {
        try file.connection.execute("ALTER TABLE notice ADD COLUMN \(SQLText.name(column))")
      }
    }
    // The columns have to exist before their indexes.
    try file.connection.execute(LogSchema.sql(for: program))
    for table in file.rows.tables {
      let entity = file.rows.entity(table)
      guard let found = schema.table(entity), !found.hasKey else { continue }
      try checkIDs(of: entity)
      let index = SQLText.name("_\(entity)_by_id")
      try file.connection.execute(
        "CREATE UNIQUE INDEX IF NOT EXISTS \(index) ON \(SQLText.name(entity)) (id)")
    }
    try file.connection.execute(
      "PRAGMA application_id = \(LogMark.applicationID); PRAGMA user_version = \(LogMark.version)")
    try TableTrial(file: file).run()
  }

  /// Rewrites ids and references to them: UUIDs in their canonical spelling, numbers as text.
  func spellIDs() throws(StoreError) {
    var columns = [(program.subject.name.text, "id")]
    for event in program.events {
      columns.append((event.name.text, "id"))
      if !program.subject.isPerDay { columns.append((event.name.text, program.subject.name.text)) }
    }
    if !program.subject.isPerDay { columns.append((LogSchema.noticeTable, program.subject.name.text)) }
    for (table, column) in columns {
      let name = SQLText.name(column)
      let found = try file.connection.rows(
        """
        SELECT DISTINCT \(name) FROM \(SQLText.name(table))
        WHERE typeof(\(name)) = 'blob' AND length(\(name)) = 16 OR typeof(\(name)) = 'text' AND length(\(name)) = 36
          OR typeof(\(name)) = 'integer'
        """, width: 1)
      for row in found {
        guard let id = CanonicalID.of(row[0]), .text(id) != row[0] else { continue }
        if column == "id" { try checkAlone(id, in: table) }
        try file.connection.run(
          "UPDATE \(SQLText.name(table)) SET \(name) = ?1 WHERE \(name) = ?2", [.text(id), row[0]])
      }
    }
  }

  /// Refuses two rows whose ids differ only in their spelling.
  private func checkAlone(_ id: String, in table: String) throws(StoreError) {
    let others = try file.connection.rows(
      "SELECT 1 FROM \(SQLText.name(table)) WHERE id = ?1 LIMIT 1", [.text(id)], width: 1)
    if others.isEmpty { return }
    throw StoreError(
      .layout, "`\(table)` in `\(file.path)` has two rows with the id `\(id)`, in two spellings",
      help: "delete one of them, or give it another id")
  }

  func countRows(_ tables: [KeptTable]) throws(StoreError) -> Int {
    var count: Int64 = 0
    for table in tables {
      count +=
        try file.connection.number("SELECT count(*) FROM \(SQLText.name(file.rows.entity(table)))") ?? 0
    }
    return Int(clamping: count)
  }

  /// How many rows of events belong to another day in another zone.
  func countMoved(from old: Zone, to new: Zone) throws(StoreError) -> Int {
    let before = program.calendar.calendar(in: old)
    let after = program.calendar.calendar(in: new)
    var count = 0
    for event in program.events {
      let statement = try file.connection.prepare("SELECT at FROM \(SQLText.name(event.name.text))")
      while try statement.step() {
        guard let at = statement.stored(0).instant?.milliseconds else { continue }
        if before.day(at: at) != after.day(at: at) { count += 1 }
      }
    }
    return count
  }

  func writeBooks(_ making: LogFile.Making, clock: Instant) throws(StoreError) {
    let books = file.books
    try books.set("schema", String(LogMark.version))
    try books.set("subject", program.subject.name.text)
    try books.set("device", making.device ?? (file.device.isEmpty ? CanonicalID.hex(8) : file.device))
    if let zone = making.zone { try books.set("zone", zone) }
    if try books.value("made_at") == nil { try books.set("made_at", String(clock.milliseconds)) }
    if let accepted = making.acceptedAt {
      let device = try books.value("device") ?? ""
      let stamp = try file.stamps.next(clock: clock.milliseconds, device: device)
      try file.settings.set(LogFile.acceptance, String(accepted.milliseconds), stamp)
    }
  }

  /// Raises the floors, so that no notice is given for the time before pace kept the log.
  func raiseFloors(clock: Instant, device: String, zone: Zone) throws(StoreError) {
    var newest: [String: Int64] = [:]
    let calendar = program.calendar.calendar(in: zone)
    for event in program.events {
      let table = SQLText.name(event.name.text)
      if program.subject.isPerDay {
        let statement = try file.connection.prepare("SELECT at FROM \(table)")
        while try statement.step() {
          guard let at = statement.stored(0).instant?.milliseconds else { continue }
          let day = ValueText.date(calendar.day(at: at))
          newest[day] = max(newest[day] ?? .min, at)
        }
      } else {
        let subject = SQLText.name(program.subject.name.text)
        let rows = try file.connection.rows(
          "SELECT \(subject), max(at) FROM \(table) WHERE \(SQLText.isInstant("at")) GROUP BY \(subject)",
          width: 2)
        for row in rows {
          guard let id = row[0].text, let at = row[1].instant?.milliseconds else { continue }
          newest[id] = max(newest[id] ?? .min, at)
        }
      }
    }
    for (subject, at) in newest {
      try file.books.raiseFloor(of: subject, device: device, to: min(at, clock.milliseconds))
    }
  }
}

extension LogFile {
  /// The refusal of a table that can't hold a log's rows.
  func unfit(_ table: String, _ why: String) -> StoreError {
    StoreError(
      .layout, "`\(table)` in `\(path)` \(why), so no row of a log fits into it",
      help: "keep the log in a file of its own: `pace init` makes it; `--source` reads the rows of this one")
  }

  /// The setting that says when the disclaimer was accepted, in Unix milliseconds.
  public static let acceptance = "disclaimer_accepted_at"
}

extension CanonicalID {
  /// The id that a stored value stands for; nil if it is no id.
  static func of(_ value: StoredValue) -> String? {
    switch value {
    case .null, .real: nil
    case .integer(let number): String(number)
    case .text(let text): of(text)
    case .blob(let bytes): bytes.count == 16 ? IdentifierText.uuid(bytes) : nil
    }
  }
}
