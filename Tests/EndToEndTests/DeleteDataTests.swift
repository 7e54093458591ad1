import Foundation
import PaceStore
import Testing

/// Deleting what a log says.
struct `Deleting data` {
  @Test(.waitsAside) func `where a reader keeps it from being overwritten, the exit code says so`() throws {
    let log = try KeptLog()
    try log.log("shot", "a1", now: "2026-11-20T21:52")
    try log.log("shot", "a2", now: "2026-11-20T21:59")
    let wal = log.path + "-wal"
    func holds(_ text: String) -> Bool {
      [log.path, wal].contains { path in
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        return data?.range(of: Data(text.utf8)) != nil
      }
    }
    let reader = try Connection.reading(log.path)
    let kept = try log.run("delete-data", "--yes", "--format", "json", now: "2026-11-20T23:10")
    #expect(kept.status == 3 && kept.output.hasSuffix("\"overwritten\":false}\n"), "\(kept)")
    #expect(
      kept.remarks.hasSuffix(
        """
        error: somebody is reading `\(log.path)`: what is deleted is gone, but it or `\(wal)` still holds its bytes
        once nobody else has it open, the next command that writes to it overwrites them

        """), "\(kept.remarks)")
    #expect(holds("shot_stacking"))
    try reader.execute("ROLLBACK")
    let again = try log.run("delete-data", "--yes", now: "2026-11-20T23:11")
    #expect(again.output.hasSuffix("; what went before is overwritten now\n"), "\(again)")
    #expect(!holds("shot_stacking"))
  }
}
