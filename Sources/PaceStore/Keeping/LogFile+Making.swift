public import PaceEngine
public import PaceLanguage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      if let zone { try zones.check(zone) }
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
    let isCreated = try storing(makePrivately(path))
    let file = try storing(LogFile(Connection.writing(path), program, isReading: false))
    do throws(KeepingError) {
      return (file, try file.complete(making, clock: clock, zone: zone, zones: zones))
    } catch {
      if isCreated { file.removeIfUnused() }
      throw error
    }
  }

  /// Removes a file that was made in vain, unless another process has written to it.
  private func removeIfUnused() {
    do throws(StoreError) {
      try connection.execute("BEGIN IMMEDIATE")
      try connection.checkPlace()
      if isEmpty { try? FileManager.default.removeItem(atPath: path) }
    } catch {
      // Whoever has it locked, or has put another file in its place, keeps it.
    }
    try? connection.execute("ROLLBACK")
  }

  /// Whether nothing was ever written to the file; inside a transaction, because another process may be about to.
  private var isEmpty: Bool { Connection.size(of: path) == 0 }

  /// Creates an empty file that only its owner can read, or restricts an existing empty one; true if it was created.
  private static func makePrivately(_ path: String) throws(StoreError) -> Bool {
    if path.hasSuffix("/") {
      throw StoreError(
        .missing, "`\(path)` names a folder", help: "name the file to make, such as `\(path)log.db`")
    }
    try Connection.checkPath(path)
    try Connection.refuseCSV(path)
    if try Connection.makeFile(path) { return true }
    if Connection.size(of: path) == 0 {
      try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    return false
  }

  private func complete(
    _ making: Making, clock: Instant, zone: Zone, zones: ZoneDirectory
  ) throws(KeepingError) -> Made {
    try transaction(isMaking: true, keeps: { (_: Made) in true }) { () throws(KeepingError) -> Made in
      let isNew = isEmpty
      let wasLog = try storing(checkFitting())
      let oldZone = try storing(wasLog ? bookkeeping.value("zone") : nil)
      try storing { () throws(StoreError) in
        try maker.addTables()
        if !wasLog { try maker.spellIDs() }
        try readBookkeeping()
      }
      try checkZone(making, zone: zone, zones: zones)
      let rows = try storing { () throws(StoreError) in
        var rows = 0
        for event in program.events { rows += try countRows(of: event.name.text) }
        try maker.writeBookkeeping(making, clock: clock)
        try readBookkeeping()
        if rows > 0 {
          var zones = zones
          let own = self.zone.flatMap { zones.zone(named: $0) }
          try maker.raiseFloors(clock: clock, device: device, zone: own ?? zone)
        }
        return rows
      }
      let subjects = try storing(countRows(of: program.noun))
      return Made(
        isNew: isNew, wasLog: wasLog, rows: rows, subjects: subjects, oldZone: oldZone, zone: self.zone)
    }
  }

  /// Refuses a file that can't become or stay a log of the program; returns whether it is one already.
  private func checkFitting() throws(StoreError) -> Bool {
    if try LogMark.isThere(connection) {
      try checkKind()
      return true
    }
    try LogSchema.checkNames(of: program)
    try maker.checkForeign(Schema(of: connection))
    return false
  }

  private var maker: LogMaker { LogMaker(file: self) }

  /// Refuses a new zone that would move rows to other days.
  private func checkZone(_ making: Making, zone: Zone, zones: ZoneDirectory) throws(KeepingError) {
    guard program.subject.isPerDay, let name = making.zone, !making.isForced, name != self.zone else {
      return
    }
    var zones = zones
    guard let old = zones.zone(named: zoneName),
      let new = zones.zone(named: name)
    else { return }
    let moved = try storing(maker.countMoved(from: old, to: new))
    if moved == 0 { return }
    throw .refused(
      .zoneMovesRows,
      "in \(name) \(Noun.count(moved, "row")) would belong to another day than in \(old.name)",
      help: "force it to change the zone all the same")
  }
}

extension LogFile {
  /// The refusal of a table that can't hold a log's rows.
  func unfit(_ table: String, _ why: String) -> StoreError {
    let message = "`\(table)` in `\(path)` \(why), so "
    if (try? LogMark.isThere(connection)) == true {
      let zone = (try? bookkeeping.value("zone")).map { " --zone \(ShellWord.quoted($0))" } ?? ""
      return StoreError(
        .layout, message + "it can't keep the log any more",
        help: "take the log into a new file: `pace init PACK --db NEWFILE\(zone)`, then "
          + "`pace merge PACK --db NEWFILE \(ShellWord.quoted(path))`")
    }
    let reading =
      program.sources.isEmpty ? "a `source` in the pack, and `--source`, read" : "`--source` reads"
    return StoreError(
      .layout, message + "no row of a log fits into it",
      help: "\(LogMark.ownFile); \(reading) the rows of this one")
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
