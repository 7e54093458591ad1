import PaceEngine
import PaceLanguage

/// Another file that is merged with a log.
struct Peer {
  let path: String
  let device: String
  let schema: Schema
  /// How many rows of each table have no id, so that they can't be merged.
  let withoutID: [(table: String, rows: Int)]
  /// The devices with stamps well ahead of the clock in this file, each with its greatest.
  let ahead: [(device: String, at: Int64)]
  /// The name under which the file is attached.
  let name: String

  /// Refuses a file that can't be merged with `file`.
  init(_ path: String, number: Int, of file: LogFile, clock: Instant) throws(StoreError) {
    let other = try Self.open(path, as: file)
    let (own, its) = (file.zoneName, other.zoneName)
    if own != its {
      throw StoreError(
        .layout, "`\(path)` goes by the zone \(its), and `\(file.path)` by \(own)",
        help: "`pace init PACK --db FILE --zone ZONE` gives one of them the other's zone")
    }
    schema = try Schema(of: other.connection)
    withoutID = try other.rowsWithoutID()
    try Self.check(schema, path, against: try Schema(of: file.connection), file)
    self.path = path
    device = other.device
    name = "peer\(number)"
    let late = clock.milliseconds + Keeper.furthestAhead
    var found: [String: Int64] = [:]
    for table in LogSchema.stamped {
      let rows = try other.connection.rows(
        "SELECT device, max(at) FROM \(table) WHERE at > ?1 GROUP BY device", [.integer(late)], width: 2)
      for row in rows {
        let named = row[0].text ?? ""
        let device = !named.isEmpty ? named : other.device.isEmpty ? path : other.device
        found[device] = max(found[device] ?? .min, row[1].integer ?? .min)
      }
    }
    ahead = found.map { ($0.key, $0.value) }
  }

  /// Reads all of the file; throws, with its path, if that is damaged.
  func checkSound() throws(StoreError) {
    let found = try Connection.reading(path).rows("PRAGMA quick_check(1)", [], width: 1).first?[0].text
    if found == "ok" { return }
    throw ResultCode.error(ResultCode.corrupt, detail: "database disk image is malformed", path: path)
  }

  private static func open(_ path: String, as file: LogFile) throws(StoreError) -> LogFile {
    try Connection.checkReadable(path)
    do throws(StoreError) {
      let other = try LogFile(reading: path, program: file.program)
      try other.checkMergeable()
      try other.bookkeeping.checkNotices()
      let (own, its) = (try file.encoding(), try other.encoding())
      if own != its {
        throw StoreError(
          .layout, "its texts are in \(its), and those of the other in \(own)",
          help: other.bookkeeping.renewal)
      }
      return other
    } catch {
      guard [.layout, .notALog, .newerLog, .otherLog].contains(error.code) else { throw error }
      throw StoreError(
        error.code, "`\(path)` can't be merged with `\(file.path)`: \(error.message)", help: error.help)
    }
  }

  /// Refuses files with tables for different events.
  private static func check(
    _ schema: Schema, _ path: String, against own: Schema, _ file: LogFile
  ) throws(StoreError) {
    let (here, there) = (eventTables(own), eventTables(schema))
    for (tables, others, holder, lacking) in [(there, here, path, file.path), (here, there, file.path, path)]
    {
      for table in tables where !others.contains(where: { SQLText.areSame($0, table) }) {
        throw StoreError(
          .layout, "`\(holder)` keeps rows of `\(table)`, and `\(lacking)` has no such table",
          help: "`\(LogFile.initialising(lacking))` adds it, with a pack that has the event")
      }
    }
  }

  /// The tables of events that were ever kept, whether or not the pack still has them.
  static func eventTables(_ schema: Schema) -> [String] {
    schema.tables.filter { table in
      !table.isView && table.name != Layout.noticeTable
        && ["id", "at", "kind", "device"].allSatisfy { table.column($0) != nil }
    }.map(\.name)
  }
}

extension LogFile {
  /// Refuses tables whose ids stand in several rows: nothing says which of them to merge.
  func checkMergeable() throws(StoreError) {
    let schema = try Schema(of: connection)
    for name in [program.noun] + Peer.eventTables(schema) {
      guard let table = schema.table(name), !table.hasKey else { continue }
      try LogMaker(file: self).checkIDs(of: name)
    }
  }

  /// How many rows have no id, by table; tables without such rows are left out.
  func rowsWithoutID() throws(StoreError) -> [(table: String, rows: Int)] {
    var found: [(table: String, rows: Int)] = []
    let tables = [program.noun] + Peer.eventTables(try Schema(of: connection))
    for table in tables + [Layout.noticeTable] {
      let rows = try connection.count("SELECT count(*) FROM \(SQLText.name(table)) WHERE id IS NULL")
      if rows > 0 { found.append((table, rows)) }
    }
    return found
  }

  fileprivate func encoding() throws(StoreError) -> String {
    try connection.text("PRAGMA encoding") ?? ""
  }

  /// The zone by which the file is read if a command names none.
  var zoneName: String { zone ?? program.calendar.zone ?? "UTC" }
}
