import Foundation
import Testing

/// The examples by which the commands are explained.
struct KeepingExampleTests {
  /// A session `5b1e` from 21:52 with a shot at 21:52.
  private static func friday() throws -> KeptLog {
    let log = try KeptLog(now: "2026-11-20T21:50")
    _ = try log.run("start", "--subject", "5b1e", "--at", "2026-11-20T21:52", now: "2026-11-20T21:52")
    try log.log("shot", "a1", now: "2026-11-20T21:52")
    return log
  }

  @Test func `a log is made, with the disclaimer and the command to go on with`() throws {
    let log = try KeptLog(isMade: false)
    let made = try log.run("init", "--device", "phone", "--accept", now: "2026-11-20T21:50")
    #expect(
      made.output == """
        If you've been drinking, do not drive. This is not medical or legal advice.
        \(log.path) keeps sessions and drinks. Now:  pace log take-care shot --db \(log.path)

        """)
    #expect(made.status == 0 && made.remarks.isEmpty)
  }

  @Test func `the first row starts a session`() throws {
    let log = try KeptLog(now: "2026-11-20T21:50")
    let result = try log.run("log", "shot", "--at", "2026-11-20T21:52", "--id", "a1", now: "2026-11-20T21:52")
    let session = try log.texts("SELECT substr(id, 1, 4) AS value FROM session")[0]
    #expect(
      result.output == """
        21:52:00  shot  units 1, alcoholic yes   a1   session \(session) started
        pace      good

        """)
  }

  @Test func `a second shot brings what is due`() throws {
    let log = try Self.friday()
    let result = try log.run("log", "shot", "--at", "2026-11-20T21:59", "--id", "a2", now: "2026-11-20T21:59")
    #expect(
      result.output == """
        21:59:00  shot  units 1, alcoholic yes   a2
         21:59:00  warning   shot_stacking  caution  Shots are stacking up. Take a break.
         21:59:00  warning   rapid_repeat   caution  2 drinks in 10 min. Let this one last.
         21:59:00  reminder  hydration               Water check.
        pace      caution, good from 22:07:00.001

        """)
  }

  @Test func `a row at the instant of a start made by hand is no row that comes late`() throws {
    let log = try KeptLog(now: "2026-11-20T21:50")
    _ = try log.run("start", "--subject", "5b1e", now: "2026-11-20T21:52")
    let result = try log.run("log", "shot", "--id", "a1", now: "2026-11-20T21:52")
    #expect(result.output == "21:52:00  shot  units 1, alcoholic yes   a1\npace      good\n")
  }

  @Test func `a row as JSON says what was given`() throws {
    let log = try Self.friday()
    let result = try log.run("log", "shot", "--id", "a2", "--format", "json", now: "2026-11-20T21:59")
    let notice = #""subject":"5b1e","at":"2026-11-20T21:59:00.000Z","at_ms":1795211940000,"#
    let given = #","given_at_ms":1795211940000}"#
    #expect(
      result.output == #"{"written":true,"known":false,"row":{"id":"a2","subject":"5b1e","event":"drink","#
        + #""kind":"shot","at_ms":1795211940000,"device":"phone","fields":{"units":1,"alcoholic":true}},"#
        + #""started":false,"notices":[{"id":"5b1e/shot_stacking/1795211940000","# + notice
        + #""rule":"shot_stacking","kind":"warning","level":"caution","severity":2,"preset":"balanced","#
        + #""message":"Shots are stacking up. Take a break.""# + given
        + #",{"id":"5b1e/rapid_repeat/1795211940000","# + notice
        + #""rule":"rapid_repeat","kind":"warning","level":"caution","severity":1,"preset":"balanced","#
        + #""message":"2 drinks in 10 min. Let this one last.""# + given
        + #",{"id":"5b1e/hydration/1795211940000","# + notice
        + #""rule":"hydration","kind":"reminder","level":null,"severity":1,"preset":"balanced","#
        + #""message":"Water check.""# + given
        + #"],"levels":{"pace":"caution"},"next_at_ms":1795212420001}"# + "\n")
  }

  @Test func `undo names the row and what went with it`() throws {
    let log = try Self.friday()
    try log.log("shot", "a2", now: "2026-11-20T21:59")
    let before = try log.bytes()
    let json = try log.run("undo", "--format", "json", "--dry-run", now: "2026-11-20T22:00")
    #expect(
      json.output == #"{"undone":{"id":"a2","event":"drink","kind":"shot","at_ms":1795211940000,"#
        + #""device":"phone"},"withdrawn":["5b1e/shot_stacking/1795211940000","#
        + #""5b1e/rapid_repeat/1795211940000","5b1e/hydration/1795211940000"],"#
        + #""levels":{"pace":"good"},"next_at_ms":null,"dry_run":true}"# + "\n")
    #expect(try log.bytes() == before)
    let result = try log.run("undo", now: "2026-11-20T22:00")
    #expect(
      result.output.hasPrefix(
        "took back  21:59:00  shot (a2), and with it shot_stacking, rapid_repeat and hydration of 21:59:00\n")
    )
    #expect(try log.rowIDs() == ["a1"])
    #expect(try log.notices() == [])
  }

  @Test func `status shows levels, figures and what comes next`() throws {
    let log = try Self.friday()
    try log.log("shot", "a2", now: "2026-11-20T21:59")
    let before = try log.bytes()
    let result = try log.run("status", "--format", "json", now: "2026-11-20T22:00")
    #expect(
      result.output == #"{"open":true,"subject":"5b1e","started_at_ms":1795211520000,"#
        + #""ends_at_ms":1795222740000,"at_ms":1795212000000,"zone":"UTC","preset":"balanced","#
        + #""attributes":{"sensitivity":"balanced","notices":true,"hydration_reminders":true,"#
        + #""hydration_cadence":2,"auto_end":10800000},"levels":{"pace":"caution"},"scales":{"pace":"#
        + #"{"level":"caution","rank":1,"of":3,"colour":null,"until_ms":1795212420001,"then":"good"}},"#
        + #""figures":[{"name":"units_last_hour","label":"Units in the last hour","value":2,"text":"2"}],"#
        + #""last":[{"event":"drink","kind":"shot","at_ms":1795211940000,"ago_ms":60000}],"#
        + #""today":{"drink":{"rows":2,"kinds":{"shot":2},"sums":{"units":2}}},"#
        + #""notices":{"warning":2,"reminder":1},"last_notice":{"rule":"hydration","#
        + #""at_ms":1795211940000,"message":"Water check."},"next_at_ms":1795212420001,"also_open":[]}"#
        + "\n")
    #expect(try log.bytes() == before)
    let text = try log.run("status", now: "2026-11-20T22:00").output
    #expect(text.hasPrefix("Friday 20 November 2026, 22:00:00 in UTC (name another with --zone)\n"))
    #expect(text.contains("21:59:00, 1 min ago\n"))
    #expect(
      text.hasSuffix("\nIf you've been drinking, do not drive. This is not medical or legal advice.\n"))
  }

  @Test func `deleting a row withdraws what rested on it and gives nothing instead`() throws {
    let log = try KeptLog()
    for (id, time) in [("b1", "21:00"), ("b2", "21:05"), ("b3", "21:09")] {
      try log.log("beer", id, now: "2026-11-20T\(time)")
    }
    #expect(try log.notices() == ["21:05:00 rapid_repeat", "21:05:00 hydration", "21:09:00 fast_pace"])
    let late = try log.run(
      "log", "beer", "--at", "2026-11-20T20:50", "--subject", "", now: "2026-11-20T21:10")
    #expect(late.status == 2)
    let deleted = try log.run("delete", "b2", now: "2026-11-20T21:10")
    #expect(
      deleted.output.hasPrefix(
        "took back  21:05:00  beer (b2), and with it rapid_repeat, hydration of 21:05:00 "
          + "and fast_pace of 21:09:00\n"))
    #expect(try log.notices() == [])
    #expect(try log.run("notify", now: "2026-11-20T21:10").status == 0)
    #expect(try log.notices() == [])
    #expect(try log.texts("SELECT count(*) AS value FROM _gone WHERE entity = 'notice'") == ["3"])
  }

  @Test func `a row before what was told is counted and brings nothing`() throws {
    let log = try KeptLog()
    try log.log("beer", "b1", now: "2026-11-20T21:00")
    try log.log("beer", "b2", now: "2026-11-20T21:05")
    try log.log("beer", "b3", now: "2026-11-20T21:09")
    let session = try log.texts("SELECT id AS value FROM session")[0]
    let late = try log.run(
      "log", "beer", "--at", "2026-11-20T20:50", "--subject", session, "--id", "b0",
      now: "2026-11-20T21:10")
    #expect(
      late.output.contains(
        "20:50:00 was spoken for already (up to 21:09:00); levels and what comes later do count the row\n"))
    #expect(try log.notices().count == 3)
    #expect(try log.rowIDs() == ["b0", "b1", "b2", "b3"])
  }
}
