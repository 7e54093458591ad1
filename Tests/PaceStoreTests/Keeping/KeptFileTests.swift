import PaceEngine
import PaceLanguage
import PaceStore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A log's file as an app makes it, opens it, and keeps it open.
struct `A log's file` {
  @Test func `is not made for an unknown zone, a device without a name or an impossible instant`() throws {
    let log = try SmallLog()
    let path = log.folder.path("new.db")
    func make(_ clock: Instant = SmallLog.now, _ change: (inout LogFile.Making) -> Void = { _ in }) throws {
      try log.folder.makeLog(log.program, at: "new.db", clock: clock, change)
    }
    #expect(refusal { try make { $0.zone = "Europe/Lodnon" } } == .unknownZone)
    #expect(refusal { try make { $0.device = "" } } == .badID)
    #expect(refusal { try make(Instant(.max)) } == .outOfRange)
    #expect(refusal { try make { $0.acceptedAt = Instant(.min) } } == .outOfRange)
    #expect(!FileManager.default.fileExists(atPath: path))
    try make {
      $0.zone = "UTC"
      $0.device = "watch"
      $0.acceptedAt = SmallLog.now
    }
    let file = try LogFile(opening: path, program: log.program)
    #expect(file.zone == "UTC" && file.device == "watch")
    var nameless = try Keeper(file, zone: .utc, zones: log.zones, clock: SmallLog.now, device: "")
    #expect(refusal { _ = try nameless.log(SmallLog.newRow()) } == .badID)
  }

  @Test(arguments: ["deleted", "moved", "replaced"])
  func `takes no rows and answers nothing once it is no longer where it was opened`(_ change: String) throws {
    var log = try SmallLog()
    let other = log.folder.path("other.db")
    func move(_ from: String, to path: String?) {
      // What is beside it goes with it; some of that may not be there.
      for ending in ["", "-wal", "-shm"] {
        if let path {
          try? FileManager.default.moveItem(atPath: from + ending, toPath: path + ending)
        } else {
          try? FileManager.default.removeItem(atPath: from + ending)
        }
      }
    }
    if change == "replaced" { try log.folder.makeLog(log.program, at: "other.db") }
    move(log.path, to: change == "moved" ? other : nil)
    if change == "replaced" { move(other, to: log.path) }
    #expect(storeError { _ = try log.keeper.log(SmallLog.newRow(id: "late")) } == .moved)
    #expect(storeError { _ = try log.keeper.undo() } == .moved)
    #expect(storeError { _ = try log.keeper.notify() } == .moved)
    #expect(storeError { try log.keeper.file.refresh() } == .moved)
    let subject = log.row.subject
    #expect(storeError { _ = try log.keeper.status() } == .moved)
    #expect(storeError { _ = try log.keeper.status(subject: subject) } == .moved)
    #expect(storeError { _ = try log.keeper.target(log.row.id) } == .moved)
    #expect(storeError { _ = try log.keeper.neighbours(of: subject) } == .moved)
    #expect(storeError { _ = try log.keeper.open(at: SmallLog.now) } == .moved)
    #expect(storeError { _ = try log.keeper.dataToDelete(.all) } == .moved)
    #expect(storeError { _ = try log.keeper.subject(named: subject) } == .moved)
    #expect(storeError { _ = try log.keeper.nextInstant() } == .moved)
    #expect(storeError { _ = try log.keeper.subjects() } == .moved)
    #expect(storeError { _ = try log.keeper.subjectLog(of: subject) } == .moved)
    #expect(storeError { _ = try log.keeper.notices(of: subject) } == .moved)
    #expect(storeError { _ = try log.keeper.file.settings.history() } == .moved)
    #expect(storeError { _ = try log.keeper.file.settings.outdated(at: Instant(0)) } == .moved)
    #expect(storeError { _ = try log.keeper.file.catalogue.entries() } == .moved)
    #expect(storeError { _ = try log.keeper.file.catalogue.outdated() } == .moved)
    if change == "deleted" { return }
    let path = change == "moved" ? other : log.path
    #expect(try SmallLog.ids(in: path) == (change == "moved" ? [log.row.id] : []))
    let again = try LogFile(opening: path, program: log.program)
    var keeper = try Keeper(again, zone: .utc, zones: log.zones, clock: SmallLog.now)
    _ = try keeper.log(SmallLog.newRow(id: "late"))
    #expect(try SmallLog.ids(in: path).contains("late"))
  }

