import Foundation
import PaceOracle
import Testing

/// Logs as other programs make them, read through the source that pace drafts for them.
struct DraftedLogTests {
  private func database(_ sql: String) -> (Scratch) throws -> String {
    { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  // MARK: Browsers

  @Test func `the history of a browser that counts microseconds since 1970`() throws {
    let pack = """
      subject person { }
      event visit of person {
        kind link "a link"
        kind typed "a typed address"
        kind bookmark "a bookmark"
      }
      rule typing { on typed, when count(typed, last 20 min) >= 2, emit note "{count(typed, last 20 min)} typed." }
      rule often {
        on visit
        when count(visit, last 20 min) >= 4
        emit warning "{count(visit, last 20 min)} pages."
        cooldown 1 h
      }
      """
    // What its makers call 7 is a download; the draft can't know.
    let pasting = try Pasting(pack, database(BrowserTables.places)) {
      $0.replacing("else = bookmark", with: "else = link")
    }
    #expect(
      pasting.draft == """
        source found {
          visit from moz_historyvisits {
            id = id
            # check: no column names the person, so all rows are those of one
            # check: if `place_id` does, add `person = place_id`
            at = visit_date as unix_us
            kind = visit_type as { 1 = link, 2 = typed, 3 = bookmark, else = bookmark }  # check: which value is which?
          }
          # check: `moz_bookmarks` might hold `visit` too
        }

        """)
    // 09:00 typed, 09:10 link, 09:20 typed, 09:25 download, 09:30 bookmark: what is 20 minutes old counts.
    #expect(
      try pasting.notices() == [
        "2026-11-21T09:20:00.000Z typing: 2 typed.", "2026-11-21T09:30:00.000Z often: 4 pages.",
      ])
    #expect(try pasting.why().contains("09:00 typed (1) · 09:20 typed (3)"))
  }

