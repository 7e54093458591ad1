import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Exported lines of which the first breaks off, as when a device loses power.
struct BrokenLineTests {
  private static let line = #"{"subject":"s1","at_ms":9,"event":"e","id":"x","tags":[1, {"a":[2]}],"size":1}"#
  private static let good = """
    {"subject":"s1","at_ms":10,"event":"e","id":"y"}
    {"subject":"s1","at_ms":11,"event":"e","id":"z"}

    """

  private func read(_ text: String, _ chunk: Int) throws -> (ids: [String], problems: [String]) {
    let program = try Log.program("subject subject { }\nevent e of subject { size: number }")
    var reader = ObjectReader(linesOf: program, zone: .utc, read: chunks(text, of: chunk))
    var (ids, problems): ([String], [String]) = ([], [])
    while let object = try reader.next() {
      for case .event(let row) in object.rows { ids.append(row.id) }
      problems += object.problems.map { $0.text }
    }
    return (ids, problems)
  }

  @Test(arguments: [1, 64, 1_000])
  func `wherever the first line breaks off, it alone is skipped`(chunk: Int) throws {
    for length in 1..<Self.line.utf8.count {
      let (ids, problems) = try read(Self.line.prefix(length) + "\n" + Self.good, chunk)
      #expect(ids == ["y", "z"], "after \(length) bytes")
      #expect(problems.count == 1 && problems.first?.hasPrefix("line 1: ") == true, "\(length) \(problems)")
    }
  }

  @Test func `an object on several lines is one, even if some of them begin objects`() throws {
    let object = """
      {"subject":
      {"a":1},"tags":[
      {"a":2},
      {"a":3}
      ]
      }
      """
    for text in [object, object + "\n" + object] {
      let (ids, problems) = try read(text, 16)
      #expect(ids.isEmpty && !problems.isEmpty)
      #expect(problems.allSatisfy { $0.hasPrefix("object ") }, "\(problems)")
    }
  }
}
