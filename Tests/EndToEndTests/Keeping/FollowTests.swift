import Foundation
import PaceStore
import Testing

/// `notify --follow`, which stays.
@Suite(.waitsAside) struct FollowTests {
  private static func rules(_ text: String) -> String {
    """
    subject person {}
    event cup of person {}
    rule said {
      on cup
      when count(cup) >= 1
      emit warning "\(text)"
      severity 1
    }

    """
  }

  /// Writes as another application would: a new person and a cup of theirs, both or neither.
  ///
  /// No notice precedes what was spoken for when its row came: nothing was to this person, however long ago the cup is.
  private static func cup(_ minute: Int64, in path: String) throws {
    let at = Night.start + minute * 60_000
    try Night.execute(
      """
      BEGIN IMMEDIATE;
      INSERT INTO person(id, started_at) VALUES ('p\(minute)', \(at));
      INSERT INTO cup(id, person, at) VALUES ('c\(minute)', 'p\(minute)', \(at));
      COMMIT
      """, in: path)
  }

  /// Logs cups, each when the one before is told, until a text is: a row that comes before the rules are looked at is
  /// still told with the old ones.
  private static func logs(
    after told: Int64, until text: String, _ running: RunningPace, _ path: String
  ) throws -> Bool {
    var minute = told
    return try running.waits {
      if running.output.contains(text) { return true }
      if running.output.split(separator: "\n").count == minute {
        minute += 1
        try cup(minute, in: path)
      }
      return false
    }
  }

  /// Looks that a cup before and one after a change of the rules bring the old rules' notice, and the remark names why.
  private static func goesOn(
    _ running: RunningPace, _ path: String, where remark: String, after change: () throws -> Void
  ) throws {
    #expect(running.waits { running.process.isRunning })
    try cup(1, in: path)
    #expect(running.waits { running.output.contains("Once more.") }, "\(running.output)\(running.remarks)")
    try change()
    #expect(running.waits { running.remarks.contains(remark) && running.remarks.contains("go on") })
    try cup(2, in: path)
    #expect(running.waits { running.output.components(separatedBy: "Once more.").count == 3 })
  }

