import Foundation
import PaceOracle
import Testing

/// Drafts for tables that hold several things, and for things that several tables hold.
struct DraftPartTests {
  private static let pack = """
    subject baby { }
    event feed of baby { ml: number in 0 .. 400, kind bottle { }, kind breast { } }
    event nap of baby { length: duration }
    event diaper of baby { kind wet { }, kind dirty { } }
    """

  private static func rows(_ types: [String]) -> String {
    let rows = (0..<9).map { row in
      let ml = row % 3 == 0 ? "100" : "NULL"
      return "(\(row + 1), 'mia', \(types[row % types.count]), \(1_795_208_400 + row * 3_600), \(ml))"
    }
    return """
      CREATE TABLE log (id INTEGER PRIMARY KEY, baby TEXT, type, time INTEGER, ml INTEGER);
      INSERT INTO log VALUES \(rows.joined(separator: ", "));
      """
  }

  private func pasting(_ sql: String, for pack: String = pack) throws -> Pasting {
    try Pasting(pack) { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  /// How many events are read of each sort, with their kinds.
  private func counts(_ pasting: Pasting) throws -> [String: Int] {
    let result = try Pace.run("export", pasting.pack, "--db", pasting.log)
    #expect(result.status == 0 && !result.remarks.contains("skipped"), "\(result)")
    return try result.output.split(separator: "\n").reduce(into: [:]) { counts, line in
      let event = try JSONDecoder().decode(Exported.self, from: Data(line.utf8))
      counts[([event.event] + [event.kind].compactMap { $0 }).joined(separator: "/"), default: 0] += 1
    }
  }

  private struct Exported: Decodable {
    var event: String
    var kind: String?
  }

  // MARK: Ids

  @Test func `a table without numbers of rows that has a column of their name is read by its key`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE nap (baby TEXT, ts INTEGER, rowid INTEGER, PRIMARY KEY (baby, ts)) WITHOUT ROWID;
      INSERT INTO nap VALUES ('mia', 1795208400, 5), ('mia', 1795208460, 5), ('tom', 1795208460, 5);
      """)
    #expect(pasting.draft.contains("    id = ts  # check: "), "\(pasting.draft)")
    #expect(try counts(pasting) == ["nap": 3])
  }
}