  @Test func `the history of a browser that counts microseconds since 1601, with durations in them`() throws {
    let pack = """
      subject person { }
      event visit of person { length: duration in 0 min .. 12 h }
      rule long_read {
        on visit
        when sum(visit.length, last 1 h) >= 30 min
        emit warning "{sum(visit.length, last 1 h)} of pages."
        cooldown 2 h
      }
      """
    let pasting = try Pasting(pack, database(BrowserTables.history))
    #expect(
      pasting.draft == """
        source found {
          visit from visits {
            id = id
            # check: no column names the person, so all rows are those of one
            at = visit_time as webkit_us
            length = visit_duration as us  # check: the only duration left over, in this unit?
          }
          # check: `segment_usage` might hold `visit` too
        }

        """)
    // 4 minutes from 09:20 on, 30 from 09:30 on; the cooldown holds what comes at 10:05 and 10:20.
    #expect(try pasting.notices() == ["2026-11-21T09:30:00.000Z long_read: 34 min of pages."])
    #expect(try pasting.why().contains("= 34 min >= 30 min"))
  }

  // MARK: Exports

  @Test func `a fitness export with local times, semicolons and durations as on a clock`() throws {
    let pack = """
      subject runner { }
      event workout of runner {
        length: duration in 0 min .. 12 h
        distance: number
        kind running "a run"
        kind trail_running "a run off the road"
        kind walking "a walk"
      }
      rule enough {
        on workout
        when sum(workout.length, today) >= 80 min
        emit praise "{sum(workout.length, today)} today."
      }
      """
    let export = """
      \u{feff}Activity Type;Date;Favorite;Title;Distance;Calories;Time;Avg HR\r
      Running;2026-04-01 07:30:00;false;Morning run;8,01;512;00:42:10;151\r
      Walking;2026-04-01 18:05:00;false;"Walk; with the dog";3,20;160;00:40:00;98\r
      Trail Running;2026-04-02 07:31:12;true;"In the ""woods"" again";9,11;590;01:05:00;155\r

      """
    let pasting = try Pasting(pack) { try $0.write("Activities.csv", export).path }
    #expect(
      pasting.draft == """
        source found {
          workout from Activities {  # check: is this the log of `workout`?
            id = rowid
            # check: no column names the runner, so all rows are those of one
            at = Date as iso8601
            kind = "Activity Type" as { "Running" = running, "Trail Running" = trail_running, "Walking" = walking }
            length = Time as hh_mm_ss  # check: the only duration left over
            # check: `distance` is left out: `Distance` holds `3,20`
          }
        }

        """)
    // 42:10 and 40:00 on the first day, an hour and five minutes on the second.
    #expect(try pasting.notices() == ["2026-04-01T18:05:00.000Z enough: 1 h 22 min 10 s today."])
    #expect(
      try pasting.notices("--zone", "Europe/London") == [
        "2026-04-01T17:05:00.000Z enough: 1 h 22 min 10 s today."
      ])
    #expect(try pasting.why("--zone", "Europe/London").contains("07:30 running 42 min 10 s"))
  }

  @Test func `a calendar in basic ISO times, from start to end`() throws {
    let pack = """
      subject person { }
      event meeting of person { length: duration in 0 min .. 24 h }
      rule packed {
        on meeting
        when sum(meeting.length, last 1 h) >= 2 h
        emit warning "{sum(meeting.length, last 1 h)} of meetings."
      }
      """
    let pasting = try Pasting(
      pack,
      database(
        """
        CREATE TABLE calendar (calendar_id TEXT PRIMARY KEY, prodid TEXT, name TEXT);
        CREATE TABLE vevent (uid TEXT PRIMARY KEY, created TEXT, last_modified TEXT, dtstamp TEXT,
          dtstart TEXT NOT NULL, dtend TEXT, summary TEXT, status TEXT, sequence INTEGER, rrule TEXT);
        INSERT INTO calendar VALUES ('work', '-//Example//EN', 'Work');
        INSERT INTO vevent VALUES
          ('a@x', '20260201T080000Z', '20260202T080000Z', '20260203T080000Z', '20260301T090000Z', '20260301T100000Z',
            'Standing', 'CONFIRMED', 0, NULL),
          ('b@x', '20260201T080000Z', '20260202T080000Z', '20260203T080000Z', '20260301T100000Z', '20260301T113000Z',
            'Review', 'CONFIRMED', 1, NULL),
          ('c@x', '20260201T080000Z', '20260202T080000Z', '20260203T080000Z', '20260302T090000', '20260302T103000',
            'Planning', 'CONFIRMED', 0, 'FREQ=WEEKLY');
        """))
    #expect(
      pasting.draft == """
        source found {
          meeting from vevent {  # check: is this the log of `meeting`?
            id = uid
            # check: no column names the person, so all rows are those of one
            at = dtstart as iso8601  # check: `created` holds times too
            length = dtend - dtstart as iso8601  # check: is it as long as this?
          }
        }

        """)
    // What began an hour before counts: one hour and an hour and a half. The third is alone.
    #expect(try pasting.notices() == ["2026-03-01T10:00:00.000Z packed: 2 h 30 min of meetings."])
    let why = try pasting.why()
    #expect(why.contains("09:00 meeting 1 h (a@x) · 10:00 meeting 1 h 30 min (b@x)"), "\(why)")
  }

  // MARK: Applications

  @Test func `a table that codes its kinds as integers`() throws {
    let pack = """
      subject person { }
      event cup of person {
        mg: number = 0 in 0 .. 500
        kind filter "filter coffee"
        kind espresso "espresso"
        kind decaf "decaf"
      }
      rule wired { on cup, when sum(cup.mg, last 2 h) >= 200, emit warning "{sum(cup.mg, last 2 h)} mg.", cooldown 1 h }
      rule mild { on decaf, emit praise "A mild one." }
      """
    let nine = 1_795_251_600
    let pasting = try Pasting(
      pack,
      database(
        """
        CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT);
        CREATE TABLE cups (id INTEGER PRIMARY KEY, cup_id TEXT, logged_at INTEGER, kind TEXT, mg REAL);
        CREATE TABLE journal (n INTEGER PRIMARY KEY, ts INTEGER NOT NULL, code INTEGER NOT NULL, qty REAL);
        INSERT INTO settings VALUES ('theme', 'dark');
        INSERT INTO journal VALUES (1, \(nine), 1, 120), (2, \(nine + 1_800), 2, 80), (3, \(nine + 3_600), 3, 0);
        """))
    #expect(
      pasting.draft == """
        source found {
          cup from journal {  # check: is this the log of `cup`?
            id = n
            # check: no column names the person, so all rows are those of one
            at = ts as unix_seconds
            kind = code as { 1 = filter, 2 = espresso, 3 = decaf }  # check: which value is which?
            mg = qty  # check: the only number left over
          }
        }

        """)
    // 120 and 80 mg make 200 at 09:30; at 10:00 the cooldown holds the warning.
    #expect(
      try pasting.notices() == [
        "2026-11-21T09:30:00.000Z wired: 200 mg.", "2026-11-21T10:00:00.000Z mild: A mild one.",
      ])
    #expect(try pasting.why().contains("09:00 filter 120 (1) · 09:30 espresso 80 (2)"))
  }

  @Test func `a store of Core Data, whose rows refer to keys`() throws {
    let pack = "include \"\(Pace.repository.path)/rules/take-care.pace\""
    let pasting = try Pasting(pack, database(CoreDataTables.store))
    #expect(
      pasting.draft == """
        source found {
          session from ZSESSION {
            id = Z_PK  # check: rows of events refer to it
            started_at = ZSTARTEDAT as apple_seconds
            ended_at = ZENDEDAT as apple_seconds
            sensitivity = ZSENSITIVITY
            # check: no column was found for `notices`, `hydration_reminders`, `hydration_cadence`, `auto_end`
          }
          drink from ZDRINK {
            id = ZID
            session = ZSESSION
            at = ZTIMESTAMP as apple_seconds
            units = ZUNITS
            alcoholic = ZISALCOHOLIC
            kind = ZKIND
          }
        }

        """)
    // The first session is balanced, with beers at 21:00 and 21:09; the second strict, with one cocktail.
    #expect(
      try pasting.notices() == [
        "2026-11-20T21:09:00.000Z rapid_repeat: 2 drinks in 10 min. Let this one last.",
        "2026-11-20T21:09:00.000Z hydration: Water check.",
        "2026-11-20T21:29:00.000Z nice_reset: Nice reset.",
      ])
    let why = try pasting.why("--subject", "1")
    #expect(why.contains("21:00 beer (a0112233)"), "\(why)")
  }

  @Test(
    arguments: cases([
      ("CREATE TABLE visit (id INTEGER PRIMARY KEY, visited_at INTEGER)", "no table has rows yet"),
      (
        "CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO words VALUES (1, 'when')",
        "no column of a table with rows holds times that pace reads, such as `2026-11-20 21:00`, or a number of this century"
      ),
      (
        "CREATE TABLE w (id INTEGER PRIMARY KEY, ts TEXT); INSERT INTO w VALUES (1, '1795208400'), (2, '1795208401')",
        "no column of a table with rows holds times: `ts` of `w` comes nearest, but `1795208400` as a text is not a time that pace reads, such as `2026-11-20 21:00`, or a number of this century; in a view, `CAST(ts AS NUMERIC)` makes it a number"
      ),
      (
        "CREATE TABLE w (id INTEGER PRIMARY KEY, ts); INSERT INTO w VALUES (1, 1795208400), (2, 1795208400000), (3, '2026-11-20')",
        "no column of a table with rows holds times: `ts` of `w` comes nearest, but it holds times of several encodings, `2026-11-20` as `iso8601`, `1795208400` as `unix_seconds`, `1795208400000` as `unix_ms`; in SQLite a view with `CASE` can make them one"
      ),
      (
        "CREATE TABLE w (id INTEGER PRIMARY KEY, day, hour); INSERT INTO w VALUES (1, '03/01/2026', '01:12 PM'), (2, '03/02/2026', '2:00 am')",
        "no column of a table with rows holds times: `day` of `w` comes nearest, but `03/01/2026` is not a time that pace reads, such as `2026-11-20 21:00`, or a number of this century; write it anew as `YYYY-MM-DD`, joined to `hour`; in SQLite a view with `substr` can"
      ),
    ]))
  func `where nothing can be drafted the cause is told`(given: Case<(String, String)>) throws {
    let (sql, cause) = given.value
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, "subject person { }\nevent visit of person { }")
    let result = try Pace.run("eval", pack, "--db", try database(sql)(scratch))
    #expect(result.status == 3 && result.remarks.hasSuffix("\nno source is drafted: \(cause)\n"), "\(result)")
  }
}
