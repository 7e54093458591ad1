import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

private let text = """
  subject session {
    mode: preset = calm
    goal: number = 2 in 1 .. 20
    pause: duration = 1 h
    plan: schedule
    loud: bool = yes
  }
  event entry of session {
    amount: number in 0 .. 50
    strong: bool
    note: text
    wait: duration
    due: time
    mood: low | high
    kind small { amount = 1 }
    kind large { amount = 5 }
  }
  event glance of session { amount: number, kind short }
  preset calm {}
  preset busy {}
  source app {
    session from json where type == "start" {
      id = id, started_at = startedAt as unix_seconds, mode = mode, goal = goal, pause = minutes as minutes
    }
    session from json where type == "end" { id = session, ended_at = endedAt as unix_seconds }
    entry from json where type == "entry" and has mood {
      id = id, session = session, at = at as unix_seconds, kind = size as { "S" = small, 2 = large }, mood = mood
    }
    entry from json where type == "entry" {
      id = id, session = session, at = at as unix_seconds, kind = size, amount = amount, strong = strong, device = from
    }
    glance from json where type == "glances" each list.all { at = at as iso8601, kind = short, amount = n }
    settings from json where type == "settings" {
      loud = loud, pause = minutes as minutes, name = displayName, weight = weight, agreed_at = agreed as unix_seconds
    }
    kinds from json where type == "kinds" each items {
      kind = id, label = name, amount = amount, strong = strong, enabled = on, order = place
    }
  }
  source plain { entry from json { at = when as apple_seconds, note = note, wait = s as seconds, due = due } }
  """

struct ObjectReaderTests {
  let program: Program

  init() throws { program = try Log.program(text) }

  private func objects(_ text: String, source: String = "app", chunk: Int = 7) throws -> [ReadObject] {
    let mapping = try #require(program.sources.first { $0.name.text == source })
    var reader = ObjectReader(program: program, source: mapping, zone: .utc, read: chunks(text, of: chunk))
    var objects: [ReadObject] = []
    while let object = try reader.next() { objects.append(object) }
    #expect(reader.count == objects.count)
    return objects
  }

  private func problems(_ text: String, source: String = "app") throws -> [String] {
    try objects(text, source: source, chunk: 1 << 16).flatMap { $0.problems.map(\.text) }
  }

  private func number(_ millionths: Int64) -> Constant { .value(Value(millionths)) }

  private static let start =
    #"{"type":"start","id":"6E1F","startedAt":1795208400,"mode":"busy","goal":2.0,"minutes":90.5,"more":[1,{}]}"#
  private static let entry =
    #"{"from":"watch","strong":true,"type":"entry","at":1795208400.25,"size":"small","id":7,"session":"6E1F","amount":1}"#

  @Test(arguments: [1, 7, 100_000]) func `Lines, an array and one object say the same`(chunk: Int) throws {
    let lines = try objects(Self.start + "\r\n\n" + Self.entry + "\n", chunk: chunk)
    #expect(lines.map(\.place) == [.line(1), .line(3)])
    let spread = Self.entry.split(separator: ",").joined(separator: "\n , ")
    let array = try objects(" \n[ " + Self.start + "\n,\n" + spread + "\t]\n", chunk: chunk)
    #expect(array.map(\.place) == [.object(1), .object(2)])
    let several = try objects("\u{FEFF}\n" + spread + "\n" + spread, chunk: chunk)
    #expect(several.map(\.place) == [.object(1), .object(2)])
    #expect(array.map(\.rows) == lines.map(\.rows))
    #expect(several.map(\.rows) == [lines[1].rows, lines[1].rows])
    #expect(try objects("", chunk: chunk) == [] && objects(" [ ] ", chunk: chunk) == [])
  }

