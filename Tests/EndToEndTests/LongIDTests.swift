import Foundation
import PaceOracle
import Testing

/// Ids that nobody can read to their end.
struct `An id of more than 200 characters` {
  private static let id = String(repeating: "long id ", count: 50) + "end"
  private static let word = String(repeating: "x", count: 300)

  private func log(_ scratch: Scratch, _ subjects: [String]) throws -> String {
    let path = scratch.path("log.db")
    let rows = subjects.map { "(\(Night.start), '\($0)', 'beer', '\($0)')" }
    try Night.execute(
      """
      CREATE TABLE session(id, started_at, sensitivity);
      CREATE TABLE drink(at, session, kind, id, units);
      INSERT INTO session VALUES \(subjects.map { "('\($0)', \(Night.start), 'balanced')" }.joined(separator: ","));
      INSERT INTO drink(at, session, kind, id) VALUES \(rows.joined(separator: ","));
      UPDATE drink SET units = 'many';
      """, in: path)
    return path
  }

  @Test(arguments: cases([id, word])) func `is cut in what is said of it, and whole in results`(
    given: Case<String>
  ) throws {
    let id = given.value
    let scratch = try Scratch()
    let path = try log(scratch, [id])
    let result = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl", "--levels")
    #expect(result.status == (result.output.isEmpty ? 3 : 0))
    #expect(!result.remarks.isEmpty)
    #expect(result.remarks.contains(id.prefix(199) + "…"), "\(result.remarks)")
    #expect(!result.remarks.contains(id.prefix(201)))
    #expect(result.output.isEmpty || result.output.contains(id))
  }

  @Test func `is cut where several are named`() throws {
    let scratch = try Scratch()
    let path = try log(scratch, [Self.word + "1", Self.word + "2"])
    let result = try Pace.run("explain", "take-care", "--db", path, "--subject", "xx")
    #expect(result.status == 2)
    let cut = Self.word.prefix(199) + "…"
    #expect(
      result.remarks.contains("`xx` could be more than one session: \(cut) or \(cut)"), "\(result.remarks)")
  }

  @Test func `leaves a path whole, however long`() throws {
    let folder = String(repeating: "folder/", count: 40)
    let result = try Pace.run("eval", "take-care", "--db", "/nowhere/\(folder)log.db")
    #expect(result.status == 3)
    #expect(result.remarks.contains("no file `/nowhere/\(folder)log.db`"), "\(result.remarks)")
  }
}
