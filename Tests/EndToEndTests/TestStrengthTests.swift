import Foundation
import Testing

@Suite struct `How strong scenarios are` {
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
    #expect(result.output.contains("    scenario \"rule many: without cooldown 20 min\" {\n"))
  }

  @Test func `fewer mutants may be asked for`() throws {
    #expect(try test("--mutate", "--threshold", "40").status == 0)
    #expect(try test("--mutate", "--threshold", "90").status == 1)
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

  @Test(.timeLimit(.minutes(2)))
  func `watching runs again when a file is written`() throws {
    let scratch = try folder()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = ["test", "pack.pace", "--watch"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    #expect(read(output, upTo: "all passed"))
    try scratch.write(
      "pack.pace", Self.pack.replacing("tight { most = 2 }", with: "tight { most = 4 }") + "\n")
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
