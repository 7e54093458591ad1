import PaceStore
import Testing

struct `The status of a database that pace doesn't keep` {
  @Test(.waitsAside) func `waits once for a locked file`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let lock = try Connection.writing(path)
    try lock.execute("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    let result = try Pace.run("status", "take-care", "--db", path)
    #expect(result.status == 3 && result.remarks.contains("is busy"), "\(result)")
    // Once is five seconds.
    #expect(ContinuousClock.now - start < .seconds(9))
    try lock.execute("ROLLBACK")
  }
}
