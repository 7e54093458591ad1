import Foundation
import Testing

/// Notices that an application really gave, in a table of the log.
struct `Given notices` {
  private static let table = """
    CREATE TABLE notice(id TEXT PRIMARY KEY, session TEXT, at INTEGER, rule TEXT);
    INSERT INTO notice VALUES ('n1', 's1', \(Night.start + 10 * 60_000), 'hydration');

    """

  @Test func `gates count them, and only what comes after the last one is derived`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Self.table, in: path)
    let derived = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl")
    let given = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl", "--given")
    #expect(given.status == 0)
    let rest = derived.output.split(separator: "\n").filter { line in
      !line.contains("T21:0") && !line.contains("nice_reset")
    }
    // Without a warning on record the praise for keeping off after one is not due until the next one's time.
    #expect(given.output.split(separator: "\n").filter { !$0.contains("nice_reset") } == rest)
    #expect(rest.count == 1 && rest[0].contains("fast_pace"))
  }

  @Test(arguments: [["--given"], []])
  func `lines tell of them as the table does`(options: [String]) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Self.table, in: path)
    let command = ["eval", "take-care", "--format", "jsonl"] + options
    let lines = try Pace.run("export", "take-care", "--db", path).output
    let notice = #"{"subject":"s1","at_ms":\#(Night.start + 10 * 60_000),"notice":"hydration"}"#
    for (order, input) in [([], notice + "\n" + lines), (["--sort"], lines + notice)] {
      let result = try Pace.run(command + ["--stdin"] + order, input: input)
      #expect(result.status == 0, "\(result.remarks)")
      #expect(try result.output == Pace.run(command + ["--db", path]).output)
    }
    let unknown = try Pace.run(
      command + ["--stdin"], input: notice.replacing("hydration", with: "hydratoin") + "\n" + lines)
    #expect(unknown.remarks.contains("line 1: `notice` `hydratoin` is not a rule; skipped"))
  }

  @Test func `a given cooldown is still running`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(
      Self.table
        + "INSERT INTO notice VALUES ('n2', 's1', \(Night.start + 20 * 60_000), 'fast_pace');\n", in: path)
    let given = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl", "--given")
    #expect(!given.output.contains("fast_pace"))
    let why = try Pace.run(
      "explain", "take-care", "--db", path, "--given", "--at", "21:31", "--rule", "fast_pace")
    #expect(why.output.contains("fast_pace HELD"))
  }

  @Test func `an episode that is unspoken after the last one speaks then`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { }
      rule standing {
        when count(e) >= 1
        emit note "standing"
      }
      rule each {
        on e
        emit note "each"
      }
      scenario "after the last given notice" {
        start 2026-11-20 21:00
        at 21:00 e
        given each at 21:05
        until 21:30
        expect standing at 2026-11-20 21:05:00.001 exactly 1 times
        expect standing is already_fired at 21:10
      }
      """)
    let result = try Pace.run("test", pack)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: ["22:30", "2026-11-20T22:30", "2026-11-20T22:30:00Z"])
  func `with --until, notices after it are not there yet`(until: String) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let later = "INSERT INTO notice VALUES ('n2', 's1', \(Night.start + 91 * 60_000), 'fast_pace');\n"
    try Night.execute(Self.table, in: path)
    let command = ["take-care", "--db", path, "--given", "--until", until]
    let before = try Pace.run(["eval"] + command)
    let why = try Pace.run(["explain"] + command)
    try Night.execute(later, in: path)
    #expect(before.output.contains("fast_pace") && why.output.contains("fast_pace FIRED"))
    #expect(try Pace.run(["eval"] + command).output == before.output)
    #expect(try Pace.run(["explain"] + command).output == why.output)
    let minuteLater = try Pace.run("eval", "take-care", "--db", path, "--given", "--until", "22:31")
    #expect(!minuteLater.output.contains("fast_pace"))
  }

  @Test func `a log without any is told of`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run("eval", "take-care", "--db", path, "--given")
    #expect(result.status == 3)
    #expect(result.remarks.contains("holds notices that were really given"))
  }

  @Test func `the command that is proposed for a notice explains that notice`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Self.table, in: path)
    let result = try Pace.run("eval", "take-care", "--db", path, "--given")
    let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix(" 1  ") })
    let first = line.split(separator: " ")
    let proposed = try #require(result.output.firstRange(of: "Why 1?  pace "))
    let words = result.output[proposed.upperBound...].split(separator: "\n")[0].split(separator: " ")
    let explained = try Pace.run(words.map(String.init))
    #expect(explained.status == 0, "\(explained)")
    #expect(explained.output.contains("\(first[3]) FIRED at \(first[1])"), "\(explained.output)")
  }
}
