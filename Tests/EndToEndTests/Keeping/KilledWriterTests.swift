import Foundation
import PaceOracle
import Testing

/// What was said to be written is written, whatever becomes of the process and whoever else writes.
@Suite(.waitsAside) struct KilledWriterTests {
  /// How many commands are killed; `PACE_KILLS` names another number.
  private static let kills = Pace.number("PACE_KILLS") ?? (Pace.isRelease ? 40 : 10)
  /// How many rows each of two processes logs; `PACE_WRITES` names another number.
  private static let writes = Pace.number("PACE_WRITES") ?? (Pace.isRelease ? 200 : 12)

  private static func now(_ minute: Int) -> String { String(1_795_208_400_000 + minute * 60_000) }

  @Test func `nothing printed is lost and nothing is doubled when commands are killed`() throws {
    let log = try KeptLog()
    let start = ContinuousClock.now
    try log.log("beer", "r0", now: Self.now(0))
    let longest = (ContinuousClock.now - start) * 1.2
    var random = SplitMix64(7)
    var present: Set<String> = ["r0"]
    var settings = 0
    for step in 1...Self.kills {
      let now = Self.now(step * 3)
      let delay = longest * random.below(1000) / 1000
      let common = ["--db", log.path, "--now", now]
      switch random.below(10) {
      case 0..<5:
        let words =
          ["log", "take-care", ["beer", "shot", "water"][random.below(3)], "--id", "r\(step)"] + common
        let output = try Pace.runKilled(words, after: delay, in: log.scratch)
        let isThere = try log.rowIDs().contains("r\(step)")
        #expect(isThere || !output.contains("r\(step)"), "step \(step) was acknowledged")
        let again = try Pace.run(words)
        #expect(again.status == 0, "step \(step): \(again.remarks)")
        #expect(again.output.contains("is there already") == isThere, "step \(step): \(again.output)")
        present.insert("r\(step)")
      case 5..<8 where present.count > 1:
        let output = try Pace.runKilled(["undo", "take-care"] + common, after: delay, in: log.scratch)
        let left = Set(try log.rowIDs())
        #expect(left.isSubset(of: present) && present.count - left.count <= 1, "step \(step)")
        if output.contains("took back") { #expect(left.count == present.count - 1, "step \(step)") }
        for id in present.subtracting(left) { #expect(output.isEmpty || output.contains("(\(id))")) }
        present = left
      case 8:
        let output = try Pace.runKilled(["notify", "take-care"] + common, after: delay, in: log.scratch)
        let given = try log.notices()
        for line in output.split(separator: "\n") where line.contains("praise") {
          #expect(given.contains("\(line.dropFirst().prefix(8)) nice_reset"), "step \(step): \(line)")
        }
      default:
        settings += 1
        let word = "hydration_cadence=\(2 + settings % 18)"
        let words = ["settings", "take-care", word] + common
        let output = try Pace.runKilled(words, after: delay, in: log.scratch)
        let kept = try log.texts(
          "SELECT value FROM _setting WHERE name = 'hydration_cadence' ORDER BY at DESC LIMIT 1")
        if !output.isEmpty { #expect(kept == ["\(2 + settings % 18)"], "step \(step)") }
      }
      #expect(Set(try log.rowIDs()) == present, "step \(step)")
      #expect(try log.texts("SELECT integrity_check AS value FROM pragma_integrity_check") == ["ok"])
    }
    #expect(try log.run("log", "water", "--id", "last", now: Self.now(Self.kills * 3 + 3)).status == 0)
    let notices = try log.texts("SELECT id AS value FROM notice")
    #expect(Set(notices).count == notices.count)
    #expect(
      try log.texts(
        "SELECT count(*) AS value FROM notice JOIN _gone ON _gone.id = notice.id || '@' || notice.device")
        == ["0"])
  }

  @Test func `two processes that log into one file at once lose nothing`() throws {
    let log = try KeptLog()
    let script = #"""
      i=0
      while [ $i -lt "$1" ]; do
        "$0" log take-care water --db "$2" --device "$3" --id "$3$i" --now 2026-11-20T21:00 || exit 1
        i=$((i + 1))
      done
      """#
    let writers = try ["a", "b"].map { device in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, Pace.binary, "\(Self.writes)", log.path, device]
      process.currentDirectoryURL = Pace.repository
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    for writer in writers {
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
    for device in ["a", "b"] {
      // Each device's rows are one millisecond apart, none in one instant.
      let rows = "SELECT count(*) || ' ' || count(DISTINCT at) AS value FROM drink WHERE device = '\(device)'"
      #expect(try log.texts(rows) == ["\(Self.writes) \(Self.writes)"])
    }
    #expect(try log.texts("SELECT integrity_check AS value FROM pragma_integrity_check") == ["ok"])
    #expect(try log.texts("SELECT count(*) AS value FROM session") == ["1"])
  }
}
