import Foundation
import Testing

/// Subjects that were deleted, and rows of theirs that came later.
struct DeletedSubjectTests {
  /// A phone and a laptop; the laptop deleted `x`, and then a row of it came from the phone.
  private static func devices() throws -> (phone: KeptLog, laptop: KeptLog) {
    let (phone, laptop) = (try KeptLog(KeptLog.cups), try KeptLog(KeptLog.cups, device: "laptop"))
    _ = try phone.run("start", "--subject", "x", now: "2026-11-20T21:00")
    try phone.log("small", "a", now: "2026-11-20T21:05", "--subject", "x")
    try laptop.merge(phone, now: "2026-11-20T21:10")
    #expect(try laptop.run("delete", "x", now: "2026-11-20T21:11").status == 0)
    try phone.log("small", "b", now: "2026-11-20T21:12", "--subject", "x")
    let merged = try phone.run("merge", laptop.path, "--both", now: "2026-11-20T21:13")
    #expect(merged.status == 0 && merged.output.contains("`x` was deleted"), "\(merged)")
    return (phone, laptop)
  }

  private static func subjects(_ log: KeptLog) throws -> [String] {
    try log.texts("SELECT id AS value FROM person")
  }

  @Test func `what the next merge would take away is refused`() throws {
    let (phone, _) = try Self.devices()
    let before = try phone.bytes()
    for words in [["end", "--subject", "x"], ["end"], ["edit", "x", "goal=5"], ["edit", "x", "ended_at="]] {
      let result = try phone.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:20")
      #expect(result.status == 1, "\(words): \(result)")
      #expect(result.remarks.contains("person `x` was deleted\n"), "\(words): \(result)")
      #expect(result.remarks.contains("deleting it once more takes the rows"), "\(words): \(result)")
    }
    #expect(try phone.bytes() == before)
  }

  @Test func `its rows can be deleted, here and everywhere`() throws {
    let (phone, laptop) = try Self.devices()
    let deleted = try phone.run("delete", "x", now: "2026-11-20T21:20")
    #expect(deleted.status == 0, "\(deleted)")
    #expect(try phone.rowIDs("cup").isEmpty)
    try laptop.log("small", "c", now: "2026-11-20T21:21", "--subject", "x")
    let merged = try phone.run("merge", laptop.path, "--both", now: "2026-11-20T21:22")
    #expect(merged.status == 0, "\(merged)")
    #expect(try phone.rowIDs("cup") == ["c"] && laptop.rowIDs("cup") == ["c"])
    #expect(try phone.export() == laptop.export())
    #expect(try Self.subjects(phone).isEmpty)
  }

  @Test func `what another device told of it goes with it`() throws {
    let (phone, watch) = (try KeptLog("nail-guard"), try KeptLog("nail-guard", device: "watch"))
    for id in ["ann", "bob"] {
      let words = ["--also", "--subject", id]
      #expect(try phone.run("start", words, now: "2026-11-20T20:01").status == 0)
    }
    try phone.log("bite", "a", now: "2026-11-20T20:05", "--subject", "ann")
    try watch.merge(phone, now: "2026-11-20T20:10")
    let delete = ["--subject", "ann", "--yes"]
    #expect(try phone.run("delete-data", delete, now: "2026-11-20T20:11").status == 0)
    _ = try watch.run("notify", now: "2026-11-20T22:00")
    let told = "SELECT person AS value FROM notice ORDER BY id"
    #expect(try watch.texts(told) == ["ann", "bob"])
    let merged = try phone.run("merge", watch.path, "--both", now: "2026-11-20T22:01")
    #expect(merged.remarks.contains("1 bite, 1 person and 1 notice"), "\(merged)")
    for log in [phone, watch] { #expect(try log.texts(told) == ["bob"]) }
    #expect(try watch.merge(phone, now: "2026-11-20T22:02").contains("nothing new"))
  }

  @Test func `the id of what is gone stands for nothing that begins with it`() throws {
    let log = try KeptLog(KeptLog.cups)
    for id in ["a", "ab"] { try log.log("small", id, now: "2026-11-20T21:0\(id.count)") }
    for id in ["x", "xy"] { _ = try log.run("start", "--also", "--subject", id, now: "2026-11-20T21:05") }
    for id in ["a", "x"] {
      #expect(try log.run("delete", id, now: "2026-11-20T21:10").status == 0)
      let again = try log.run("delete", id, now: "2026-11-20T21:11")
      #expect(again.status == 1, "\(again)")
      #expect(again.remarks.contains("`\(id)` was taken back or deleted\n"), "\(again)")
    }
    #expect(try log.rowIDs("cup") == ["ab"])
    #expect(try Self.subjects(log).sorted() == ["me", "xy"])
    let named = try log.run("log", "small", "--subject", "x", now: "2026-11-20T21:12")
    #expect(named.status == 1 && named.remarks.contains("person `x` was deleted"), "\(named)")
  }
}
