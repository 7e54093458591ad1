import Foundation
import Testing

/// The messages and files of applications, as the shipped packs read them.
struct `Evaluating objects` {
  private static let night = """
    {"type":"settings","sensitivityMode":"strict","hydrationRemindersEnabled":true,"hydrationCadence":2,"notificationsEnabled":true,"autoEndTimeoutMinutes":180,"displayName":"Ann","weight":61.5,"disclaimerAcceptedAt":1795200000.0}
    {"type":"drinkTypes","items":[{"id":"beer","displayName":"Beer","defaultStandardUnits":1.2,"isAlcoholic":true,"isEnabled":true,"sortOrder":1}]}
    {"type":"log","id":"0B7E","sessionId":"6E1F","timestamp":1795208940,"drinkTypeId":"beer","standardDrinkUnits":1.0,"isAlcoholic":true,"sourceDevice":"watch"}
    {"type":"endSession","sessionId":"6E1F","endedAt":1795222800.0}
    {"type":"log","id":"0B7D","sessionId":"6E1F","timestamp":1795208400.0,"drinkTypeId":"beer","standardDrinkUnits":1.0,"isAlcoholic":true,"sourceDevice":"watch"}
    {"type":"session","id":"6E1F","startedAt":1795208400.0,"sensitivityMode":"strict","hydrationCadence":2,"autoEndTimeoutMinutes":180}

    """
  private static let lines = """
    {"subject":"6E1F","started_at":1795208400000,"ended_at":1795222800000,"attributes":{"sensitivity":"strict","hydration_cadence":2,"auto_end":10800000}}
    {"subject":"6E1F","at_ms":1795208400000,"event":"drink","kind":"beer","units":1,"alcoholic":true,"id":"0B7D","device":"watch"}
    {"subject":"6E1F","at_ms":1795208940000,"event":"drink","kind":"beer","units":1,"alcoholic":true,"id":"0B7E","device":"watch"}

    """

