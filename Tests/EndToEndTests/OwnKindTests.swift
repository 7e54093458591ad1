import Foundation
import Testing

/// Rules that read what their own notice kind fires.
struct OwnKindTests {
  private static let pack = """
    subject s {}
    event x of s {}
    rule first {
      when count(ka) >= 1
      emit ka "First."
    }
    rule second {
      when count(x) >= 1
      emit ka "Second."
    }

    """

  @Test func `one that a later rule lets speak does so a millisecond later, whoever asks`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    try Night.execute(
      """
      CREATE TABLE x(id TEXT PRIMARY KEY, s TEXT, at INTEGER);
      INSERT INTO x VALUES ('a', 's', 1795201500000), ('b', 's', 1795201800000);
      CREATE TABLE notice(id TEXT PRIMARY KEY, s TEXT, at INTEGER, rule TEXT);
      INSERT INTO notice VALUES ('n', 's', 1795201500000, 'second');
      """, in: scratch.path("s.db"))
    func told(_ words: String...) throws -> [String] {
      let log = ["--db", scratch.path("s.db"), "--until", "1795202000000", "--format", "csv"]
      let result = try Pace.run(["eval", pack] + log + words)
      return result.output.split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false)[2...3].joined(separator: " ")
      }
    }
    #expect(try told() == ["1795201500000 second", "1795201500001 first"])
    #expect(try told("--given") == ["1795201500001 first"])
    let explained = try Pace.run(
      "explain", pack, "--db", scratch.path("s.db"), "--subject", "s", "--at", "1795201700000", "--rule",
      "first")
    #expect(explained.output.contains("already"), "\(explained)")
  }

  @Test func `one that is declared after the other speaks in the same instant`() throws {
    let scratch = try Scratch()
    let scenario = """
      scenario "both" {
        start 2026-11-20 19:00
        at 19:05 x
        expect first at 19:05
        expect first exactly 1 time
        expect second at 19:05
      }

      """
    let parts = Self.pack.components(separatedBy: "rule ")
    let other = parts[0] + "rule " + parts[2] + "rule " + parts[1]
    #expect(try Pace.run("test", Scratch.pack(scratch, other + scenario)).status == 0)
    #expect(try Pace.run("test", Scratch.pack(scratch, Self.pack + scenario)).status == 1)
  }
}
