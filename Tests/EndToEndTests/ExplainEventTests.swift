import Foundation
import Testing

/// What `explain` says of events that don't count, and of gates and rules that have names for things.
struct `An explanation of events and names` {
  private static let program = """
    subject person {}
    event meeting of person { minutes: number = 30 }
    event tap of person { debounce 30 s }
    stream long_meeting = meeting where minutes >= 60
    scale load = low < high
    define recent = count(meeting, last 1 h)
    define rested = since(tap) >= 10 min
    define slow = recent < 4
    define calm = rested and slow

    rule lengthy {
      on long_meeting
      emit note "Long."
    }
    rule tapped {
      on tap
      when count(tap, last 1 h) >= 3
      raise load to high
      emit note "Taps."
    }
    rule crowd {
      on meeting
      when recent >= 3
      emit note "Crowded."
      unless calm
      cooldown 30 min
    }

    scenario "taps" {
      start 2026-11-20 09:00
      at 09:00 tap
      at 09:00:40 tap
      at 09:20 meeting
      at 09:30 meeting
      at 09:35 meeting
      at 09:40 tap
      at 09:41 meeting
      at 09:42 meeting
      until 12:00
      expect crowd at 09:41
    }
    """

  private func page(rule: String, at time: String) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    let result = try Pace.run(
      ["explain", pack, "--scenario", "taps", "--rule", rule, "--at", time], environment: ["COLUMNS": "200"])
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  private func check(_ page: String, _ line: String, at place: SourceLocation = #_sourceLocation) {
    #expect(page.contains(line), "\(line) in\n\(page)", sourceLocation: place)
  }

  @Test func `an event that a stream refuses is named, with what the stream asks`() throws {
    check(
      try page(rule: "lengthy", at: "09:20"),
      "trigger on long_meeting: not 09:20 meeting (line 33), for it asks minutes = 30 >= 60, too low by 30\n")
    check(try page(rule: "lengthy", at: "09:21"), "trigger on long_meeting: no such event at this instant\n")
  }

  @Test func `of many rows any one alone reverses a verdict, and a row shown nowhere else has its time`()
    throws
  {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event call of s { }
      event ack of s { }
      rule burn { on call, when count(call, last 5 min) >= 5, emit page "Burn.", unless count(ack, last 1 h) >= 2 }
      scenario "x" {
        start 2026-03-01 09:00
        at 09:58 ack
        at 10:00:01 call
        at 10:00:02 call
        at 10:00:03 call
        at 10:00:04 call
        at 10:00:05 call
        at 10:00:06 ack
        at 10:00:07 call
      }
      """)
    func page(_ at: String) throws -> String {
      let words = ["explain", pack, "--scenario", "x", "--rule", "burn", "--at", at]
      return try Pace.run(words, environment: ["COLUMNS": "200"]).output
    }
    check(
      try page("10:00:05"), "without any one of line 12, line 11, line 10, line 9 and 1 more\n")
    check(try page("10:00:07"), "without 10:00:06 ack (line 13) or 09:58 ack (line 7)\n")
  }

  /// 30 s after the last tap one more counts, and it is the second.
  @Test func `one more event that would be dropped is not free`() throws {
    check(try page(rule: "tapped", at: "09:00"), "one more tap would first bring no notice at 09:00:30\n")
  }

  /// The third tap raises the level, but 20 s after the second it would be dropped.
  @Test func `one more event that would be dropped raises no level`() throws {
    let soon = try page(rule: "tapped", at: "09:01")
    #expect(!soon.contains("high after"), "\(soon)")
    check(try page(rule: "tapped", at: "09:02"), "load low, high after 1 more tap\n")
  }

  @Test func `a gate that names a condition says once what decided it`() throws {
    let page = try page(rule: "crowd", at: "09:35")
    check(page, "unless calm: holds, ")
    #expect(page.components(separatedBy: "calm").count == 3, "\(page)")
  }

  @Test func `an event held back says that an open gate is for a later one`() throws {
    let held = try page(rule: "crowd", at: "09:42")
    check(held, "cooldown opens after 10:11:00, for a later meeting")
    let fired = try page(rule: "crowd", at: "09:41")
    #expect(!fired.contains("for a later"), "\(fired)")
  }

  @Test func `what is compared goes by its name in the line of another rule`() throws {
    check(try page(rule: "tapped", at: "09:30"), "crowd idle: recent 2 >= 3, too low by 1")
  }

  @Test func `events that come too soon after one of their kind are counted in the table`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject p {}\nevent e of p { debounce 60 s }\nrule r { on e, emit x \"r\" }\n")
    let path = scratch.path("log.db")
    func table(_ second: Int64) throws -> String {
      try Night.execute(
        """
        DROP TABLE IF EXISTS e;
        CREATE TABLE e(id TEXT PRIMARY KEY, p TEXT, at INTEGER);
        INSERT INTO e VALUES ('r1', 's', \(Night.start)), ('r2', 's', \(second));
        """, in: path)
      return try Pace.run("eval", pack, "--db", path).output
    }
    #expect(try table(Night.start + 59_999).contains("held back: none. Debounced: 1 event.  "))
    #expect(try table(Night.start + 60_000).contains("held back: none.  "))
  }
}
