import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

private let text = """
  subject session {
    mood: calm | wild = calm
    goal: number in 1 .. 20
    zone: text
    plan: schedule
  }
  event drop of session {
    units: number in 0 .. 50
    strong: bool
    wait: duration
    due: time
    note: text
    kind beer { units = 1 }
    kind ale { units = 1 }
  }
  event pour of session { on_day: date }
  event shift of session { to: schedule }
  """

struct JSONLinesTests {
  let program: Program

  init() throws { program = try Log.program(text) }

  /// Reads lines that come in chunks of some bytes.
  private func read(
    _ lines: String, chunk: Int = 7, program other: Program? = nil, isStrict: Bool = false
  ) throws -> Log {
    var options = JSONLinesReader.Options()
    options.isStrict = isStrict
    let program = other ?? self.program
    var reader = JSONLinesReader(
      program: program, zones: ZoneDirectory(), options: options, read: chunks(lines, of: chunk))
    var log = Log()
    try log.take(&reader, program)
    log.problems = reader.problems
    return log
  }

  @Test(arguments: [1, 7, 1_000])
  func `Subjects and events are read in the order of lines`(chunk: Int) throws {
    let log = try read(
      """
      \u{FEFF}{"subject":"s2","started_at":5,"attributes":{"mood":"wild","goal":2.5,"zone":"Asia/Tokyo","plan":"daily"}}
      { "subject" : "s2" , "at_ms" : 9 , "event" : "drop" , "kind" : "beer" , "units" : 1.50 , "id" : "x\\u00e9\\n\\ud83d\\ude00" }
      {"subject":"s2","at":"1970-01-01T00:00:00.009Z","event":"pour","on_day":"2026-11-20","id":7}

      {"subject":"s1","event":"drop","at_ms":1,"kind":null,"strong":true,"wait":1500,"due":"07:30","note":"a","device":"d"}\r
      {"subject":"s1","event":"drop","at_ms":1e0,"units":null,"note":"a"}
      """, chunk: chunk)
    #expect(
      log.lines == [
        "s2: from 5 in Asia/Tokyo mood=wild goal=2.5 zone=Asia/Tokyo plan=daily",
        "  9 drop/beer x\u{e9}\n\u{1F600} units=1.5",
        "  9 pour 7 on_day=2026-11-20", "s1:",
        "  1 drop line 5 strong=yes wait=1 s 500 ms due=07:30 note=a", "  1 drop line 6 note=a",
      ])
    #expect(log.problems.isEmpty)
  }

  @Test func `Values that cannot be taken are problems of their rows`() throws {
    let log = try read(
      """
      {"subject":"s","ended_at":"soon","attributes":{"mood":"angry","goal":21,"zone":"Europe/Londn","plan":"never ever"}}
      {"subject":"s","at_ms":1,"event":"drop","kind":"bear"}
      {"subject":"s","at_ms":2,"event":"drop","units":51}
      {"subject":"s","at_ms":3,"event":"drop","units":"1","id":"i"}
      {"subject":"s","at_ms":4,"event":"drop","strong":"yes"}
      {"subject":"s","at_ms":5,"event":"drop","strong":0,"due":"7:30"}
      {"subject":"s","at_ms":6,"event":"drop","strong":0}
      """)
    #expect(log.lines == ["s:", "  6 drop line 7 strong=no"])
    #expect(
      log.problemLines == [
        "line 1 s mood: `angry` is not one of `calm`, `wild`",
        "line 1 s goal: `21` is outside 1 .. 20",
        "line 1 - zone: `Europe/Londn` is no time zone; did you mean `Europe/London`?",
        "line 1 s plan: `never ever` is not a schedule, such as `daily` or `weekly mon wed`",
        "line 1 - ended_at: `soon` is not a time in milliseconds since 1970",
        "line 2 - kind: `bear` is not a kind of `drop`; did you mean `beer`?",
        "line 3 - units: `51` is outside 0 .. 50",
        "line 4 i units: `1` is a text, not a number; take away its quotes",
        "line 5 - strong: `yes` is not 0 or 1",
        "line 6 - due: `7:30` is not a time as HH:MM",
      ])
    #expect(log.problems.skippedRows == 5)
  }

  @Test func `A schedule in a row is a text that is one`() throws {
    let log = try read(
      """
      {"subject":"s","at_ms":1,"event":"shift","to":"monthly 1 15"}
      {"subject":"s","at_ms":2,"event":"shift","to":"{\\"type\\":\\"weekly\\",\\"days\\":[1]}"}
      {"subject":"s","at_ms":3,"event":"shift","to":null}
      {"subject":"s","at_ms":4,"event":"shift","to":"never ever"}
      {"subject":"s","at_ms":5,"event":"shift","to":7}
      """)
    #expect(
      log.lines == [
        "s:", "  1 shift line 1 to=monthly 1 15", #"  2 shift line 2 to={"type":"weekly","days":[1]}"#,
        "  3 shift line 3",
      ])
    #expect(
      log.problemLines == [
        "line 4 - to: `never ever` is not a schedule, such as `daily` or `weekly mon wed`",
        "line 5 - to: `7` is not a schedule, such as `daily` or `weekly mon wed`",
      ])
  }

  @Test func `hex digits may be capitals`() throws {
    let log = try read(#"{"subject":"\u00C9\u00e9\u00AF","at_ms":1,"event":"drop","id":"\uD83D\uDE00"}"#)
    #expect(log.lines == ["Éé¯:", "  1 drop 😀"])
  }

  private static let manyKeys = (0..<500).map { "\"key\($0)\":1" }.joined(separator: ",")

  @Test(
    arguments: cases([
      (
        "{\"subject\":\"s\",\"at_ms\":1,\"evnt\":\"drop\"}",
        "line 2: a line with neither `event` nor `attributes`"
      ),
      (
        "{\"subject\":\"s\",\"at_ms\":1,\"event\":\"drop\",\"unit\":1}",
        "line 2, column 41: unknown key `unit`"
      ),
      ("{\"subject\":\"s\",\"at_ms\":1,\"event\":\"drp\"}", "line 2, column 34: no event is called `drp`"),
      ("{\"subject\":\"s\",\"event\":\"drop\"}", "line 2: an event without `at_ms` or `at`"),
      (
        "{\"subject\":\"s\",\"at_ms\":\"x\",\"event\":\"drop\"}",
        "line 2, column 24: `x` is not a time in milliseconds since 1970 or a text that pace reads, such as `2026-11-20 21:00`"
      ),
      (
        "{\"subject\":\"s\",\"at_ms\":\"5\",\"event\":\"drop\"}",
        "line 2, column 24: `5` is a text, not a number; take away its quotes"
      ),
      ("{\"subject\":\"s\",\"at_ms\":1,\"at_ms\":1}", "line 2, column 26: key `at_ms` is there twice"),
      ("{\"aa\":1,\"a\\u0061\":1}", "line 2, column 9: key `aa` is there twice"),
      ("{\"a\":{\"a\":1,\"b\":{\"a\":2},\"a\":3}}", "line 2, column 25: key `a` is there twice"),
      ("{\(manyKeys),\"key17\":1}", "line 2, column 5392: key `key17` is there twice"),
      ("{\"a\":{\(manyKeys)},\"key17\":1}", "line 2: a line with neither `event` nor `attributes`"),
      ("[1]", "line 2, column 1: an object `{…}` was expected, one on each line, not a list of them"),
      ("{\"a\":1,}", "line 2, column 8: a key in quotes was expected"),
      ("{\"a\":01}", "line 2, column 6: this is not a number"),
      ("{\"a\":1.}", "line 2, column 6: this is not a number"),
      ("{\"a\":\"x", "line 2, column 8: a string without its closing quote"),
      (
        "{\"a\":\"\\x\"}",
        "line 2, column 8: `\\` is followed by one of `\"\\/bfnrt` or `u` and four hex digits"
      ),
      ("{\"a\":tru}", "line 2, column 6: a value was expected"),
      ("{\"a\":1} x", "line 2, column 9: nothing may follow the object"),
      ("{\"a\":" + String(repeating: "[", count: 99), "line 2, column 37: nested too deeply"),
      ("{\"subject\":\"a\",\"attributes\":{\"mod\":1}}", "line 2, column 30: unknown key `mod`"),
      (
        "{\"subject\":\"r\",\"at_ms\":0,\"event\":\"drop\"}",
        "line 2: this event of `r` is earlier than the one before; sort them by time"
      ),
      (
        "{\"subject\":\"r\",\"attributes\":{}}",
        "line 2: attributes of `r` come after its events; put them first"
      ),
      (
        "{\"subject\":\"s\",\"at_ms\":2,\"event\":\"drop\",\"attributes\":{\"mood\":\"calm\"}}",
        "line 2, column 41: an event's line says something of its subject"
      ),
    ]))
  func `What is wrong with the form of a line is named with its place, and strictly taken an error`(
    given: Case<(String, String)>
  ) throws {
    let (line, message) = given.value
    let good = "{\"subject\":\"r\",\"at_ms\":1,\"event\":\"drop\"}\n"
    let error = expectFailure(.data) { _ = try read(good + line, isStrict: true) }
    #expect(error?.message == message)
    let log = try read(good + line + "\n" + good)
    #expect(log.lines == ["r:", "  1 drop line 1", "  1 drop line 3"])
    #expect(log.problems.skippedLines == 1)
    #expect(log.problems.first.first?.cause.hasPrefix(message) == true)
  }

  @Test(
    arguments: cases([
      ("9223372036854.775807", "9223372036854.775807"), ("-9223372036854.775807", "-9223372036854.775807"),
      ("9223372036854.775806", "9223372036854.775806"), ("9223372036854775807e-6", "9223372036854.775807"),
      ("1000000000000.0000005", "1000000000000"), ("1000000000000.0000015", "1000000000000.000002"),
      ("1000000000000.00000050000000000000000000000000001", "1000000000000.000001"),
      ("0.00000000000000000000000000000000000000000001e44", "1"), ("9223372036854.775808", nil),
      ("1e30", nil),
      ("100000000000000000000000000000000000000000", nil), ("1e-40", "0"),
    ]))
  func `Numbers are exact to the last digit that a number can have`(given: Case<(String, String?)>)
    throws
  {
    let (written, value) = given.value
    let program = try Log.program("subject session { }\nevent drop of session { units: number }")
    let log = try read(
      "{\"subject\":\"s\",\"at_ms\":1,\"event\":\"drop\",\"units\":\(written)}", program: program)
    #expect(log.lines.dropFirst() == (value.map { ["  1 drop line 1 units=\($0)"] } ?? [])[...])
    #expect(log.problems.skippedRows == (value == nil ? 1 : 0))
  }

  @Test(
    arguments: cases([
      (
        #"{"subject":"foo","at_ms":3600000,"event":"tick"}"#,
        "subject `foo` is not the day of its event, 1969-12-31"
      ),
      (
        #"{"subject":"1970-01-01","at_ms":3600000,"event":"tick"}"#,
        "subject `1970-01-01` is not the day of its event, 1969-12-31"
      ),
      (#"{"subject":"1970-01-32","attributes":{}}"#, "subject `1970-01-32` is not a date as YYYY-MM-DD"),
    ]))
  func `With per day a subject that is not the day of its line is an error`(
    given: Case<(String, String)>
  )
    throws
  {
    let (line, message) = given.value
    let program = try Log.program(
      "calendar { day starts 04:00 }\nsubject day per day { }\nevent tick of day { }")
    let good = #"{"subject":"1969-12-31","started_at":0}"# + "\n" + #"{"at_ms":0,"event":"tick"}"# + "\n"
    #expect(
      try read(good + #"{"subject":"1969-12-31","at_ms":14399999,"event":"tick"}"#, program: program).lines
        == ["1969-12-31: from 0", "  0 tick line 2", "  14399999 tick line 3"])
    let error = expectFailure(.data) { _ = try read(good + line, program: program, isStrict: true) }
    #expect(error?.message == "line 3, column 12: \(message)")
  }

  @Test func `A subject that comes back is an error`() {
    func event(_ subject: String) -> String {
      "{\"subject\":\"\(subject)\",\"at_ms\":1,\"event\":\"drop\"}\n"
    }
    let error = expectFailure(.data) { _ = try read(event("a") + event("b") + event("a"), isStrict: true) }
    #expect(error?.message == "line 3: subject `a` was here before; put all of its lines together")
  }

  @Test func `Ids are the same if their bytes are`() throws {
    func event(_ subject: String, _ id: String, _ at: Int) -> String {
      "{\"subject\":\"\(subject)\",\"at_ms\":\(at),\"event\":\"drop\",\"id\":\"\(id)\"}\n"
    }
    let lines = event("e\\u0301", "e\\u0301", 1) + event("e\\u0301", "\\u00e9", 2) + event("\\u00e9", "x", 3)
    let log = try read(lines, isStrict: true)
    #expect(log.lines.count == 5)
    #expect(log.problems.repeated.isEmpty)
  }

  @Test(
    arguments: cases([
      (#"{"subject":"a","attributes":{"mood":"calm"}}"#, "mood"),
      (#"{"subject":"a","started_at":7}"#, "started_at"),
    ]))
  func `What an earlier line says of a subject counts`(given: Case<(String, String)>) throws {
    let (line, name) = given.value
    let first = #"{"subject":"a","started_at":5,"attributes":{"mood":"wild"}}"# + "\n"
    #expect(try read(first + first, isStrict: true).lines == (try read(first, isStrict: true).lines))
    let error = expectFailure(.data) { _ = try read(first + line, isStrict: true) }
    #expect(error?.message == "line 2: an earlier line of `a` gives `\(name)` another value, which counts")
  }

  @Test func `A line that is not taken says nothing of its subject`() throws {
    let lines = #"""
      {"subject":"a","attributes":{"mood":"wild"}}
      {"subject":"a","attributes":{"goal":3,"mood":"calm"}}
      {"subject":"a","attributes":{"goal":4}}
      """#
    let log = try read(lines)
    #expect(log.problems.skippedLines == 1)
    #expect(log.lines.count == 1 && log.lines[0].contains("mood=wild goal=4"), "\(log.lines)")
  }

  @Test func `Long values that differ at their ends are two values`() throws {
    func line(_ end: String) -> String {
      let plan = String(repeating: "long ", count: 200) + end
      return #"{"subject":"a","attributes":{"plan":""# + plan + "\"}}\n"
    }
    #expect(try read(line("a") + line("b")).problems.skippedLines == 1)
    #expect(try read(line("a") + line("a")).problems.skippedLines == 0)
  }

  @Test(arguments: cases([("true", "`true`"), ("{}", "an object"), ("[1]", "an array"), ("7.5", "`7.5`")]))
  func `An event whose id is no text and no whole number is left out`(given: Case<(String, String)>) throws {
    let (id, shown) = given.value
    let line = "{\"subject\":\"a\",\"at_ms\":1,\"event\":\"drop\",\"id\":\(id)}"
    let error = expectFailure(.data) { _ = try read(line, isStrict: true) }
    #expect(error?.message == "line 1: `id` \(shown) is not an id")
  }

  @Test func `Mangled lines give errors or problems, and never a trap`() throws {
    let line =
      "{\"subject\":\"s\",\"at_ms\":9,\"event\":\"drop\",\"kind\":\"beer\",\"units\":1.5e0,\"note\":\"\\u00e9\"}\n"
    var generator = SplitMix64(3)
    for _ in 0..<500 {
      var bytes = Array((line + line).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      do { _ = try read(String(decoding: bytes, as: UTF8.self)) } catch is StoreError {}
    }
  }
}
