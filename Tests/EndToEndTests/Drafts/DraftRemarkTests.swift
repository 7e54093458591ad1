import Foundation
import PaceOracle
import Testing

/// What a draft says of the columns and tables that it leaves out, exchanges or guesses.
struct DraftRemarkTests {
  private static let pack = """
    subject person { zone: text }
    event dose of person { mg: number = 100 in 0 .. 2000, kind red { }, kind pale_blue { }, kind green { } }
    rule often { on dose, when count(dose, last 1 h) >= 9, emit warning "Nine." }
    """

  private func pasting(_ sql: String, for pack: String = pack) throws -> Pasting {
    try Pasting(pack) { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  /// A table of doses with a column of some values, whose rows are an hour apart.
  private static func doses(_ column: String, _ values: [String]) -> String {
    let rows = values.enumerated().map { "(\($0 + 1), \(1_795_208_400 + $0 * 3_600), \($1))" }
    return """
      CREATE TABLE doses (id INTEGER PRIMARY KEY, ts INTEGER, \(column));
      INSERT INTO doses VALUES \(rows.joined(separator: ", "));
      """
  }

  // MARK: Kinds

  @Test(
    arguments: cases([
      (["Red", "Green", "Dark green", "PALE BLUE", "mauve"], "red, green, green, pale_blue, mauve", true),
      (["red", "dark green", "green"], "red, green, green", true),
      (["Red", "Pale-blue"], "red, pale_blue", false),
    ]))
  func `a text that is like a kind is read as it, whatever else there is`(
    given: Case<([String], String, Bool)>
  ) throws {
    let (texts, meant, isGuess) = given.value
    let pasting = try pasting(Self.doses("kind TEXT", texts.map { "'\($0)'" }))
    let pairs = zip(texts, meant.split(separator: ", ")).filter { $0.1 != "mauve" }
    for (text, kind) in pairs {
      #expect(pasting.draft.contains("\"\(text)\" = \(kind)"), "\(pasting.draft)")
    }
    #expect(pasting.draft.contains("rows with `mauve` are skipped") == texts.contains("mauve"))
    #expect(pasting.draft.contains("which value is which?") == isGuess, "\(pasting.draft)")
  }

  // MARK: What is left out

  @Test func `a number out of its range is left out with the range`() throws {
    let pasting = try pasting(Self.doses("mg INTEGER", ["4000", "4000"]))
    #expect(
      pasting.draft.contains("    # check: `mg` is left out: `mg` holds `4000`, outside of 0 .. 2000\n"),
      "\(pasting.draft)")
  }
}
