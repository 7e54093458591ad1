import Foundation
import Testing

/// `--subjects-from K/N`: parts of a database, for processes side by side.
struct `Parts of a database's subjects` {
  /// As the manual states it, bit by bit.
  private static func crc32(_ text: String) -> UInt32 {
    var sum = UInt32.max
    for byte in text.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func eval(_ database: String, _ part: String? = nil) throws -> [Substring] {
    let result = try Pace.run(
      ["eval", "take-care", "--db", database, "--format", "jsonl"]
        + (part.map { ["--subjects-from", $0] } ?? []))
    #expect(result.status == 0, "\(result.remarks)")
    return result.output.split(separator: "\n")
  }

  @Test(arguments: [false, true])
  func `are disjoint, and together they are all of them`(isShuffled: Bool) throws {
    // The check value of the catalogues for these nine bytes.
    #expect(Self.crc32("123456789") == 0xCBF4_3926)
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", path, "--subjects", "60").status == 0)
    if isShuffled {
      try Night.execute(
        """
        ALTER TABLE drink RENAME TO old;
        CREATE TABLE drink AS SELECT * FROM old ORDER BY rowid * 7919 % 10007, rowid;
        DROP TABLE old;
        """, in: path)
    }
    let all = try Self.eval(path)
    for count in [1, 3, 8] {
      var together: [Substring] = []
      for part in 1...count {
        let lines = try Self.eval(path, "\(part)/\(count)")
        #expect(lines.count < all.count || count == 1)
        let isRight = lines.allSatisfy { line in
          let id = String(line).components(between: #""subject":""#, and: "\"")
          return Int(Self.crc32(id)) % count == part - 1
        }
        #expect(isRight, "\(part)/\(count)")
        together += lines
      }
      #expect(together.sorted() == all.sorted())
    }
  }

  @Test(arguments: [[], ["--threads", "2"]])
  func `of days whose rows are in no order are disjoint too`(more: [String]) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject day per day { }
      event cup of day { }
      rule third { on cup, when count(cup) == 3, emit praise "{count(cup)} cups." }
      """)
    let rows = (0..<120).map { index in
      let place = index * 37 % 120
      return "r\(index),2026-03-\(10 + place / 6)T1\(place % 6):00Z"
    }
    try scratch.write("cup.csv", (["id,at"] + rows).joined(separator: "\n") + "\n")
    func eval(_ words: [String]) throws -> [Substring] {
      let result = try Pace.run(["eval", pack, "--db", scratch.path("cup.csv")] + words + more)
      #expect(result.status == 0, "\(result)")
      return result.output.split(separator: "\n")
    }
    let all = try eval(["--format", "jsonl"])
    #expect(all.count == 20)
    let parts = try (1...4).flatMap { try eval(["--format", "jsonl", "--subjects-from", "\($0)/4"]) }
    #expect(parts.sorted() == all.sorted())
    let events = try (1...4).compactMap { part in
      try eval(["--format", "summary", "--subjects-from", "\(part)/4"]).first { $0.hasPrefix("events\t") }
    }
    #expect(events.compactMap { Int($0.dropFirst("events\t".count)) }.reduce(0, +) == rows.count)
  }
}
