import Foundation
import Testing

/// What `history`, `show`, `insights` and `status` say of counts at the bounds of their words and pictures.
struct `Counts that are looked back at` {
  private let scratch: Scratch
  private let pack: String
  private let acts: String
  private let pauses: String

  /// 2026-11-20 10:00 UTC, a Friday.
  private static let friday: Int64 = 1_795_168_800_000
  private static let day: Int64 = 86_400_000

  init() throws {
    scratch = try Scratch()
    pack = try Scratch.pack(
      scratch,
      """
      subject visit { ends after 1 h without act }
      event act of visit {
        n: number = 1 in -100 .. 100
        debounce 1 min
      }
      event pause of visit { }
      scale load = low < high
      define newest = latest(act.n) "Newest"
      rule busy {
        when latest(act.n) > 5
        raise load to high
      }
      """)
    acts = try scratch.write("act.csv", "id,visit,at,n\n" + Self.rows).path
    pauses = try scratch.write("pause.csv", "id,visit,at\np,y,\(Self.friday - Self.day)\n").path
  }

  /// Nine rows on Friday, and three, three and two on Saturday; a third of the last visit comes too soon to count. A
  /// pause stands alone on Thursday.
  private static let rows: String = {
    let minutes: [(visit: String, from: Int64, [Double])] = [
      ("z", 0, [0, 2, 4, 6, 8, 10, 12, 14, 16]), ("a", day, [0, 2, 4]),
      ("b", day + 2 * 3_600_000, [0, 2, 4]),
      ("c", day + 4 * 3_600_000, [0, 2, 2.5]),
    ]
    return minutes.flatMap { visit, from, minutes in
      minutes.map { minute in
        let at = friday + from + Int64(minute * 60_000)
        return "\(visit)\(minute),\(visit),\(at),\(visit == "z" ? -1 : 1)\n"
      }
    }.joined()
  }()

  private func pace(_ command: String, _ words: String..., width: String? = nil) throws -> String {
    let all = [command, pack, "--db", acts, "--db", pauses, "--now", "2026-11-23"] + words
    let result = try Pace.run(all, environment: width.map { ["COLUMNS": $0] } ?? [:])
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  @Test func `means are rounded, and what has fallen has one sign`() throws {
    let text = try pace("insights", "--from", "2026-11-21", "--to", "2026-11-21")
    #expect(text.contains(" · 2.67 rows a visit · "), "\(text)")
    #expect(text.contains("\nagainst the 1 day before: rows -11.1 % · n +188.9 %\n"), "\(text)")
  }

  @Test func `a shade stands for what its legend says`() throws {
    let text = try pace("insights")
    #expect(text.contains("\nsat  · · · · · · · · · · ▒ · ▒ · ░ "), "\(text)")
    #expect(text.contains("░ up to 2  ▒ up to 4  ▓ up to 6  █ up to 9\n"), "\(text)")
  }

  @Test func `sums below zero are told, and so is the one visit that a limit leaves out`() throws {
    #expect(try pace("history").contains(/9 act +-9 n/))
    #expect(try pace("history", "--limit", "4").hasSuffix("\n… and 1 earlier; `--limit N` shows them\n"))
    #expect(!(try pace("history", "--limit", "5").contains("earlier")))
  }

  @Test func `a visit that ended as it began has a length`() throws {
    let visits = try scratch.write("visit.csv", "id,started_at,ended_at\ne,\(Self.friday),\(Self.friday)\n")
    let text = try pace("history", "--db", visits.path)
    #expect(text.contains(/\ne +2026-11-20 10:00 +10:00 +by hand +0 min +0 +low\n/), "\(text)")
  }

  @Test func `a row that came too soon is told, and is not the last`() throws {
    let shown = try pace("show", "--subject", "c")
    #expect(shown.contains("\n2  act\n1  too soon after one of their kind to count\n"), "\(shown)")
    let status = try pace("status", "--at", "2026-11-21T14:10")
    #expect(status.contains(/\nlast act +14:02:00, 8 min ago\nlast pause/), "\(status)")
    #expect(status.contains(/\ntoday +8 acts · n 8\n/), "\(status)")
  }

  @Test func `a strip is 48 columns at most, and a level does not reach into the part where it ends`() throws
  {
    try scratch.write(
      "act.csv", "id,visit,at,n\n1,v,\(Self.friday),9\n2,v,\(Self.friday + 1_800_000),1\n")
    // High for the first 30 of 90 minutes.
    let strip = String(repeating: "█", count: 16) + String(repeating: "▁", count: 32)
    let text = try pace("show", "--subject", "v", width: "200")
    #expect(text.contains("\nload  \(strip)  high 30 min\n"), "\(text)")
  }

  @Test func `rows a day are those of the span that is asked for`() throws {
    let cut = try pace("insights", "--from", "2026-11-21", "--format", "json")
    #expect(cut.contains(#""recent":[{"day":"2026-11-21","rows":8}]"#), "\(cut)")
    #expect(try pace("insights", "--from", "2026-11-21").contains("rows a day, 2026-11-21 to 2026-11-21: "))
    let all = try pace("insights", "--format", "json")
    #expect(all.contains(#"{"day":"2026-11-20","rows":9},{"day":"2026-11-21","rows":8}]"#), "\(all)")
  }

  @Test(arguments: ["history", "insights", "show"])
  func `each of several sums with one name says what it is of`(command: String) throws {
    let kinds = ["a", "b", "c"]
    let events = kinds.map { "event \($0) of person { n: number = 2 }\n" }.joined()
    let pack = try Scratch.pack(scratch, "subject person { }\n" + events, name: "sums.pace")
    let tables = kinds.map {
      "CREATE TABLE \($0)(id, person, at, n); INSERT INTO \($0) VALUES ('\($0)', 'p', \(Self.friday), 2);"
    }
    try Night.execute(tables.joined(separator: "\n"), in: scratch.path("sums.db"))
    let words = [command, pack, "--db", scratch.path("sums.db"), "--now", "2026-11-23", "--format", "json"]
    let result = try Pace.run(words)
    #expect(result.output.contains(#"{"a.n":2,"b.n":2,"c.n":2}"#), "\(result.output)\(result.remarks)")
  }

  @Test func `a figure that is not known has no text`() throws {
    let status = try pace("status", "--at", "2026-11-19T14:10", "--format", "json")
    #expect(status.contains(#""label":"Newest","value":null,"text":null"#), "\(status)")
  }

  @Test func `the time in a level is what eval counts, without that between an end and a revival`() throws {
    let pack = try scratch.write(
      "night.pace",
      """
      subject night { ends after 6 h without e }
      event e of night { }
      scale s = low < high
      rule up { when count(e) >= 1 until count(e) >= 5, raise s to high }

      """
    ).path
    let rows = try scratch.write(
      "e.csv", "id,night,at\n1,a,\(Self.friday)\n2,a,\(Self.friday + Self.day)\n"
    ).path
    let shown = try Pace.run("show", pack, "--db", rows, "--subject", "a", "--now", "2026-11-22")
    #expect(shown.output.contains(/\ns +\S+ +high 12 h\n/), "\(shown)")
    let told = try Pace.run("eval", pack, "--db", rows, "--levels", "--format", "summary").output
    #expect(told.contains("s high ms\t43200000\n"), "\(told)")
  }
}