  @Test(arguments: [[], ["--source", "messages"]])
  func `messages in any order give what lines in order give`(options: [String]) throws {
    let expected = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: Self.lines)
    #expect(expected.status == 0 && expected.output.contains(#""rule":"fast_pace""#))
    let result = try Pace.run(
      ["eval", "take-care", "--stdin", "--format", "jsonl"] + options, input: Self.night)
    #expect(result.status == 0)
    #expect(result.remarks == "")
    #expect(result.output == expected.output)
  }

  @Test func `a message that cannot be taken is told by its line, and strict refuses it`() throws {
    let input = Self.night.replacingOccurrences(of: "1795208940,", with: "\"soon\",")
    let arguments = ["eval", "take-care", "--stdin", "--format", "summary"]
    let result = try Pace.run(arguments, input: input)
    #expect(result.status == 0)
    #expect(result.output.contains("events\t1\n") && result.output.contains("skipped\t1\n"))
    #expect(result.remarks == "line 3: `timestamp` `soon` is not a time in seconds since 1970; skipped\n")
    let strict = try Pace.run(arguments + ["--strict"], input: input)
    #expect(strict.status == 3 && strict.output == "", "\(strict)")
    #expect(strict.remarks.contains("line 3: `timestamp` `soon` is not a time"), "\(strict)")
    let unknown = try Pace.run(arguments, input: Self.night + #"{"type":"logg"}"#)
    #expect(
      unknown.remarks == "line 7: `type` `logg` is none of the source's; did you mean `log`?; skipped\n")
    let broken = try Pace.run(arguments, input: Self.night + "oops")
    #expect(broken.remarks == "line 7: an object `{…}` was expected, in column 1; skipped\n")
  }

  @Test func `where no event can be read, the log is not taken for an empty one`() throws {
    let input = Self.night.replacing("\"timestamp\"", with: "\"time\"")
    let result = try Pace.run(["eval", "take-care", "--stdin", "--format", "summary"], input: input)
    #expect(result.status == 3)
    #expect(result.remarks.contains("line 3: `timestamp` is missing; skipped\n"))
    #expect(result.remarks.contains("every row of `drink` was skipped"))
    let bare = try Pace.run(
      ["eval", "take-care", "--stdin", "--format", "summary"],
      input: Self.night.split(separator: "\n").filter { !$0.contains("\"log\"") }.joined(separator: "\n"))
    #expect(bare.status == 0, "a log without events is none that lost them: \(bare.remarks)")
  }

  @Test(arguments: ["[]", " [ ]\n", "\n"])
  func `an array without elements is a list of no objects`(input: String) throws {
    let result = try Pace.run("eval", "take-care", "--stdin", input: input)
    #expect(result.status == 0 && result.remarks == "", "\(result)")
    let log = try KeptLog()
    let file = try log.scratch.write("objects", input)
    #expect(try log.run("import", file.path, now: "2026-11-20T22:00").output == "0 objects\n")
  }

  @Test func `a CSV file that is piped in is told to be one`() throws {
    let sheet = "time;drink\n2026-04-01T08:00Z;beer\n2026-04-01T09:00Z;beer\n"
    let result = try Pace.run("eval", "take-care", "--stdin", input: sheet)
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks == """
        error: this is a CSV file, not JSON
        `--db` reads a CSV file; of one that it reads, `export` makes what `import` takes

        """)
    let text = try Pace.run("eval", "take-care", "--stdin", input: "time; drink\noops\n")
    #expect(text.remarks.contains("line 1, column 1: an object `{…}` was expected"), "\(text)")
  }

  @Test func `where the shape tells no sources apart one is named`() throws {
    let message = #"{"id":"0B7D","timestamp":1795208400.25}"#
    let queue = #"[{"id":"0B7D","timestamp":816901200.25}]"#
    let unnamed = try Pace.run("eval", "nail-guard", "--stdin", "--format", "summary", input: message)
    #expect(unnamed.status == 2)
    #expect(
      unnamed.remarks.contains(
        "the first object fits more than one source; choose with --source: `messages` or `queue`"))
    func kept(_ source: String, _ input: String) throws -> String {
      let result = try Pace.run(
        "eval", "nail-guard", "--stdin", "--format", "jsonl", "--levels", "--source", source, input: input)
      #expect(result.status == 0, "\(result.remarks)")
      return result.output
    }
    let band = try kept("messages", message)
    #expect(
      band.contains(#""at":"2026-11-20T21:00:00.250Z","at_ms":1795208400250,"scale":"band","level":"mild""#))
    #expect(try kept("queue", queue) == band)
    #expect(try kept("queue", "[]") == "")
  }

  @Test func `messages without ids and types are told apart by their members`() throws {
    let input = """
      {"type":"dose1","at":"2026-02-14T23:00:00Z"}
      {"minutes":10,"at":"2026-02-15T01:40:00Z"}
      {"event":"bathroom","at":"2026-02-15T00:10:00Z"}
      {"event":"lightsOut","at":"2026-02-15T00:20:00Z"}
      {"sequence":2,"reason":null,"at":"2026-02-15T02:00:00Z"}
      {"type":"dose1","at":"2026-02-14T23:00:00Z"}

      """
    let result = try Pace.run("eval", "dose-window", "--stdin", "--format", "summary", input: input)
    #expect(result.status == 0)
    #expect(result.remarks == "")
    #expect(result.output.contains("subjects\t1\nevents\t5\n"), "\(result.output)")
  }

  @Test func `a source that is not for what is read says what it is for`() throws {
    let json = try Pace.run("eval", "take-care", "--stdin", "--source", "swiftdata", input: Self.night)
    #expect(json.status == 2)
    #expect(json.remarks.contains("source `swiftdata` reads a database, not JSON; there is `messages`"))
    let database = try Pace.run("eval", "take-care", "--db", "none.db", "--source", "messages")
    #expect(database.status == 2)
    #expect(database.remarks.contains("source `messages` reads JSON, not a database; there is `swiftdata`"))
    let none = try Pace.run("eval", "take-care", "--stdin", "--source", "message", input: "")
    #expect(none.status == 2)
    #expect(none.remarks.contains("there is no source `message`; did you mean `messages`?"))
  }

  @Test func `the first block for one thing that an object passes reads it, with a list or without`() throws {
    let scratch = try Scratch()
    func told(_ blocks: [String], _ object: String) throws -> [String] {
      let pack = try Scratch.pack(
        scratch,
        """
        subject patient { }
        event bg of patient { value: number }
        rule any { on bg, emit note "{latest(bg.value)}" }
        source diary { \(blocks.joined(separator: "\n")) }
        """)
      let result = try Pace.run(
        "eval", pack, "--stdin", "--source", "diary", "--format", "jsonl", "--strict", input: object)
      #expect(result.status == 0, "\(result)")
      return result.output.split(separator: "\n").map {
        String($0.split(separator: #""message":""#).last?.dropLast(2) ?? "")
      }
    }
    let one = "bg from json where has v { at = at, value = v }"
    let each = "bg from json where has at each all { at = at, value = v }"
    let other = "bg from json where has more each more { at = at, value = v }"
    let object =
      #"{"at":1754000000000,"v":1,"all":[{"at":1754000000001,"v":2}],"more":[{"at":1754000000002,"v":3}]}"#
    #expect(try told([one, each], #"{"at":1754000000000,"v":1}"#) == ["1"])
    #expect(try told([one, each], object) == ["1"])
    #expect(try told([each, one], object) == ["2"])
    #expect(try told([each, other], object) == ["2", "3"], "items of two arrays are different things")
  }

  @Test func `an object that fails another test than its type's is not said to have an unknown type`() throws
  {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject patient { }
      event bg of patient { value: number = 0 }
      rule any { on bg, emit note "{count(bg)}" }
      source diary {
        bg from json where type == "bg" and bg.unit == "mg/dL" { id = id, at = at, value = bg.value }
      }
      """)
    func remarks(_ type: String, _ unit: String) throws -> String {
      let object = #"{"id":"1","type":"\#(type)","at":1754000000000,"bg":{"value":9,"unit":"\#(unit)"}}"#
      return try Pace.run("eval", pack, "--stdin", "--source", "diary", input: object).remarks
    }
    let unit = try remarks("bg", "mmol/L")
    let told = "line 1: nothing reads this object; objects are told apart by `type`, `bg.unit`"
    #expect(unit.hasPrefix(told), "\(unit)")
    let type = try remarks("gb", "mg/dL")
    #expect(type.hasPrefix("line 1: `type` `gb` is none of the source's; "), "\(type)")
    #expect(type.contains("`bg`") && !type.contains("mg/dL"), "\(type)")
  }
}
