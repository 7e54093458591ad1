import Foundation
import PaceStore
import Testing

/// What `merge` says it did, would do, and left undone.
struct MergeAccountTests {
  private static let night = "2026-11-20T"

  @Test func `rows without an id are left out by name`() throws {
    let (phone, watch) = (try KeptLog(), try KeptLog(device: "watch"))
    try watch.log("beer", "b1", now: Self.night + "21:00")
    let row = "INSERT INTO drink (session, at, kind) VALUES ('s1', 1795208400000, 'beer');"
    try watch.execute(row + row)
    try phone.execute(row + "INSERT INTO notice (at, given_at, rule) VALUES (0, 0, 'x')")
    let merged = try phone.merge(watch, now: Self.night + "21:10")
    #expect(
      merged.contains("\n2 drinks of \(watch.path) have no id and are left out; give each an id"), "\(merged)"
    )
    #expect(!merged.contains("of \(phone.path)"), "\(merged)")
    let words = [watch.path, "--both", "--dry-run"]
    let both = try phone.run("merge", words, now: Self.night + "21:11").output
    #expect(both.contains("\n1 drink of \(phone.path) has no id and is left out"), "\(both)")
    #expect(both.contains("\n1 notice of \(phone.path) has no id and is left out"), "\(both)")
    let json = try phone.run("merge", words + ["--format", "json"], now: Self.night + "21:11").output
    #expect(
      json.contains(
        #""without_id":[{"file":"\#(watch.path)","table":"drink","rows":2},"#
          + #"{"file":"\#(phone.path)","table":"drink","rows":1},"#
          + #"{"file":"\#(phone.path)","table":"notice","rows":1}]"#), "\(json)")
  }

  /// A phone, a watch and a tablet that have changed one row: first the watch, last the tablet.
  private func edited() throws -> [KeptLog] {
    let phone = try KeptLog.beer()
    let (watch, tablet) = (try KeptLog(device: "watch"), try KeptLog(device: "tablet"))
    for other in [watch, tablet] { try other.merge(phone, now: Self.night + "21:01") }
    for (minute, log) in [watch, phone, tablet].enumerated() {
      #expect(
        try log.run("edit", "a", "units=1.\(minute)5", now: Self.night + "21:0\(minute + 2)").status == 0)
    }
    // The tablet has changed a row too that the watch lacks.
    try phone.log("water", "w", now: Self.night + "21:05")
    try tablet.merge(phone, now: Self.night + "21:06")
    #expect(try tablet.run("edit", "w", "units=0.2", now: Self.night + "21:07").status == 0)
    return [phone, watch, tablet]
  }

  @Test(arguments: [[1, 2], [2, 1]])
  func `a dry run of several files says what the run then says`(order: [Int]) throws {
    let logs = try edited()
    let words = order.map { logs[$0].path } + ["--both"]
    let dry = try logs[0].run("merge", words + ["--dry-run"], now: Self.night + "21:20").output
    let run = try logs[0].run("merge", words, now: Self.night + "21:20").output
    #expect(dry == run + "nothing was written: --dry-run\n")
    let lines = run.split(separator: "\n")
    #expect(lines[0].hasSuffix("log.db  2 values newer (tablet)"), "\(run)")
    for (place, log) in order.enumerated() {
      let gain = log == 1 ? "1 drink more · 1 value newer (tablet)" : "nothing new"
      #expect(lines[place + 1].hasSuffix("log.db  \(gain)"), "\(run)")
    }
  }

  @Test func `a value that several files have changed counts once`() throws {
    let logs = try edited()
    let merged = try logs[1].merge(logs[0], logs[2], now: Self.night + "21:20")
    #expect(merged.contains("log.db  1 drink more · 1 value newer (tablet)\n"), "\(merged)")
  }

  @Test func `files with one device name are told apart by their paths`() throws {
    let (phone, one, other) = (try KeptLog(), try KeptLog(device: "watch"), try KeptLog(device: "watch"))
    let third = try KeptLog(device: "phone")
    let words = [one.path, other.path, third.path]
    let merged = try phone.run("merge", words, now: Self.night + "21:00").output
    #expect(merged.contains("\n\(third.path) has the device name of this file; `pace init take-care --db"))
    #expect(
      merged.contains("\n\(other.path) has the device name `watch`, as \(one.path) has; `pace init take-care")
    )
    let json = try phone.run("merge", words + ["--format", "json"], now: Self.night + "21:00").output
    #expect(json.contains(#""same_device":["\#(third.path)"],"shared_devices":["#), "\(json)")
    #expect(json.contains(#"{"device":"watch","files":["\#(one.path)","\#(other.path)"]}"#), "\(json)")
  }

  @Test(.waitsAside) func `where a reader keeps what goes from being overwritten, the exit code says so`()
    throws
  {
    let (phone, watch) = (try KeptLog.beer(), try KeptLog(device: "watch"))
    try watch.merge(phone, now: Self.night + "21:01")
    #expect(try phone.run("delete-data", "--yes", now: Self.night + "21:02").status == 0)
    let reader = try Connection.reading(watch.path)
    let merged = try watch.run("merge", phone.path, now: Self.night + "21:03")
    #expect(merged.status == 3 && merged.output.contains("gone"), "\(merged)")
    #expect(merged.remarks.contains("error: somebody is reading `\(watch.path)`: what is deleted is gone"))
    try reader.execute("ROLLBACK")
    let again = try watch.run("merge", phone.path, now: Self.night + "21:04")
    #expect(again.status == 0 && again.remarks.isEmpty, "\(again)")
  }
}
