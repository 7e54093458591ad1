import Foundation
import Testing

/// `notify --follow`, which stays.
@Suite struct FollowTests {
  /// A run of the binary that goes on until the test is over.
  private final class Running {
    let process = Process()
    private let scratch: Scratch
    private let deadline = ContinuousClock.now + .seconds(60)

    init(_ words: [String]) throws {
      scratch = try Scratch()
      process.executableURL = URL(fileURLWithPath: Pace.binary)
      process.arguments = words
      process.currentDirectoryURL = Pace.repository
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: try scratch.write("out", ""))
      process.standardError = try FileHandle(forWritingTo: try scratch.write("err", ""))
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var output: String { (try? scratch.read("out")) ?? "" }
    var remarks: String { (try? scratch.read("err")) ?? "" }

    /// Looks again and again until something holds; false where it never does.
    func waits(for condition: () throws -> Bool) rethrows -> Bool {
      while ContinuousClock.now < deadline {
        if try condition() { return true }
        if !process.isRunning { return try condition() }
        sched_yield()
      }
      return false
    }
  }

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

  @Test func `what is logged by others is told, with the last rules that checked`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules("Once more."))
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path)
    func cup(_ id: String) throws {
      // As another application would write it.
      try Night.execute(
        """
        INSERT OR IGNORE INTO person(id, started_at) VALUES ('me', 1795208400000);
        INSERT INTO cup(id, person, at) VALUES ('\(id)', 'me', \(Int64(Date().timeIntervalSince1970 * 1000)))
        """, in: path)
    }
    let running = try Running(["notify", pack, "--db", path, "--follow"])
    #expect(running.waits { running.process.isRunning })
    try cup("a")
    #expect(
      running.waits { running.output.contains("Once more.") }, "\(running.output)\(running.remarks)")
    try scratch.write("pack.pace", Self.rules("Twice {nothing}."))
    #expect(running.waits { running.remarks.contains("nothing") && running.remarks.contains("go on") })
    try cup("b")
    #expect(running.waits { running.output.components(separatedBy: "Once more.").count == 3 })
    try scratch.write("pack.pace", Self.rules("Mended."))
    // A row that comes before the rules are looked at is still told with the old ones.
    var count = 0
    #expect(
      try running.waits {
        if running.output.contains("Mended.") { return true }
        if running.output.split(separator: "\n").count == 2 + count {
          count += 1
          try cup("c\(count)")
        }
        return false
      }, "\(running.output)\(running.remarks)")
    let lines = running.output.split(separator: "\n")
    #expect(Set(lines).count == lines.count, "nothing is told twice")
  }
}