  @Test func `Members fill the slots of subjects and events`() throws {
    let end = #"{"type":"end","session":"6E1F","endedAt":1795222800.0}"#
    let rows = try objects([Self.start, Self.entry, end].joined(separator: "\n")).map(\.rows)
    #expect(
      rows[0] == [
        .subject(
          .init(
            id: "6E1F", startedAt: Instant(1_795_208_400_000), endedAt: nil,
            attributes: [.value(Value(1)), number(2_000_000), .value(Value(5_430_000)), nil, nil]))
      ])
    #expect(
      rows[1] == [
        .event(
          .init(
            event: EventID(0), id: "7", isIDMade: false, subject: "6E1F", at: Instant(1_795_208_400_250),
            kind: KindID(0), fields: [number(1_000_000), .value(.yes), nil, nil, nil, nil], device: "watch"))
      ])
    #expect(
      rows[2] == [
        .subject(
          .init(
            id: "6E1F", startedAt: nil, endedAt: Instant(1_795_222_800_000),
            attributes: [nil, nil, nil, nil, nil]))
      ])
  }

  @Test func `Of blocks for one thing the first that an object passes reads it`() throws {
    let object = #"{"type":"entry","id":"a","session":"s","at":1,"size":2,"mood":"high"}"#
    let rows = try #require(try objects(object).first?.rows)
    guard case .event(let row) = try #require(rows.first), rows.count == 1 else {
      Issue.record("one event: \(rows)")
      return
    }
    #expect(row.kind == KindID(1))
    #expect(row.fields == [nil, nil, nil, nil, nil, .value(Value(1))])
  }

  @Test func `Null is an empty value where a row can do without one`() throws {
    let entry =
      #"{"type":"entry","id":"a","session":"s","at":1,"size":null,"amount":null,"strong":null,"from":null}"#
    guard case .event(let row) = try #require(try objects(entry).first?.rows.first) else { return }
    #expect(row.kind == nil && row.device == nil)
    #expect(row.fields == [.value(.unknown), .value(.unknown), nil, nil, nil, nil])
    let start = #"{"type":"start","id":"s","startedAt":null,"mode":null,"goal":null,"minutes":null}"#
    guard case .subject(let subject) = try #require(try objects(start).first?.rows.first) else { return }
    #expect(subject.startedAt == nil)
    #expect(subject.attributes == [.value(.unknown), .value(.unknown), .value(.unknown), nil, nil])
    #expect(
      try problems(entry.replacing("\"at\":1", with: "\"at\":null")) == ["line 1: `at` may not be null"])
    #expect(try problems(entry.replacing("\"s\"", with: "null")) == ["line 1: `session` null is not an id"])
    #expect(try problems(entry.replacing("\"a\"", with: "null")) == ["line 1: `id` null is not an id"])
  }

  @Test func `A list gives a row for each of its items, and none if one is bad`() throws {
    let good =
      #"{"type":"glances","list":{"all":[{"at":"2026-02-14T23:00:00Z","n":1},{"at":"2026-02-14","n":2}]}}"#
    let rows = try #require(try objects(good).first?.rows)
    #expect(rows.count == 2)
    #expect(
      try problems(good.replacing("\"n\":2", with: "\"m\":2")) == ["line 1, item 2: `n` is missing"])
    #expect(try objects(good.replacing("\"n\":2", with: "\"m\":2")).first?.rows == [])
    #expect(
      try problems(#"{"type":"glances","list":{"all":{}}}"#) == [
        "line 1: `list.all` an object is not an array"
      ])
    #expect(try problems(#"{"type":"glances","list":[]}"#) == ["line 1: `list.all` is missing"])
    #expect(
      try problems(#"{"type":"glances","list":{"all":[3]}}"#) == [
        "line 1, item 1: an object `{…}` was expected"
      ])
  }

  @Test
  func `Settings are attributes, texts and instants; a missing text is cleared, a missing instant stays`()
    throws
  {
    let full =
      #"{"type":"settings","loud":false,"minutes":30,"displayName":"Ann","weight":61.50,"agreed":1795200000.5}"#
    #expect(
      try objects(full).first?.rows == [
        .settings([
          .init(name: "loud", value: .attribute(AttributeID(4), .value(.no))),
          .init(name: "pause", value: .attribute(AttributeID(2), .value(Value(1_800_000)))),
          .init(name: "name", value: .text("Ann")), .init(name: "weight", value: .text("61.5")),
          .init(name: "agreed_at", value: .instant(Instant(1_795_200_000_500))),
        ])
      ])
    #expect(
      try objects(#"{"type":"settings","loud":true,"minutes":null}"#).first?.rows == [
        .settings([
          .init(name: "loud", value: .attribute(AttributeID(4), .value(.yes))),
          .init(name: "pause", value: .attribute(AttributeID(2), .value(.unknown))),
          .init(name: "name", value: .text(nil)), .init(name: "weight", value: .text(nil)),
        ])
      ])
    #expect(try problems(#"{"type":"settings","loud":true}"#) == ["line 1: `minutes` is missing"])
    #expect(
      try problems(#"{"type":"settings","loud":true,"minutes":1,"weight":[]}"#)
        == ["line 1: `weight` an array is not a text, a number, `true` or `false`"])
  }

  @Test func `Of the catalogue only bad items are left out`() throws {
    let object = """
      {"type":"kinds","items":[
      {"id":"large","name":"Large","amount":1.2,"strong":true,"on":true,"place":1},
      {"id":"short","name":null,"amount":3,"strong":false,"on":false,"place":2.5},
      {"id":"tiny","name":"T","amount":1,"strong":true,"on":true,"place":3},
      {"id":"small","name":"S","amount":51,"strong":true,"on":true,"place":3},
      {"id":"small","name":"S","amount":5,"strong":true,"on":"yes","place":3}, 4]}
      """
    let read = try #require(try objects(object).first)
    #expect(
      read.rows == [
        .kinds([
          .init(
            event: EventID(0), kind: KindID(1), label: "Large", isEnabled: true, order: Value(1_000_000),
            fields: [number(1_200_000), .value(.yes), nil, nil, nil, nil]),
          // The event of this kind has no field `strong`.
          .init(
            event: EventID(1), kind: KindID(0), label: nil, isEnabled: false, order: Value(2_500_000),
            fields: [number(3_000_000)]),
        ])
      ])
    #expect(
      read.problems.map(\.text) == [
        "object 1, item 3: `id` `tiny` is not a kind", "object 1, item 4: `amount` `51` is outside 0 .. 50",
        "object 1, item 5: `on` `yes` is not 0 or 1", "object 1, item 6: an object `{…}` was expected",
      ])
    #expect(!read.rows.isEmpty)
  }

  @Test(
    arguments: cases([
      (#""at":1795208400.25"#, #""at":"soon""#, "`at` `soon` is not a time in seconds since 1970"),
      (
        #""at":1795208400.25"#, #""at":1795208400000000"#,
        "`at` `1795208400000000` read as `unix_seconds` is the year 56889859; as `unix_us` it is 2026-11-20"
      ),
      (#""at":1795208400.25"#, #""at":1e300"#, "`at` `1e300` is outside the years 1 to 9999"),
      (#","amount":1"#, "", "`amount` is missing"),
      (#""amount":1"#, #""amount":50.5"#, "`amount` `50.5` is outside 0 .. 50"),
      (#""amount":1"#, #""amount":"1""#, "`amount` `1` is a text, not a number; take away its quotes"),
      (#""amount":1"#, #""amount":"1,5""#, "`amount` `1,5` is not a number; did you mean `1.5`?"),
      (#""strong":true"#, #""strong":2"#, "`strong` `2` is not 0 or 1"),
      (#""size":"small""#, #""size":"tiny""#, "`size` `tiny` is not a kind of `entry`"),
      (#""id":7"#, #""id":7.5"#, "`id` `7.5` is not an id"),
      (#""id":7"#, #""id":"""#, #"`id` `""` is not an id"#),
      (#""from":"watch""#, #""from":5"#, "`from` `5` is not a text"),
      (
        #""type":"entry""#, #""type":"entyr""#,
        "`type` `entyr` is none of the source's; did you mean `entry`?"
      ),
      (#""type":"entry","#, "", "`type` is missing"),
      (#""type":"entry""#, #""type":5"#, "`type` `5` is none of the source's"),
      (#"{"from""#, #"{"id":8,"from""#, "key `id` is there twice, in column 87"),
      ("}", "} {}", "nothing may follow the object, in column 116"),
      ("true", "tru", "a value was expected, in column 26"),
    ]))
  func `An object is taken whole or not at all`(given: Case<(String, String, String)>) throws {
    let (part, other, problem) = given.value
    let bad = Self.entry.replacing(part, with: other)
    let read = try objects([Self.entry, bad, Self.entry].joined(separator: "\n"))
    #expect(read.map(\.rows.isEmpty) == [false, true, false])
    #expect(read[1].problems.map(\.text) == ["line 2: " + problem])
  }

  @Test func `Numbers may be written whole, with a fraction or with an exponent`() throws {
    let other = Self.entry.replacing("1795208400.25", with: "179520840025e-2").replacing(
      "\"id\":7", with: "\"id\":7.0"
    )
    .replacing("\"amount\":1", with: "\"amount\":0.10e1")
    #expect(try objects(other).first?.rows == objects(Self.entry).first?.rows)
  }

  @Test func `An object without an id has one made from all that it says`() throws {
    func id(_ object: String) throws -> String {
      guard case .event(let row) = try #require(try objects(object, source: "plain").first?.rows.first) else {
        return ""
      }
      #expect(row.isIDMade)
      return row.id
    }
    let first = try id(#"{"when":1,"note":"a","s":1.5,"due":"07:00","x":{"a":1,"b":[true,null]}}"#)
    #expect(first.count == 32 && first.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(
      try id(#" { "x":{"b":[true,null],"a":1.0}, "due":"07:00", "s":15e-1, "note":"\u0061", "when":1 }"#)
        == first)
    for other in [
      #"{"when":1,"note":"a","s":1.5,"due":"07:00","x":{"a":1,"b":[null,true]}}"#,
      #"{"when":1,"note":"a","s":1.5,"due":"07:00","x":{"a":1,"b":[true,null]},"y":0}"#,
      #"{"when":1,"note":"a","s":1.5,"due":"07:01","x":{"a":1,"b":[true,null]}}"#,
    ] {
      #expect(try id(other) != first)
    }
  }

  @Test func `An id that is made is the beginning of SHA-256`() throws {
    // printf '%s' '{k3:dues5:07:00k4:notenk1:sd5:15e-1k4:whend3:1e0}' | sha256sum
    guard
      case .event(let row) = try #require(
        try objects(#"{"when":1,"note":null,"s":1.5,"due":"07:00"}"#, source: "plain").first?.rows.first)
    else { return }
    #expect(row.id == "74ef209a3186c4cf5989dff00bdf98e1")
  }

  @Test(
    arguments: cases([
      ("nonsense", "line 1: neither an object `{…}` nor an array `[…]` begins here"),
      ("\n\n7", "line 3: neither an object `{…}` nor an array `[…]` begins here"),
      ("[{}", "object 1: `,` or `]` was expected after it"),
      ("[{} {}]", "object 1: `,` or `]` was expected after it"),
      ("[{\"a\":[", "object 1 is not ended when the text is"),
      ("[,]", "in the array: a value was expected after it"),
      ("[{},]", "object 1: a value was expected after it"),
      ("[] {}", "in the array: nothing may follow the array"),
      ("[}]", "object 1: a value was expected"), ("{\n\"a\":1}}", "object 2: a value was expected"),
      ("{\n\"a\":1", "object 1 is not ended when the text is"),
    ]))
  func `Text in which objects cannot be told apart is an error`(given: Case<(String, String)>) {
    let (text, message) = given.value
    let error = expectFailure(.data) { _ = try objects(text) }
    #expect(error?.message == message)
  }

  @Test func `Nesting and size have bounds, and what breaks them is skipped`() throws {
    let deep = #"{"type":"entry","x":"# + String(repeating: "[", count: 100_000)
    #expect(try problems(deep) == ["line 1: nested too deeply, in column 52"])
    let closed = deep + String(repeating: "]", count: 100_000) + "}"
    #expect(try problems("[\(closed),\(Self.entry)]") == ["object 1: nested too deeply"])
    let long = #"{"type":"entry","x":""# + String(repeating: "x", count: 16 << 20) + "\"}\n" + Self.entry
    #expect(try problems(long) == ["line 1: it is longer than 16 MB"])
    #expect(
      expectFailure(.data) { _ = try objects("[" + long, chunk: 1 << 16) }?.message
        == "object 1 is longer than 16 MB")
  }

  @Test func `Exported lines are read as objects, and what is missing is null`() throws {
    let lines = """
      {"subject":"s1","started_at":5,"attributes":{"mode":"busy","goal":2.5}}
      {"subject":"s1","at_ms":9,"event":"entry","id":"x","kind":"small","amount":1,"device":"d"}
      {"subject":"s1","at":"1970-01-01T00:00:00.010Z","event":"glance"}
      {"subject":"s1","ended_at":12}
      {"subject":"s1","at_ms":9,"event":"enrty"}
      {"subject":"s1","event":"entry"}
      """
    var reader = ObjectReader(linesOf: program, zone: .utc, read: chunks(lines, of: 64))
    var rows: [ObjectRow] = []
    var problems: [String] = []
    while let object = try reader.next() {
      rows += object.rows
      problems += object.problems.map(\.text)
    }
    guard rows.count == 4, case .event(let entry) = rows[1], case .event(let glance) = rows[2] else {
      Issue.record("\(rows)")
      return
    }
    #expect(
      rows[0]
        == .subject(
          .init(
            id: "s1", startedAt: Instant(5), endedAt: nil,
            attributes: [.value(Value(1)), number(2_500_000), nil, nil, nil])))
    #expect(entry.id == "x" && entry.kind == KindID(0) && entry.device == "d" && entry.at == Instant(9))
    #expect(entry.fields == [number(1_000_000), nil, nil, nil, nil, nil] && entry.subject == "s1")
    #expect(glance.at == Instant(10) && glance.isIDMade && glance.kind == nil)
    #expect(
      rows[3]
        == .subject(
          .init(id: "s1", startedAt: nil, endedAt: Instant(12), attributes: [nil, nil, nil, nil, nil])))
    #expect(
      problems == [
        "line 5: nothing reads this object; objects are told apart by `event`, `at_ms`, `attributes`, `started_at`, "
          + "`ended_at`", "line 6: `at` is missing",
      ])
  }

  @Test(
    arguments: cases([
      (#"{"subject":"s","at_ms":1,"event":"entry"}"#, "lines"), (#"{"attributes":{}}"#, "lines"),
      ("nonsense", "lines"), ("[1]", "lines"), (entry, "app"), (#"{"type":"other"}"# + "\n" + entry, "app"),
      (#"{"type":"end"}"#, "app"), (#"{"type":"other"}"# + "\noops\n" + #"{"attributes":{}}"#, "lines"),
      ("[\(start)]", "app"), ("", "lines"), (#"{"when":1,"note":"a","s":1,"due":"07:00"}"#, "plain"),
      (#"{"when":1,"note":"a","s":1,"due":"07:00","type":"kinds","items":[]}"#, "app plain"),
    ]))
  func `The source is chosen by the first object that is known, and nothing of the text is lost`(
    given: Case<(String, String)>
  ) throws {
    let (text, expected) = given.value
    let (form, read) = try ObjectForm.find(in: chunks(text, of: 5), for: program)
    let found =
      switch form {
      case .lines: "lines"
      case .source(let source): source.name.text
      case .several(let names): names.joined(separator: " ")
      }
    #expect(found == expected)
    var bytes: [UInt8] = []
    while try read(&bytes) {}
    #expect(bytes == Array(text.utf8))
  }
}
