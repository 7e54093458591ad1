import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

private let text = """
  subject session { mode: preset = calm, goal: number = 2 in 1 .. 20, auto_end: duration = 3 h }
  event entry of session { amount: number in 0 .. 50, strong: bool, kind small { amount = 1 }, kind large { amount = 5 } }
  event glance of session { app: text }
  preset calm {}
  preset busy {}
  """

/// What a program without a fitting source is offered for JSON objects.
struct ObjectDraftTests {
  /// The message and what stands below it.
  private func refusal(_ input: String, _ program: Program) throws -> (message: String, help: String) {
    let error = expectFailure(.layout) { _ = try ObjectForm.find(in: chunks(input), for: program) }
    let found = try #require(error)
    return (found.message, found.help ?? "")
  }

  private func draft(_ input: String) throws -> String {
    let refusal = try refusal(input, Log.program(text))
    #expect(refusal.message == "the program has no source that reads these objects")
    let lines = refusal.help.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    #expect(lines.first == "looked for lines as `export` writes them")
    #expect(lines[1] == "a source that may fit, to be checked and added to the pack:")
    return String(lines[2].dropFirst())
  }

  /// The rows that the draft reads, once it has been added to the program.
  private func rows(_ input: String, _ draft: String) throws -> [ObjectRow] {
    let program = try Log.program(text + "\n" + draft)
    var reader = ObjectReader(
      program: program, source: try #require(program.sources.first), zone: .utc, read: chunks(input))
    var rows: [ObjectRow] = []
    while let object = try reader.next() {
      #expect(object.problems.isEmpty)
      rows += object.rows
    }
    return rows
  }

  @Test func `An event that no objects are named like is told what tells them apart`() throws {
    let input = """
      {"event":{"name":"practice_done","ts":1793000031879,"props":{"minutes":27}},"user":{"id":"u3"}}
      {"event":{"name":"screen_view","ts":1793000241164,"props":{"screen":"cart"}},"user":{"id":"u3"}}
      {"event":{"name":"api_call","ts":1793000404501,"props":{"ms":27,"path":"/"}},"user":{"id":"u1"}}
      {"event":{"name":"retry","ts":1793000504501,"props":{"attempt":2,"path":"/"}},"user":{"id":"u1"}}
      """
    let program = try Log.program(
      "subject user { }\nevent call of user { ms: number }\nevent retry of user { attempt: number }\n"
        + "event practice of user { minutes: number }\n")
    let help = try refusal(input, program).help
    let apart = "`event.name` tells the objects apart"
    let values = "`practice_done`, `screen_view`, `api_call`, `retry`"
    #expect(
      help.contains(
        "no object looks like `retry`; \(apart): `retry from json where event.name == \"retry\"`\n"),
      "\(help)")
    #expect(
      help.contains(
        "no object looks like `practice`; \(apart) (\(values)): `practice from json where event.name == …`\n"),
      "\(help)")
  }

  @Test func `Objects that say what they are get a block for each sort`() throws {
    let input = """
      {"type":"begin","id":"s1","startedAt":1795208400.5,"mode":"busy","goal":3}
      {"type":"log","id":"e1","session":"s1","timestamp":1795208460,"size":"Small","amount":2.5,"isStrong":true,"device":"watch"}
      {"type":"finish","sessionId":"s1","endedAt":1795222800}
      {"type":"preferences","mode":"calm","goalCount":4,"autoEndMinutes":90}
      {"type":"catalogue","items":[{"id":"small","displayName":"Small one","amount":1.5,"sortOrder":2,"isEnabled":false}]}
      """
    let draft = try draft(input)
    #expect(
      draft == """
        source found {
          session from json where type == "begin" {  # check: are these the sessions?
            id = id
            started_at = startedAt as unix_seconds
            mode = mode
            goal = goal
            # check: no member was found for `auto_end`
          }
          entry from json where type == "log" {  # check: is this the log of `entry`?
            id = id
            session = session
            at = timestamp as unix_seconds
            amount = amount
            strong = isStrong
            kind = size as { "Small" = small }
            device = device
          }
          # check: no object looks like `glance`
          session from json where type == "finish" {
            id = sessionId
            ended_at = endedAt as unix_seconds
          }
          settings from json where type == "preferences" {
            mode = mode
            goal = goalCount
            auto_end = autoEndMinutes as minutes
          }
          kinds from json where type == "catalogue" each items {  # check: is this the catalogue of kinds?
            kind = id
            label = displayName
            enabled = isEnabled
            order = sortOrder
            amount = amount
          }
        }
        """)
    let rows = try rows(input, draft)
    #expect(rows.count == 5)
  }

  @Test func `Objects without such a member are told apart by what they have`() throws {
    let input = """
      [{"session":"s1","when":"2026-11-20T21:00:00Z","kind":"large","detail":{"amount":7}},
       {"session":"s1","seen_at":"2026-11-20T21:05:00Z","glance":{"app":"clock"}},
       {"session":"s1","when":"2026-11-20T21:10:00Z","kind":"small"}]
      """
    let draft = try draft(input)
    #expect(
      draft == """
        source found {
          entry from json where has when {  # check: is this the log of `entry`?
            # check: no member is an id, so objects that say the same count once
            session = session
            at = when as iso8601
            amount = detail.amount  # check: an object without it is skipped
            kind = kind
            # check: no member was found for `strong`
          }
          glance from json where has seen_at {  # check: is this the log of `glance`?
            # check: no member is an id, so objects that say the same count once
            session = session
            at = seen_at as iso8601
            app = glance.app
          }
        }
        """)
    #expect(
      try rows(input.replacing(#""small"}"#, with: #""small","detail":{"amount":1}}"#), draft).count == 3)
  }

  @Test func `Rows in a list that a member holds are read from there`() throws {
    let input =
      #"{"day":"x","entries":[{"at":1795208400000,"kind":"small"},{"at":1795208460000,"kind":"large"}]}"#
    let draft = try draft(input)
    #expect(
      draft == """
        source found {
          entry from json each entries {
            # check: no member is an id, so objects that say the same count once
            # check: no member names the session, so all rows are those of one
            at = at
            kind = kind
            # check: no member was found for `amount`, `strong`
          }
          # check: no object looks like `glance`
        }
        """)
    let rows = try rows(input, draft)
    #expect(rows.count == 2)
  }

  @Test func `A member that some objects lack is told with whatever else is to be checked`() throws {
    let lines = [
      #"{"session":"s1","at":1795208400000,"kind":"small","volume":7}"#,
      #"{"session":"s1","at":1795208460000,"kind":"large"}"#,
    ]
    let plain = try draft(lines.joined(separator: "\n"))
    let guess = "    amount = volume  # check: the only number left over"
    #expect(plain.contains(guess + "; an object without it is skipped\n"), "\(plain)")
    let listed = try draft("{\"export\":[\(lines.joined(separator: ","))]}")
    #expect(listed.contains(guess + "; if one item lacks it, the whole array is skipped\n"), "\(listed)")
  }

  @Test(
    arguments: cases([
      (
        #"[{"ts":"1772352867","kind":"small"}]"#,
        "no member holds times: `ts` comes nearest, but `1772352867` as a text is not a time that pace reads, such as `2026-11-20 21:00`, or a number of this century; without quotes it is one"
      ),
      (
        #"{"day":"x","log":[{"ts":1772352867},{"ts":1772352867000}]}"#,
        "no member holds times: `ts` of `log` comes nearest, but it holds times of several encodings, `1772352867` as `unix_seconds`, `1772352867000` as `unix_ms`; write all alike"
      ),
      (
        #"{"data":{"metrics":[{"name":"water","data":[{"date":"2026-04-01 08:00:00 +0200","qty":250}]}]}}"#,
        """
        no member holds times that pace reads, such as `2026-11-20 21:00`, or a number of this century
        the items of `data.metrics` hold arrays, `data`, and no source reads an array in another's items: write those items as objects of their own
        """
      ),
    ]))
  func `Where nothing can be drafted the cause is told, and what to do`(given: Case<(String, String)>) throws
  {
    let (input, cause) = given.value
    let refusal = try refusal(input, Log.program(text))
    #expect(
      refusal.help == "looked for lines as `export` writes them\nno source is drafted: \(cause)",
      "\(refusal.help)")
  }

  @Test func `An array without elements is read as nothing`() throws {
    let (_, read) = try ObjectForm.find(in: chunks(" [ ]\n"), for: try Log.program(text))
    var bytes: [UInt8] = []
    #expect(try read(&bytes) == false && bytes.isEmpty)
  }

  @Test func `Dates alone are told with the member of the times of day`() throws {
    let draft = try draft(#"[{"session":"s1","date":"2026-11-20","hour":"21:00","kind":"small"}]"#)
    let join = "if `hour` has the times of day, join both in one member"
    let check = "# check: dates alone, so every row is at midnight; \(join)\n"
    #expect(draft.contains("    at = date as iso8601  \(check)"), "\(draft)")
  }

  @Test func `Each source says why the first object is none of its`() throws {
    let source = """
      source app {
        entry from json where type == "entry" { id = id, at = at as unix_seconds, kind = kind }
        glance from json where type == "glance" { at = at as unix_seconds }
      }
      """
    let program = try Log.program(text + "\n" + source)
    let refusal = try refusal(#"{"type":"entri","n":1}"#, program)
    #expect(
      refusal.help == """
        looked for lines as `export` writes them
        looked for source `app`: line 1: `type` `entri` is none of the source's; did you mean `entry`?
        no source is drafted: no member holds times that pace reads, such as `2026-11-20 21:00`, or a number of this century
        """)
  }

  @Test func `A draft looks at so many members, none with a long path`() throws {
    let long = String(repeating: "k", count: 20_000)
    let members = (0..<600).map { #""m\#($0)":"a""# }.joined(separator: ",")
    let draft = try draft("{\"at\":1795208400000,\"\(long)\":{\(members)},\(members)}")
    #expect(draft.contains("    at = at\n"), "\(draft.prefix(500))")
    #expect(!draft.contains("kkkk") && !draft.contains("m599"), "\(draft.prefix(500))")
  }
}
