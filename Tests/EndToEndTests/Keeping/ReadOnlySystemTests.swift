import Foundation
import Testing

/// A log on a file system that is mounted read-only can be read, and every other command says why it can do nothing.
struct ReadOnlySystemTests {
  /// Whether this process may mount file systems, where no other process sees them.
  private static let canMount: Bool = {
    let script = "mkdir -p mnt && mount -t tmpfs tmpfs mnt"
    guard let scratch = try? Scratch() else { return false }
    return (try? inNamespace(script, scratch).status) == 0
  }()

  private static func inNamespace(_ script: String, _ scratch: Scratch) throws -> RunResult {
    try Pace.run(
      ["-m", "/bin/sh", "-c", script, Pace.binary], folder: scratch.folder,
      environment: ["PACE_PATH": Pace.repository.appendingPathComponent("rules").path],
      executable: "/usr/bin/unshare")
  }

  /// What a command says of a log with a beer, once its file system is mounted read-only.
  private static func run(_ words: String) throws -> RunResult {
    let script = """
      export PACE=$0
      mkdir mnt && mount -t tmpfs -o size=2m tmpfs mnt || exit 99
      $PACE init take-care --accept --db mnt/s.db --now 2026-11-20T20:59 >mnt/said || exit 99
      $PACE log take-care beer --db mnt/s.db --id a --now 2026-11-20T21:00 >mnt/said || exit 99
      cp mnt/s.db copy.db
      mount -o remount,ro mnt || exit 99
      $PACE \(words)
      """
    return try inNamespace(script, try Scratch())
  }

  @Test(
    .enabled(if: canMount),
    arguments: [
      "status take-care --db mnt/s.db --now 2026-11-20T21:01", "eval take-care --db mnt/s.db",
      "history take-care --db mnt/s.db --now 2026-11-20T21:01", "export take-care --db mnt/s.db",
      "settings take-care --db mnt/s.db", "merge take-care mnt/s.db --db copy.db --now 2026-11-20T21:01",
    ])
  func `it is read`(_ words: String) throws {
    let result = try Self.run(words)
    #expect(result.status == 0 && !result.output.isEmpty, "\(result)")
    #expect(!result.remarks.contains("error"), "\(result.remarks)")
  }

  @Test(
    .enabled(if: canMount),
    arguments: ["log take-care beer", "undo take-care", "notify take-care", "init take-care --accept"])
  func `it is not written to, and the cause is named`(_ words: String) throws {
    let result = try Self.run("\(words) --db mnt/s.db --now 2026-11-20T21:01")
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    #expect(
      result.remarks == """
        error: `mnt/s.db` is on a file system that is mounted read-only
        mount it for writing, or copy the file elsewhere, with `mnt/s.db-wal` if that is there

        """)
  }

  @Test(.enabled(if: canMount)) func `a log on a full file system is merged from all the same`() throws {
    let script = """
      mkdir mnt && mount -t tmpfs -o size=600k tmpfs mnt || exit 99
      $0 init take-care --accept --db log.db --now 2026-11-20T20:59 >said || exit 99
      $0 init take-care --accept --db mnt/other.db --now 2026-11-20T20:59 >said || exit 99
      $0 log take-care beer --db mnt/other.db --id a --now 2026-11-20T21:00 >said || exit 99
      head -c 600000 /dev/zero >mnt/rest
      $0 merge take-care --db log.db mnt/other.db --now 2026-11-20T21:01
      """
    let result = try Self.inNamespace(script, try Scratch())
    #expect(
      result.status == 0 && result.output.hasPrefix("log.db  1 drink and 1 session more\n"), "\(result)")
  }

  @Test(.enabled(if: canMount), arguments: ["init take-care --accept", "sample take-care"])
  func `a new file can't be made there, and the cause is named`(_ words: String) throws {
    let result = try Self.run("\(words) --db mnt/new.db")
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.contains("`mnt/new.db` could not be made: its file system is mounted read-only"))
  }
}
