import Foundation
import Testing

/// A subject is named alike wherever one is asked for: by its id, a UUID in any spelling, or a beginning of either.
struct `Naming a subject` {
  private static let id = "6e1f0c7a-0000-4000-8000-000000000001"
  private static let other = "6e1f0c7a-1111-4000-8000-000000000001"

  /// A log of two subjects whose ids begin alike.
  private static func log() throws -> KeptLog {
    let log = try KeptLog()
    for (id, hour) in [(id, "20"), (other, "21")] {
      let start = try log.run("start", "--subject", id, "--also", now: "2026-11-20T\(hour):30")
      #expect(start.status == 0, "\(start.remarks)")
      try log.log("beer", "a\(hour)", now: "2026-11-20T\(hour):31", "--subject", id)
      try log.log("beer", "b\(hour)", now: "2026-11-20T\(hour):36", "--subject", id)
    }
    return log
  }

  private static let commands = [
    ["eval", "--format", "jsonl"], ["explain", "--format", "json"], ["show"], ["export"], ["insights"],
    ["scenario"], ["status", "--at", "2026-11-20T20:40"],
  ]

  @Test(arguments: commands)
  func `a UUID in capitals, and a beginning of it, is the one that is kept in small letters`(
    command: [String]
  ) throws {
    let log = try Self.log()
    func run(_ name: String) throws -> RunResult {
      try Pace.run([command[0], "take-care"] + command.dropFirst() + ["--db", log.path, "--subject", name])
    }
    let expected = try run(Self.id)
    #expect(expected.status == 0 && !expected.output.isEmpty, "\(expected)")
    for name in [Self.id.uppercased(), "6E1F0C7A-00"] {
      let result = try run(name)
      #expect(result.status == 0, "\(name): \(result.remarks)")
      let told = result.output.replacingOccurrences(of: name, with: Self.id)
      #expect(told == expected.output, "\(name)")
    }
  }

  @Test func `a row or a subject to delete is, too`() throws {
    let log = try Self.log()
    for name in [Self.id.uppercased(), "6E1F0C7A-00"] {
      let words = [name, "--dry-run", "--format", "json"]
      let result = try log.run("delete", words, now: "2026-11-20T22:00")
      #expect(result.status == 0 && result.output.contains(Self.id), "\(name): \(result)")
    }
    #expect(try log.run("delete", "6E1F0C7A", "--dry-run", now: "2026-11-20T22:00").status != 0)
  }

  @Test func `no id but a UUID is meant by another spelling of it`() throws {
    let (rows, subjects) = (try Self.log(), try Self.log())
    let kept = ["ABC", "aBC"] + (10...15).map { String(Self.id.prefix($0)) }
    for (index, id) in kept.enumerated() {
      try rows.log("beer", id, now: "2026-11-20T22:\(index + 10)", "--subject", Self.id)
      let start = try subjects.run("start", "--subject", id, "--also", now: "2026-11-20T23:00")
      #expect(start.status == 0, "\(start)")
    }
    for name in ["ABc", "abc", "Abc"] {
      let deleted = try rows.run("delete", name, now: "2026-11-20T23:30")
      #expect(deleted.status == 2 && deleted.remarks.contains("no row `\(name)`"), "\(deleted)")
      let shown = try subjects.run("show", "--subject", name, now: "2026-11-20T23:30")
      #expect(shown.status == 2 && shown.remarks.contains("no session `\(name)`"), "\(shown)")
    }
    let name = "6E1F0C7A-0"
    let deleted = try rows.run("delete", name, "--dry-run", "--format", "json", now: "2026-11-20T23:30")
    #expect(deleted.status == 0 && deleted.output.contains(Self.id), "\(deleted)")
    let shown = try subjects.run("show", "--subject", name, "--format", "json", now: "2026-11-20T23:30")
    #expect(shown.status == 0 && shown.output.contains(Self.id), "\(shown)")
  }

  @Test(arguments: [[], ["--sort"], ["--threads", "2"]])
  func `lines are asked for a subject as a database is`(options: [String]) throws {
    let log = try Self.log()
    let lines = try log.export()
    for name in ["6e1f0c7a-00", "6E1F0C7A-00", Self.id.uppercased(), "6e1f", "zz", "6e1f0c7b"] {
      let words = ["eval", "take-care", "--format", "jsonl", "--subject", name]
      let kept = try Pace.run(words + ["--db", log.path])
      let read = try Pace.run(words + ["--stdin"] + options, input: lines)
      #expect(read.status == kept.status, "\(name): \(read.remarks)")
      #expect(read.output == kept.output, "\(name)")
      #expect(read.remarks == kept.remarks, "\(name)")
    }
  }

  @Test func `a whole id is meant before one that begins with it, wherever they stand`() throws {
    let lines = ["s10", "s1", "s12"].map { id in
      #"{"subject":"\#(id)","at_ms":1795208400000,"event":"drink","kind":"beer"}"# + "\n"
    }
    for name in ["s1", "s12"] {
      let words = ["eval", "take-care", "--stdin", "--format", "jsonl", "--levels", "--subject", name]
      let result = try Pace.run(words + ["--set", "fast_pace_units=0.5"], input: lines.joined())
      let subjects = Set(
        result.output.split(separator: "\n").map { $0.components(separatedBy: "\"").dropFirst(3).first })
      #expect(subjects == [name], "\(result)")
    }
    let several = try Pace.run("eval", "take-care", "--stdin", "--subject", "s", input: lines.joined())
    #expect(several.status == 2 && several.output == "")
    #expect(several.remarks.contains("`s` could be more than one session"), "\(several.remarks)")
  }

  @Test func `objects, sweeps and fits know no other subject either`() throws {
    let object =
      #"{"type":"session","id":"6E1F0C7A-0000-4000-8000-000000000001","startedAt":1795208400.0,"#
      + #""sensitivityMode":"strict","hydrationCadence":2,"autoEndTimeoutMinutes":180}"#
    let words = ["eval", "take-care", "--stdin", "--source", "messages", "--format", "summary", "--subject"]
    for name in ["6E1F", "6e1f", Self.id.uppercased()] {
      let found = try Pace.run(words + [name], input: object)
      #expect(found.status == 0 && found.output.contains("subjects\t1\n"), "\(name): \(found)")
    }
    let sweep = ["sweep", "take-care", "--stdin", "--param", "rapid_window=5..10 min/5 min", "--subject"]
    for words in [words, sweep] {
      let input = words == sweep ? try Self.log().export() : object
      let unknown = try Pace.run(words + ["zz"], input: input)
      #expect(unknown.status == 2 && unknown.output == "", "\(unknown)")
      #expect(unknown.remarks.contains("there is no session `zz`; there is `6e1f0c7a"), "\(unknown.remarks)")
    }
  }
}
