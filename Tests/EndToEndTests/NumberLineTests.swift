import Foundation
import Testing

/// Numbers and instants in lines of JSON, of every length.
struct `Numbers in lines of JSON` {
  /// Instants around each power of ten, and at both ends of what an instant may be: the years 1 to 9999.
  private static let instants: [Int64] = {
    var found: [Int64] = [-62_135_596_800_000, -1, 0, 253_402_300_799_999]
    var power: Int64 = 1
    while power < 100_000_000_000_000 {
      found += [power - 1, power, power + 1, -power, power * 7 + 3]
      power *= 10
    }
    return Array(Set(found)).sorted()
  }()

  @Test func `an instant is told as it came in`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject s { }\nevent e of s { }\nrule a { on e, emit note \"x\" }\n")
    let rows = Self.instants.enumerated().map { index, at in
      "{\"subject\":\"s\(index)\",\"at_ms\":\(at),\"event\":\"e\"}\n"
    }
    let result = try Pace.run(["eval", pack, "--stdin", "--format", "jsonl"], input: rows.joined())
    try #require(result.status == 0, "\(result.remarks)")
    let lines = result.output.split(separator: "\n")
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(lines.count == Self.instants.count)
    for line in lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let subject = try #require(object["subject"] as? String)
      let at = Self.instants[try #require(Int(subject.dropFirst()))]
      #expect(line.contains("\"at_ms\":\(at),"), "\(line)")
      let text = try #require(object["at"] as? String)
      #expect(text.utf8.count == 24)
      // Before 1582 Foundation counts with another calendar.
      if at > -12_219_292_800_000 {
        let date = try style.parse(text)
        #expect(Int64((date.timeIntervalSince1970 * 1000).rounded()) == at, "\(line)")
      }
    }
  }
}