  @Test func `names no zones of its subjects once it is deleted`() throws {
    let folder = try Scratch()
    let file = try folder.makeLog(try Pack(text: "subject s { zone: text }\nevent e of s { }\n").program)
    let keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
    #expect(try keeper.zoneNames().isEmpty)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(storeError { _ = try keeper.zoneNames() } == .moved)
  }

  @Test func `stays as it was when opened read-only, until it is refreshed`() throws {
    var log = try SmallLog()
    let file = try LogFile(reading: log.path, program: log.program)
    var reader = try Keeper(file, zone: .utc, zones: log.zones, clock: SmallLog.now)
    _ = try log.keeper.log(SmallLog.newRow(id: "late"))
    #expect(try reader.status(at: log.keeper.clock.next).last.first?.id == log.row.id)
    try file.refresh()
    #expect(try reader.status(at: log.keeper.clock.next).last.first?.id == "late")
    _ = try log.keeper.undo(at: log.keeper.clock.next)
    try file.refresh()
    #expect(try reader.status(at: log.keeper.clock.next).last.first?.id == log.row.id)
  }

  @Test(arguments: [false, true]) func `opened read-only takes no rows, not even on trial`(_ isDryRun: Bool)
    throws
  {
    let log = try SmallLog()
    let file = try LogFile(reading: log.path, program: log.program)
    var keeper = try Keeper(file, zone: .utc, zones: log.zones, clock: SmallLog.now)
    keeper.isDryRun = isDryRun
    #expect(storeError { _ = try keeper.log(SmallLog.newRow()) } == .readOnly)
    #expect(try keeper.status().subject == log.row.subject)
  }

  @Test func `is kept by the clock that an app sets before each command`() throws {
    var log = try SmallLog()
    let later = Instant(SmallLog.now.milliseconds + 60_000)
    log.keeper.clock = later
    guard case .written(let written) = try log.keeper.log(SmallLog.newRow()) else { return }
    #expect(written.row.at == later)
    log.keeper.clock = Instant(.max)
    #expect(log.keeper.clock.isInRange)
  }

  @Test func `has the columns that a merge adds at once, and not those that a dry run would add`() throws {
    let folder = try Scratch()
    let old = try Pack(text: "subject s {}\nevent e of s {}\n").program
    let new = try Pack(text: "subject s {}\nevent e of s { size: number }\n").program
    let path = try folder.makeLog(old).path
    let other = try folder.makeLog(new, at: "other.db").path
    let file = try LogFile(opening: path, program: new)
    var keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
    let row = NewRow(event: EventID(0), kind: nil, fields: [.value(Value(1_000_000))])
    keeper.isDryRun = true
    _ = try keeper.merge([other])
    keeper.isDryRun = false
    _ = try keeper.status()
    #expect(storeError { _ = try keeper.log(row) } == .layout)
    _ = try keeper.merge([other])
    guard case .written(let written) = try keeper.log(row) else {
      throw Log.Failure(description: "no row was written")
    }
    #expect(try keeper.status().last.map(\.fields) == [written.row.fields])
  }

