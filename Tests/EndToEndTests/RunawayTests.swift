import Foundation
import PaceOracle
import Testing

/// Minutes stored in a column that is read as milliseconds: a rule that comes due without end.
struct RunawayTests {
  private static let pack = """
    subject note {
      nag_every: duration = 10 min
    }

    event tap of note { }

    param gap_time: duration = 5 min in 1 min .. 60 min

    rule nag {
      when since(tap) >= gap_time
      emit reminder "Tap."
      repeat nag_every
    }

    source app {
      note from notes {
        id = id, nag_every = nag_minutes as ms
      }
      tap from taps {
        id = id, note = note, at = at as unix_ms
      }
    }

    """
  private static let cause =
    "note `a`: evaluation ended at 2026-03-01T09:21:39.999Z, because `nag` comes due every 1 ms: "
    + "more than 1,000,000 instants in 24 hours with nothing logged"
  private static let help =
    "it is the attribute `nag_every`, column `nag_minutes` of notes; "
    + "a source can read it as minutes: `nag_minutes as minutes`"

  private let scratch: Scratch
  private let words: [String]

  init() throws {
    scratch = try Scratch()
    let pack = try scratch.write("nag.pace", Self.pack).path
    let database = scratch.path("app.db")
    let start: Int64 = 1_772_355_600_000
    try Night.execute(
      """
      CREATE TABLE notes(id TEXT, nag_minutes INTEGER);
      CREATE TABLE taps(id TEXT, note TEXT, at INTEGER);
      INSERT INTO notes VALUES ('a', 1), ('b', 3600000);
      INSERT INTO taps VALUES ('1', 'a', \(start)), ('2', 'a', \(start + 7_200_000)),
        ('3', 'b', \(start)), ('4', 'b', \(start + 7_200_000));
      """, in: database)
    words = [pack, "--db", database, "--source", "app"]
  }

  /// A debug build takes some three seconds for each run, so that most are made of a release build only.
  @Test(
    arguments: [["eval", "--format", "summary"]]
      + (Pace.isRelease ? [["eval", "--format", "summary", "--threads", "2"]] : []))
  func `eval tells what was decided, and what is wrong`(command: [String]) throws {
    let result = try Pace.run([command[0]] + words + command.dropFirst())
    #expect(result.status == 3)
    // `a` has one at its fifth minute, then as many as there may be; `b` has two.
    #expect(result.output.hasPrefix("nag\t1000002\n"))
    #expect(result.remarks.contains("error: \(Self.cause)\n\(Self.help)\n"))
    #expect(!result.remarks.contains("more\n"), "\(result.remarks)")
  }

  @Test(
    .enabled(if: Pace.isRelease),
    arguments: [
      ["explain", "--at", "2026-03-01T10:00:00Z", "--subject", "a"],
      ["sweep", "--param", "gap_time=5..6 min/1 min"],
      ["lint"],
    ])
  func `what needs the whole of it is refused`(command: [String]) throws {
    let result = try Pace.run([command[0]] + words + command.dropFirst())
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("error: \(Self.cause)\n\(Self.help)\n"))
  }

  @Test(.enabled(if: Pace.isRelease)) func `compare refuses it too`() throws {
    let result = try Pace.run(["compare", words[0]] + words)
    #expect(result.status == 3)
    #expect(result.remarks.contains("error: \(Self.cause)\n\(Self.help)\n"))
  }

  @Test(.enabled(if: Pace.isRelease)) func `a rule without a period is named too`() throws {
    let text = """
      subject note { ends after 2 d without tap }
      event tap of note { }
      rule own {
        when count(own, last 1 ms) == 0 and since(tap) >= 0 ms
        emit reminder "Again."
      }
      """
    let file = try scratch.write("own.pace", text)
    let line = #"{"subject":"a","at_ms":1772355600000,"event":"tap"}"#
    let result = try Pace.run("eval", file.path, "--stdin", "--format", "summary", input: line)
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("own\t"))
    #expect(result.remarks.contains("because `own` comes due again and again: more than 1,000,000 instants"))
    #expect(result.remarks.contains("what it reads changes that often: \(file.path):3; "))
  }

  /// Twice what an evaluation takes: a debug build would take eight seconds.
  @Test(.enabled(if: Pace.isRelease)) func `a scenario fails, and says why`() throws {
    let text = """
      include "nag.pace"

      scenario "nags" {
        start 2026-03-01 09:00
        subject { nag_every = 1 ms }

        at 09:00 tap

        expect nag at 09:40
      }

      """
    let file = try scratch.write("nag.test.pace", text)
    let result = try Pace.run("test", file.path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("error: scenario `nags`: evaluation ended at 2026-03-01T09:21:39.999Z"))
    let actual = "actual    nothing is evaluated after 09:21:39.999: more than 1,000,000 instants in 24 hours"
    #expect(result.output.contains(actual), "\(result)")
    #expect(result.output.contains("1 scenario, 1 run: 1 failed"), "\(result)")
  }

  /// Ninety days of a notice each second: all firings and outcomes were held, gigabytes of them.
  @Test(
    .enabled(if: Pace.isRelease),
    arguments: cases([
      (["test"], 1, "nothing is evaluated after 2026-03-30 08:"),
      (["explain", "--scenario", "always", "--rule", "late", "--all"], 3, "more than 250,010 outcomes by"),
      (["prove"], 0, "late  reachable"),
    ]))
  func `what comes of a long time is not held whole`(given: Case<([String], Int32, String)>) throws {
    let (words, status, told) = given.value
    let text = """
      subject s { ends after 2000000 d without e }
      event e of s { }
      rule late {
        when since(e) >= 1 h
        emit reminder "Late."
        repeat 1 s
      }
      scenario "always" {
        start 2026-03-01 09:00
        at 09:00 e
        expect late exactly 7776000 times
      }
      """
    let file = try scratch.write("late.pace", text)
    let result = try Pace.run([words[0], file.path] + words.dropFirst())
    #expect(result.status == status, "\(result.remarks)")
    #expect((result.output + result.remarks).contains(told), "\(result)")
  }

  /// The search tries several such logs: a debug build takes most of a minute.
  @Test(.enabled(if: Pace.isRelease))
  func `prove names the rule of a log that it can't try`() throws {
    let late = "\nrule late {\n  when since(tap) >= 30 h\n  emit reminder \"Late.\"\n}\n"
    let text = Self.pack.replacing("repeat nag_every", with: "repeat 1 ms") + late
    let file = try scratch.write("always.pace", text)
    let result = try Pace.run("prove", file.path)
    #expect(result.status == 3)
    #expect(result.remarks.contains("because `nag` comes due every 1 ms"))
    #expect(result.remarks.contains("the rule says so: \(file.path):"))
  }

  @Test(.enabled(if: Pace.isRelease))
  func `prove goes on after a log that it can't try, and finds what others show`() throws {
    let text = """
      subject s { pause: duration = 20 min }
      event e of s { }
      rule a {
        on e
        emit note "A."
        cooldown 0 s
      }
      rule b {
        every pause from 12:00 to 23:30
        emit warning "B."
      }
      """
    let result = try Pace.run("prove", try scratch.write("pause.pace", text).path)
    #expect(result.status == 0 && result.remarks.isEmpty, "\(result)")
    #expect(result.output.contains(/a +reachable/) && result.output.contains(/b +reachable/), "\(result)")
  }
}