  @Test func `what is logged by others is told, with the last rules that checked`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    try Self.goesOn(running, path, where: "nothing") {
      try scratch.write("pack.pace", Self.rules("Twice {nothing}."))
    }
    try scratch.write("pack.pace", Self.rules("Mended."))
    #expect(try Self.logs(after: 2, until: "Mended.", running, path), "\(running.output)\(running.remarks)")
    let lines = running.output.split(separator: "\n")
    #expect(Set(lines).count == lines.count, "nothing is told twice")
  }

  @Test func `rules that the log has no table for wait until it has one`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    try Self.goesOn(running, path, where: "no table `nap`") {
      try scratch.write("pack.pace", Self.rules("Anew.") + "event nap of person {}\n")
    }
    _ = try Pace.run("init", pack, "--db", path)
    #expect(try Self.logs(after: 2, until: "Anew.", running, path), "\(running.output)\(running.remarks)")
    #expect(running.remarks.components(separatedBy: "no table").count == 2, "\(running.remarks)")
  }

  @Test func `what a row ahead of the clock brings is told when it comes`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person {}
      event cup of person {}
      rule two { when count(cup) >= 2 for 1 s, emit warning "Two." }

      """)
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    _ = try Pace.run("log", pack, "cup", "--db", path)
    let ahead = Int64(Date().timeIntervalSince1970 * 1000) + 5_000
    _ = try Pace.run("log", pack, "cup", "--db", path, "--at", "\(ahead)")
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    #expect(running.waits { running.output.contains("Two.") }, "\(running.output)\(running.remarks)")
  }

  @Test func `two that follow one log don't wake each other`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    try Self.cup(1, in: path)
    let words = ["notify", pack, "--db", path, "--follow", "--format", "json"]
    let running = [try RunningPace(words), try RunningPace(words)]
    for one in running { #expect(one.waits { one.output.contains("next_at_ms") }, "\(one.remarks)") }
    try Self.cup(2, in: path)
    // Each of them looks at the log five times a second.
    Thread.sleep(forTimeInterval: 3)
    let outputs = running.map(\.output)
    #expect(outputs.joined().components(separatedBy: #""subject":"p2""#).count == 2, "\(outputs)")
    #expect(outputs.allSatisfy { $0.split(separator: "\n").count < 8 }, "\(outputs)")
    for one in running { #expect(one.interrupt() == 130) }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `a rule file that is rewritten while the log is opened is read again`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    let other = try Connection.writing(path)
    try other.execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    let files = "/proc/\(running.process.processIdentifier)/fd"
    // The rules are read before the log, which it waits for from here on.
    #expect(
      running.waits {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
        return names.contains {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")) == path
        }
      })
    try scratch.write("pack.pace", Self.rules("Twice {nothing}."))
    try other.execute("COMMIT")
    #expect(
      running.waits { running.remarks.contains("nothing") && running.remarks.contains("go on") },
      "\(running.remarks)")
  }

  /// Moves a file in place of another; false if that fails.
  private static func move(_ path: String, _ target: String) -> Bool { unsafe rename(path, target) == 0 }

  @Test func `a followed log that is replaced loses nothing, and one that is gone is waited for`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let (path, copy) = (scratch.path("log.db"), scratch.path("copy.db"))
    _ = try Pace.run("init", pack, "--db", path)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    // A file that is moved while it is open leaves what it was not yet written in its write-ahead log.
    func isClosed() -> Bool { !FileManager.default.fileExists(atPath: path + "-wal") }
    var told: Int64 = 0
    for _ in 0..<4 {
      // As a synchroniser does it: a copy with another row takes the file's place, and a row comes at once.
      try Night.execute("VACUUM INTO '\(copy)'", in: path)
      try Self.cup(told + 1, in: copy)
      // At once, and not by a process: the log must not be moved while the run looks at it again.
      #expect(running.waits(for: isClosed) && Self.move(copy, path))
      try Self.cup(told + 2, in: path)
      told += 2
      #expect(
        running.waits { running.output.components(separatedBy: "Once more.").count - 1 >= told },
        "\(running.output)\(running.remarks)")
    }
    #expect(running.waits(for: isClosed) && Self.move(path, copy))
    let gone = "no file `\(path)` any more; what is due waits until it is there again\n"
    #expect(running.waits { running.remarks.hasSuffix(gone) }, "\(running.remarks)")
    try Self.cup(told + 1, in: copy)
    try FileManager.default.moveItem(atPath: copy, toPath: path)
    #expect(running.waits { running.output.components(separatedBy: "Once more.").count - 1 > told })
    #expect(running.interrupt() == 130)
    // Only now: a reader that closes the log last leaves its write-ahead log behind.
    #expect(try Night.texts("SELECT count(*) AS value FROM cup", in: path) == ["\(told + 1)"])
  }

  @Test func `another writer is waited for, which is said once`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    let other = try Connection.writing(path)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    try Self.cup(1, in: path)
    #expect(running.waits { running.output.contains("Once more.") })
    // Rules that change have it write, so that it waits for the other.
    try other.execute("BEGIN IMMEDIATE")
    try scratch.write("pack.pace", Self.rules("Mended."))
    let said = "is busy: locked by another process; what is due waits until that is done\n"
    #expect(running.waits { running.remarks.contains(said) }, "\(running.output)\(running.remarks)")
    try other.execute("COMMIT")
    #expect(try Self.logs(after: 1, until: "Mended.", running, path), "\(running.output)\(running.remarks)")
    #expect(running.remarks.components(separatedBy: said).count == 2)
    #expect(running.interrupt() == 130)
  }

  @Test func `a file that is replaced while it waits for a writer is given nothing more`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let (path, new) = (scratch.path("log.db"), scratch.path("new.db"))
    for path in [path, new] { _ = try Pace.run("init", pack, "--db", path) }
    try Self.cup(3, in: new)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    try Self.cup(1, in: path)
    #expect(running.waits { running.output.contains("Once more.") })
    let other = try Connection.writing(path)
    try other.execute("BEGIN IMMEDIATE")
    try scratch.write("pack.pace", Self.rules("Mended."))
    #expect(running.waits { running.remarks.contains("is busy") }, "\(running.output)\(running.remarks)")
    try other.execute(
      """
      INSERT INTO person(id, started_at) VALUES ('p2', \(Night.start));
      INSERT INTO cup(id, person, at) VALUES ('c2', 'p2', \(Night.start))
      """)
    for ending in ["-wal", "-shm", ""] { try? FileManager.default.removeItem(atPath: path + ending) }
    try FileManager.default.moveItem(atPath: new, toPath: path)
    try other.execute("COMMIT")
    #expect(running.waits { running.output.contains("Mended.") }, "\(running.output)\(running.remarks)")
    #expect(running.interrupt() == 130)
    #expect(!running.output.contains("21:00:00"), "\(running.output)")
    #expect(try StoredTables(path).rows["notice"]?.components(separatedBy: "Mended.").count == 2)
  }

  @Test func `Ctrl-C ends it at once, and all it printed stands in the file alone`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    let running = try RunningPace(["notify", pack, "--db", path, "--follow"])
    for count in 1...3 {
      try Self.cup(Int64(count), in: path)
      #expect(running.waits { running.output.components(separatedBy: "Once more.").count == count + 1 })
    }
    #expect(running.interrupt() == 130)
    #expect(running.remarks.isEmpty)
    let copy = scratch.path("copy.db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let alone = try StoredTables(copy)
    #expect(alone.integrity == "ok")
    #expect(alone.rows["notice"]?.components(separatedBy: "Once more.").count == 4)
    #expect(try alone == StoredTables(path), "nothing is in the write-ahead log alone")
    let next = try Pace.run("notify", pack, "--db", path)
    #expect(next.output == "nothing more to come if nothing is logged\n", "\(next)")
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }
}
