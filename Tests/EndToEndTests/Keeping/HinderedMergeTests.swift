import PaceStore
import Testing

/// A merge that a reader hinders.
struct HinderedMergeTests {
  private static let night = "2026-11-20T"

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
