import Foundation
import Testing

struct `How strong scenarios are` {
  private static let pack = """
    subject session { }
    event entry of session { }
    param most: number in 1 .. 9 step 1
    preset loose { most = 3 }
    preset tight { most = 2 }
    rule many {
      on entry
      when count(entry, last 10 min) >= most
      emit note "Many."
      cooldown 20 min
    }
    """
  private static let scenarios = """
    include "pack.pace"

    scenario "two entries" {
      start 2026-11-20 21:00
      preset tight
      at 21:00 entry
      at 21:10 entry
      expect many at 21:10
    }
    """

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.pack + "\n")
    try scratch.write("pack.test.pace", Self.scenarios + "\n")
    return scratch
  }

  private func test(_ words: String...) throws -> RunResult {
    let scratch = try folder()
    defer { withExtendedLifetime(scratch) {} }
    return try Pace.run(["test", "pack.pace"] + words, folder: scratch.folder)
  }

  @Test func `coverage counts what is reached and lists the rest by place`() throws {
    let result = try test("--coverage")
    #expect(result.status == 0, "what is not reached is told, and fails nothing")
    try Golden.check(result.output, "test-coverage.txt")
  }

  @Test func `a threshold that is not reached is a finding`() throws {
    let below = try test("--coverage", "--threshold", "95")
    #expect(below.status == 1)
    #expect(below.output.contains(", 95 % asked for"))
    #expect(try test("--coverage", "--threshold", "50").status == 0)
    // 85.71 % are reached.
    #expect(try test("--coverage", "--threshold", "85.71").status == 0)
    #expect(try test("--coverage", "--threshold", "85.72").status == 1)
    #expect(try test("--threshold", "50").status == 2)
    #expect(try test("--coverage", "--threshold", "101").remarks.contains("from 0 to 100"))
  }

  @Test func `mutants that survive are listed, each with a scenario that would kill it`() throws {
    let result = try test("--mutate")
    #expect(result.status == 1)
    // Which scenario is found is the search's own affair.
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.filter { !$0.hasPrefix("    ") || $0.hasSuffix("this would kill it:") }
    try Golden.check(own.joined(separator: "\n"), "test-mutants.txt")
    #expect(
      result.output.contains(
        "without `cooldown 20 min`  (rule many)\n    this would kill it:\n"
          + "    scenario \"rule many: without cooldown 20 min\" {\n"))
    #expect(
      result.output.contains(
        "    the scenario \"rule many: without cooldown 20 min\" above would kill it too\n"))
  }

  @Test func `fewer mutants may be asked for`() throws {
    #expect(try test("--mutate", "--threshold", "40").status == 0)
    #expect(try test("--mutate", "--threshold", "90").status == 1)
  }

  @Test func `no mutants are made of a pack whose scenarios fail as it is`() throws {
    let scratch = try folder()
    let file = Self.scenarios.replacing("many at 21:10", with: "many at 21:00")
    try scratch.write("pack.test.pace", file + "\n")
    let result = try Pace.run(["test", "pack.pace", "--mutate"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output.contains("no mutants of pack.pace: 1 scenario fails on the rules as they are; "))
    #expect(!result.output.contains("caught"))
    let json = try Pace.run(["test", "pack.pace", "--mutate", "--format", "json"], folder: scratch.folder)
    #expect(json.output.contains(#""mutation":[{"file":"pack.pace","percent":null,"failing":1}]"#))
  }

  @Test func `scenarios that are written kill every mutant that survived, and none of them is spare`() throws
  {
    let scratch = try folder()
    try scratch.write("tests/.keep", "")
    let words = ["test", "pack.pace", "--mutate", "--write"]
    let made = try Pace.run(words + ["tests/more.test.pace"], folder: scratch.folder)
    #expect(made.status == 1)
    let text = try scratch.read("tests/more.test.pace")
    #expect(text.hasPrefix("include \"../pack.pace\"\n\nscenario "))
    let count = text.split(separator: "\n").count { $0.hasPrefix("scenario ") }
    #expect(made.remarks.contains("tests/more.test.pace: wrote \(count) scenarios that kill 6 mutants\n"))
    let both = ["test", "pack.pace", "tests/more.test.pace", "--mutate"]
    let again = try Pace.run(both + ["--write", "tests/more.test.pace"], folder: scratch.folder)
    #expect(again.status == 0)
    #expect(again.output.contains("mutants caught 100 %"))
    #expect(again.remarks.contains("nothing to write; no mutant survived"))
  }

  @Test func `a pack in a folder is measured once, by all its test files`() throws {
    let scratch = try folder()
    let write = ["test", "pack.pace", "--mutate", "--write", "more.test.pace"]
    #expect(try Pace.run(write, folder: scratch.folder).status == 1)
    let named = ["pack.pace", "more.test.pace"]
    // A pack of other rules about the same subject stays one of its own.
    try scratch.write(
      "tests/other.pace", "include \"../pack.pace\"\nrule all { on entry, emit note \"One.\" }\n")
    for option in ["--mutate", "--coverage"] {
      let both = try Pace.run(["test"] + named + [option], folder: scratch.folder)
      let share = try #require(both.output.split(separator: "\n").last)
      let found = try Pace.run(["test", "."] + [option, "--threshold", "90"], folder: scratch.folder)
      let rows = found.output.split(separator: "\n").filter {
        $0.hasSuffix(" %") && $0.hasPrefix("pack.pace ")
      }
      #expect(rows.count == 2, "\(found.output)")
      #expect(rows.first?.hasSuffix(share.split(separator: " ").suffix(2).joined(separator: " ")) ?? false)
    }
  }

  @Test func `what is written is added to a test file, and never replaces anything else`() throws {
    let scratch = try folder()
    let words = ["test", "pack.pace", "--mutate", "--write"]
    let added = try Pace.run(words + ["pack.test.pace"], folder: scratch.folder)
    #expect(added.remarks.contains("pack.test.pace: added "))
    #expect(try scratch.read("pack.test.pace").hasPrefix(Self.scenarios + "\n\nscenario "))
    #expect(try Pace.run(["test", "pack.pace", "--mutate"], folder: scratch.folder).status == 0)
    let pack = try Pace.run(words + ["pack.pace"], folder: scratch.folder)
    #expect(pack.status == 2)
    #expect(pack.remarks.contains("expected a new file, or one that holds nothing but scenarios"))
    try scratch.write("other.test.pace", "include \"pack.pace\"\n")
    let other = try Pace.run(words + ["other.test.pace"], folder: scratch.folder)
    #expect(other.status == 2)
    #expect(other.remarks.contains("name it beside the pack"))
    #expect(try scratch.read("other.test.pace") == "include \"pack.pace\"\n")
    #expect(try test("--write", "new.test.pace").remarks.contains("`--write` goes with `--mutate`"))
  }

  @Test func `JSON and JUnit carry both`() throws {
    let json = try test("--coverage", "--mutate", "--format", "json").output
    #expect(json.contains(#""coverage":[{"file":"pack.pace","percent":"#))
    #expect(json.contains(#""before":">= most","after":"> most","fate":"killed","by":"two entries""#))
    #expect(json.contains(#""fate":"survived","scenario":"scenario "#))
    let junit = try test("--coverage", "--mutate", "--format", "junit").output
    #expect(junit.contains(#"<testsuite name="coverage of pack.pace""#))
    #expect(junit.contains(#"<skipped message="never holds back (pack.pace:10)"/>"#))
    #expect(junit.contains(#"<testsuite name="mutants of pack.pace""#))
  }

  @Test(.timeLimit(.minutes(2)), arguments: [false, true])
  func `watching runs again when a file is written, and where a link leads to it`(isLink: Bool) throws {
    let scratch = try folder()
    if isLink {
      let path = scratch.path("pack.pace")
      try FileManager.default.moveItem(atPath: path, toPath: scratch.path("real.txt"))
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real.txt")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = ["test", "pack.pace", "--watch"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A child of the test runner may have been started with other signals blocked, and would go on for ever.
    defer { kill(process.processIdentifier, SIGKILL) }
    #expect(read(output, upTo: "all passed"))
    try scratch.write(
      isLink ? "real.txt" : "pack.pace",
      Self.pack.replacing("tight { most = 2 }", with: "tight { most = 4 }") + "\n")
    #expect(read(output, upTo: "1 failed"))
  }

  /// Whether a text comes before the output ends.
  private func read(_ pipe: Pipe, upTo text: String) -> Bool {
    var seen = Data()
    while true {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return false }
      seen += more
      if String(decoding: seen, as: UTF8.self).contains(text) { return true }
    }
  }
}