  @Test func `says by codes why it can't be opened`() throws {
    let log = try SmallLog()
    func open(_ path: String, _ program: Program) throws { _ = try LogFile(opening: path, program: program) }
    #expect(storeError { try open(log.folder.path("none.db"), log.program) } == .missing)
    try Log.make(log.folder.path("foreign.db"), "CREATE TABLE t (x)")
    #expect(storeError { try open(log.folder.path("foreign.db"), log.program) } == .notALog)
    let other = try Pack(text: "subject t {}\nevent e of t {}\n").program
    #expect(storeError { try open(log.path, other) } == .otherLog)
    let days = try Pack(text: "subject s per day {}\nevent e of s {}\n").program
    #expect(storeError { try open(log.path, days) } == .otherLog)
    let path = log.folder.path("days.db")
    try log.folder.makeLog(days, at: "days.db")
    #expect(storeError { try open(path, days) } == nil)
    #expect(storeError { try open(path, log.program) } == .otherLog)
    let more = try Pack(text: "subject s {}\nevent e of s {}\nevent f of s {}\n").program
    #expect(storeError { try open(log.path, more) } == .layout)
    let connection = try Connection.writing(log.path)
    try connection.execute("PRAGMA user_version = 2")
    #expect(storeError { try open(log.path, log.program) } == .newerLog)
  }

  @Test func `says by codes why it can't be made`() throws {
    let log = try SmallLog()
    func make(_ path: String) throws {
      _ = try LogFile.make(
        path, program: log.program, .init(), clock: SmallLog.now, zone: .utc, zones: log.zones)
    }
    #expect(storeError { try make("/nonexistent/x/y.db") } == .missing)
    #expect(storeError { try make(log.folder.folder) } == .directory)
    #expect(storeError { try make("") } == .missing)
    #expect(storeError { try make(log.folder.path("new.csv")) } == .notADatabase)
    let unkept = try Pack(text: "subject s {}\nevent sqlite_e of s {}\n").program
    #expect(storeError { try log.folder.makeLog(unkept, at: "new.db") } == .layout)
    #expect(storeError { _ = try LogFile(reading: "", program: log.program) } == .missing)
    // A path ends at a NUL byte, so a file of another name would be made.
    let cut = log.folder.path("cut\0off.db")
    #expect(storeError { try make(cut) } == .missing)
    #expect(storeError { _ = try LogFile(opening: cut, program: log.program) } == .missing)
    #expect(storeError { _ = try LogFile(reading: cut, program: log.program) } == .missing)
    #expect(storeError { _ = try Connection.writing(cut) } == .missing)
    let left = try FileManager.default.contentsOfDirectory(atPath: log.folder.folder)
    #expect(left.allSatisfy { $0.hasPrefix("log.db") }, "\(left)")
  }

  @Test func `says by codes why something is refused`() throws {
    var log = try SmallLog()
    let (now, noon) = (SmallLog.now, Instant(SmallLog.now.milliseconds + 86_400_000))
    func start(_ id: String?, at t: Instant = now, isBeside: Bool = false) throws {
      _ = try log.keeper.start(id, at: t, [], isBeside: isBeside, isForced: false)
    }
    #expect(refusal { try start(nil) } == .isOpen(subject: log.row.subject))
    #expect(refusal { try start(log.row.subject, isBeside: true) } == .exists)
    #expect(refusal { try start("", isBeside: true) } == .badID)
    #expect(refusal { try start("a", at: noon) } == .aheadOfClock)
    #expect(refusal { try start("a", at: Instant(now.milliseconds / 1_000)) } == .writtenInSeconds(now))
    #expect(refusal { _ = try log.keeper.status(subject: "nobody") } == .noSubject(mayStart: false))
    #expect(refusal { _ = try log.keeper.delete(["nothing"]) } == .noRow)
    #expect(
      refusal { _ = try log.keeper.end(at: Instant(now.milliseconds - 1), isForced: false) } == .noneOpen)
    _ = try log.keeper.undo()
    #expect(refusal { _ = try log.keeper.undo() } == .nothingToUndo)
    _ = try log.keeper.delete([log.row.subject])
    #expect(refusal { try start(log.row.subject) } == .gone)
  }
}
