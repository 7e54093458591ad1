import Foundation
import Testing

/// What a drafted source takes members of JSON objects for.
struct ObjectEvidenceTests {
  private static let pack = """
    subject person { zone: text }
    event cup of person { mg: number = 1, kind black { mg = 50 }, kind green { mg = 30 } }
    """

  /// What `eval` says of objects, one a line, that the pack has no source for.
  private func remarks(_ lines: String...) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let result = try Pace.run("eval", pack, "--stdin", input: lines.joined(separator: "\n") + "\n")
    #expect(result.status == 3, "\(result)")
    return result.remarks
  }

  private static let cup =
    #"{"type":"cup","user":{"id":"u1"},"ts":1795424400.25,"payload":{"tea":"black","mg":50}}"#

  @Test func `objects that happen at a time are no catalogue of kinds, but may be rows`() throws {
    let cups = #"{"tea":"black","ts":1795424500.5,"mg":5},{"tea":"green","ts":1795424600.5,"mg":6}"#
    let batch = #"{"type":"batch","user":{"id":"u1"},"payload":{"cups":[\#(cups)]}}"#
    let removed =
      #"{"type":"cup.removed","user":{"id":"u1"},"ts":1795424700.5,"payload":{"tea":"black","mg":5}}"#
    let remarks = try remarks(Self.cup, batch, removed)
    #expect(!remarks.contains("kinds from"), "\(remarks)")
    #expect(remarks.contains("  # check: `payload.cups` might hold `cup` too\n"), "\(remarks)")
    #expect(remarks.contains("  # check: `cup.removed` might hold `cup` too\n"), "\(remarks)")
  }

  @Test func `times without an offset are told where subjects have zones, with a way to read them`() throws {
    let cup = #"{"user":"u1","time":"2026-04-01 08:00","tea":"black"}"#
    let said = try remarks(cup)
    let check =
      "# check: `2026-04-01 08:00` is skipped: where a person has a zone, times need an offset, such as `Z`"
    #expect(said.contains("    at = time as iso8601  \(check)\n"), "\(said)")
    #expect(!(try remarks(cup.replacing("08:00", with: "08:00Z"))).contains("offset"))
    let scratch = try Scratch()
    let start = try #require(said.range(of: "source found"), "\(said)").lowerBound
    let pack = try Scratch.pack(scratch, Self.pack + "\n" + said[start...])
    let read = try Pace.run("eval", pack, "--stdin", input: cup)
    let way = "and zones may differ; add one, or read the times from a table or a CSV file; skipped\n"
    #expect(read.remarks.contains(way), "\(read)")
  }

  @Test func `a value that a source's map lacks is told to be so, even if it is a kind`() throws {
    let scratch = try Scratch()
    let source =
      #"source app { cup from json { at = ts as unix_seconds, kind = tea as { "A" = black } } }"#
    let pack = try Scratch.pack(scratch, Self.pack + "\n" + source)
    let read = try Pace.run("eval", pack, "--stdin", input: #"{"ts":1795424400,"tea":"green"}"#)
    let cause =
      "`tea` `green` is not in the source's map; add it, or `else = …` for all others, or pick rows by `where`; "
      + "skipped\n"
    #expect(read.remarks.hasPrefix("line 1: " + cause), "\(read)")
  }

  @Test func `a catalogue of kinds says what they are called or offered, and is asked about`() throws {
    let items = { (more: String) in
      #"{"type":"teas","items":[{"id":"black","mg":40\#(more)},{"id":"green","mg":20\#(more)}]}"#
    }
    let plain = try remarks(Self.cup, items(""))
    #expect(!plain.contains("kinds from"), "\(plain)")
    let named = try remarks(Self.cup, items(#","title":"Tea""#))
    #expect(
      named.contains(
        """
          kinds from json where type == "teas" each items {  # check: is this the catalogue of kinds?
            kind = id
            label = title
            mg = mg
          }

        """), "\(named)")
  }

  @Test(arguments: [
    ("person", "person = data.person\n"), ("userId", "person = data.userId  # check: is this the person?\n"),
    ("user_id", "person = data.user_id  # check: is this the person?\n"),
  ])
  func `a member of an object in the object names the person`(member: String, line: String) throws {
    let data = #"{"\#(member)":"u1","kind":"Black","drunkAt":"2026-11-23T09:00:00+01:00"}"#
    let remarks = try remarks(#"{"event":"cup.drunk","data":\#(data)}"#)
    #expect(remarks.contains("    \(line)"), "\(remarks)")
  }

  @Test func `the objects that say something of the persons are theirs`() throws {
    let batch = #"{"type":"batch","user":{"id":"u1"},"ts":1795424500,"payload":{"n":2}}"#
    let hello = #"{"type":"hello","user":{"id":"u1"},"ts":1795424600,"payload":{"tz":"Europe/Berlin"}}"#
    let remarks = try remarks(batch, Self.cup, hello, hello)
    #expect(remarks.contains("  person from json where type == \"hello\" {"), "\(remarks)")
    #expect(
      remarks.contains("    id = user.id  # check: rows of events refer to it\n    zone = payload.tz\n"),
      "\(remarks)")
  }

  @Test func `where the object around the items names the person, that is said`() throws {
    let remarks = try remarks(
      #"{"user":"u1","events":[{"kind":"black","at":"2026-11-23T09:00:00Z"}]}"#)
    let place = "`user` stands outside of the items, where no path of theirs leads"
    #expect(remarks.contains("    # check: \(place), so all rows are those of one person\n"), "\(remarks)")
  }

  @Test func `a path that begins outside of the item is told so`() throws {
    let scratch = try Scratch()
    let source = """
      source log { cup from json where type == "batch" each cups { person = user.id, at = ts, kind = tea } }
      """
    let pack = try Scratch.pack(scratch, Self.pack + "\n" + source)
    let line = #"{"type":"batch","user":{"id":"u1"},"cups":[{"tea":"black","ts":1795424500500}]}"#
    let result = try Pace.run("eval", pack, "--stdin", input: line + "\n")
    let cause = "`user.id` is not in the item but outside of it, where its paths don't begin"
    #expect(result.remarks.contains("line 1, item 1: \(cause); skipped\n"), "\(result)")
  }
}
