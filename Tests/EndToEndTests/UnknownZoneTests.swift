import Foundation
import Testing

struct `A time zone that there is not` {
  private let scratch: Scratch
  private let pack: String

  init() throws {
    scratch = try Scratch()
    pack = try Scratch.pack(
      scratch,
      """
      calendar {
        zone "Europe/Berlim"
      }
      subject person { }
      event bite of person { }
      rule any {
        on bite
        emit note "Once."
      }
      scenario "one" {
        start 2026-11-20 21:00
        at 21:00 bite
        expect any at 21:00
      }
      scenario "two" {
        start 2026-11-20 21:00
        at 21:00 bite
        expect any at 21:00
      }
      """)
  }

  /// The message from its place on.
  private static let message = """
    :2:8
      |
    2 |   zone "Europe/Berlim"
      |        ^^^^^^^^^^^^^^^
    help: did you mean `Europe/Berlin`?

    """

  @Test func `lint finds it, and --fix leaves the guess alone`() throws {
    let result = try Pace.run("lint", pack)
    #expect(result.status == 1)
    #expect(result.output.contains("error[unknown-zone]: there is no time zone `Europe/Berlim`\n"))
    #expect(result.output.contains(Self.message))
    let fixed = try Pace.run("lint", pack, "--fix")
    #expect(fixed.status == 1)
    #expect(fixed.remarks.contains("1 edit left to you"))
  }

  @Test func `eval blames the line, unless --zone names another`() throws {
    let path = scratch.path("log.db")
    try Night.execute(
      "CREATE TABLE bite(id, person, at); INSERT INTO bite VALUES (1, 'p', \(Night.start))", in: path)
    let result = try Pace.run("eval", pack, "--db", path)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains(Self.message))
    #expect(!result.remarks.contains("--zone"))
    let other = try Pace.run("eval", pack, "--db", path, "--zone", "Europe/Berlin")
    #expect(other.status == 0)
    #expect(other.output.contains("22:00"))
    let wrong = try Pace.run("eval", pack, "--db", path, "--zone", "Europe/Berlim")
    #expect(wrong.status == 2)
    #expect(
      wrong.remarks.contains("`--zone Europe/Berlim`: expected a time zone; did you mean `Europe/Berlin`?"))
  }

  @Test func `test says it once, and fails no scenario`() throws {
    let result = try Pace.run("test", pack)
    #expect(result.status == 2)
    #expect(result.remarks.contains(Self.message))
    #expect(result.remarks.components(separatedBy: "Berlim`").count == 2)
    #expect(!result.output.contains("FAIL"))
  }

  @Test func `a subject's default and a scenario's zone are named at their own places`() throws {
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { zone: text = "Berlin" }
      event bite of person { }
      rule any {
        on bite
        emit note "Once."
      }
      scenario "one" {
        start 2026-11-20 21:00
        zone "Mars/Olympus"
        at 21:00 bite
        expect any at 21:00
      }
      """, name: "other.pace")
    let result = try Pace.run("lint", pack)
    #expect(result.status == 1)
    #expect(result.output.contains("other.pace:1:31\n"))
    #expect(result.output.contains("did you mean `Europe/Berlin`?"))
    #expect(result.output.contains("other.pace:9:8\n"))
    #expect(result.output.contains("names are such as `Europe/London`"))
    let test = try Pace.run("test", pack)
    #expect(test.status == 2 && test.remarks.contains("other.pace:9:8\n"), "\(test)")
    #expect(!test.output.contains("FAIL"), "\(test)")
  }

  @Test(arguments: [
    ["status"], ["log", "beer"], ["export"], ["history"], ["eval"], ["merge", "other.db"], ["notify"],
  ])
  func `a zone kept in a log is named with its file, and --zone overrides it`(words: [String]) throws {
    let (log, other) = (try KeptLog.beer(), try KeptLog())
    for log in [log, other] { try log.execute("INSERT INTO _log VALUES ('zone', 'Europe/Berlim')") }
    let path = try log.scratch.write("other.db", bytes: try other.bytes()).path
    let more = words.dropFirst().map { $0 == "other.db" ? path : $0 }
    let tail =
      ["--db", log.path] + (["export", "eval"].contains(words[0]) ? [] : ["--now", "2026-11-20T21:01"])
    let result = try Pace.run([words[0], "take-care"] + more + tail)
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    #expect(
      result.remarks.contains(
        "`\(log.path)` is kept in the time zone `Europe/Berlim`, which this system doesn't have\n"))
    #expect(result.remarks.contains("did you mean `Europe/Berlin`?\n`--zone ZONE` reads it in another"))
    #expect(try Pace.run([words[0], "take-care"] + more + tail + ["--zone", "Europe/Berlin"]).status == 0)
  }

  @Test func `commands that keep a log blame the line of the rules too`() throws {
    let path = scratch.path("log.db")
    let made = try Pace.run("init", pack, "--db", path)
    #expect(made.status == 2 && made.remarks.contains(Self.message), "\(made)")
    #expect(try Pace.run("init", pack, "--db", path, "--zone", "Europe/Berlin").status == 0)
    #expect(try Pace.run("log", pack, "bite", "--db", path).status == 0)
  }
}
