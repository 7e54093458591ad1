import Foundation
import Testing

struct `Running scenarios` {
  private static let pack = """
    subject session { }
    event entry of session { }
    param most: number in 1 .. 9 step 1
    preset loose { most = 3 }
    preset tight { most = 2 }
    rule many { on entry, when count(entry) >= most, emit note "Many." }
    """
  private static let scenarios = """
    include "pack.pace"

    scenario "two entries" {
      start 2026-11-20 21:00
      presets loose, tight
      at 21:00 entry
      at 21:05 entry
      expect many at 21:05 under tight
      expect nothing under loose
    }

    scenario "a claim that fails" {
      start 2026-11-20 21:00
      preset loose
      at 21:00 entry
      expect many at 21:00
    }
    """

  private static let failing = """
    scenario "must fail" {
      start 2026-01-01 00:00
      preset loose
      at +1 min entry
      expect many
    }

    """

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.pack + "\n")
    try scratch.write("pack.test.pace", Self.scenarios + "\n")
    return scratch
  }

  @Test func `the scenarios of the shipped packs pass`() throws {
    let result = try Pace.run("test", "rules")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("all passed"))
  }

  @Test func `each scenario has a line, each preset a column, and a failure says what happened`() throws {
    let scratch = try folder()
    let result = try Pace.run(["test", "pack.pace"], folder: scratch.folder)
    #expect(result.status == 1)
    try Golden.check(result.output, "test-failing.txt")
  }

  @Test func `the file beside a pack is loaded with it, and a folder finds both`() throws {
    let scratch = try folder()
    let beside = try Pace.run(["test", "pack.pace"], folder: scratch.folder)
    let found = try Pace.run(["test", "."], folder: scratch.folder)
    #expect(beside.output.contains("2 scenarios, 3 runs"))
    #expect(found.output.contains("2 scenarios, 3 runs"))
  }

  @Test func `a pack and its scenarios may be named by different paths`() throws {
    let scratch = try folder()
    let words = ["test", "pack.pace", scratch.path("pack.test.pace"), "--mutate"]
    let result = try Pace.run(words + ["--run", "^two"], folder: scratch.folder)
    #expect(result.status != 2, "\(result.remarks)")
    #expect(result.output.contains("1 scenario, 2 runs: all passed"))
    #expect(result.output.contains("mutants"), "\(result.output)")
  }

  @Test func `only what is asked for runs`() throws {
    let scratch = try folder()
    let result = try Pace.run(["test", "pack.pace", "--run", "^two"], folder: scratch.folder)
    #expect(result.status == 0)
    #expect(result.output.contains("1 scenario, 2 runs: all passed"))
    let wrong = try Pace.run(["test", "pack.pace", "--run", "("], folder: scratch.folder)
    #expect(wrong.status == 2)
    #expect(wrong.remarks.contains("expected a regular expression"))
    let long = try Pace.run(
      ["test", "pack.pace", "--run", String(repeating: "a", count: 100_000)], folder: scratch.folder)
    #expect(long.status == 2 && long.remarks.contains("at most 1,000 bytes"), "\(long)")
  }

  @Test func `an expression that would never be decided is given up`() throws {
    let scratch = try Scratch()
    let name = String(repeating: "a", count: 60) + "!"
    try scratch.write(
      "pack.pace",
      """
      subject s { }
      event e of s { }
      rule r { on e, emit note "R." }
      scenario "\(name)" { start 2026-10-24 20:00, at 20:10 e, expect r at 20:10 }
      """)
    let words = ["test", "pack.pace", "--run"]
    let result = try Pace.run(words + ["(a+)+$"], folder: scratch.folder, seconds: 30)
    #expect(result.status == 2, "\(result)")
    #expect(result.remarks.contains("`\(name)` took it longer than 3 s"), "\(result)")
    #expect(try Pace.run(words + ["(a+)+!$"], folder: scratch.folder).status == 0)
  }

  @Test func `a program that does not check has no scenarios to tell of, only errors`() throws {
    let scratch = try folder()
    try scratch.write("broken.pace", Self.pack + "\nrule r { on nothing }\n")
    let result = try Pace.run(["test", "broken.pace"], folder: scratch.folder)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("broken.pace:"))
  }

  @Test func `files that do not check are told last, after what ran without them`() throws {
    let scratch = try folder()
    try scratch.write("broken.pace", Self.pack + "\nrule r { on nothing }\n")
    let result = try Pace.run(["test", ".", "--run", "^two", "--coverage"], folder: scratch.folder)
    #expect(result.status == 2)
    #expect(result.output.contains("1 scenario, 2 runs: 0 failed\n"))
    #expect(!result.output.contains("all passed"))
    #expect(result.output.hasSuffix("\n1 file could not be tested: ./broken.pace\n"))
    let json = try Pace.run(["test", ".", "--format", "json"], folder: scratch.folder)
    #expect(json.output.contains(#""untested":["./broken.pace"]"#))
    let junit = try Pace.run(["test", ".", "--format", "junit"], folder: scratch.folder)
    #expect(junit.output.contains(#"<testsuites name="pace" tests="4" failures="1" errors="1">"#))
    #expect(junit.output.contains(#"<error message="could not be tested"#))
  }

  @Test(arguments: [".", "tea.test.pace", "tea.pace"])
  func `a test file whose include leads nowhere is an error however it is named`(word: String) throws {
    let scratch = try Scratch()
    try scratch.write("tea.pace", Self.pack + "\n")
    try scratch.write("tea.test.pace", "include \"teaa.pace\"\n\(Self.failing)")
    let result = try Pace.run(["test", word], folder: scratch.folder)
    #expect(result.status == 2)
    #expect(result.remarks.contains("error[E0002]: can't include `\(word == "." ? "./" : "")teaa.pace`"))
    #expect(!result.output.contains("no scenarios"))
  }

  @Test func `a folder puts a test file that includes nothing with the pack beside it`() throws {
    let scratch = try Scratch()
    try scratch.write("tea.pace", Self.pack + "\n")
    try scratch.write("tea.test.pace", Self.failing)
    for word in [".", "tea.pace"] {
      let result = try Pace.run(["test", word], folder: scratch.folder)
      #expect(result.status == 1)
      #expect(result.output.contains("1 scenario, 1 run: 1 failed"), "\(result.output)")
    }
    // A pack that another one includes is no root, and has its scenarios all the same.
    try scratch.write("more.pace", "include \"tea.pace\"\n")
    let included = try Pace.run(["test", "."], folder: scratch.folder)
    #expect(included.output.contains("1 scenario, 1 run: 1 failed"), "\(included.output)")
    let alone = try Pace.run(["test", "tea.test.pace"], folder: scratch.folder)
    #expect(alone.status == 2)
    #expect(alone.remarks.contains("error[E0301]: no `subject` is declared"))
  }

  @Test func `a preset file is passed over in a folder unless something is wrong with it`() throws {
    let scratch = try folder()
    try scratch.write("some.pace", "preset some { most = 4 }\n")
    let fine = try Pace.run(["test", ".", "--run", "^two"], folder: scratch.folder)
    #expect(fine.status == 0)
    try scratch.write("some.pace", "preset some { most = }\n")
    let wrong = try Pace.run(["test", ".", "--run", "^two"], folder: scratch.folder)
    #expect(wrong.status == 2)
    #expect(wrong.output.hasSuffix("\n1 file could not be tested: ./some.pace\n"))
    #expect(wrong.remarks.contains("error[E0200]"))
  }

  @Test func `JSON tells each scenario under each preset`() throws {
    let scratch = try folder()
    let result = try Pace.run(["test", "pack.pace", "--format", "json"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        #"{"scenarios":[{"name":"two entries","preset":"loose","passed":true,"failures":[]"#))
    #expect(result.output.contains(#""name":"a claim that fails","preset":"loose","passed":false"#))
    #expect(result.output.contains(#"{"expected":""#))
  }

  @Test func `JUnit counts what build servers count`() throws {
    let scratch = try folder()
    let result = try Pace.run(["test", "pack.pace", "--format", "junit"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output.contains(#"<testsuites name="pace" tests="3" failures="1">"#))
    #expect(result.output.contains(#"<testcase name="two entries [tight]""#))
    #expect(result.output.contains("<failure message=\"expected"))
  }
}
