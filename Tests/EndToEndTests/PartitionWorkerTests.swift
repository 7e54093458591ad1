import Foundation
import PaceOracle
import Testing

/// `eval` as one worker of many: lines of subjects that follow each other.
struct `A worker of a partition` {
  private static func eval(_ lines: [String]) throws -> RunResult {
    try Pace.run(
      ["eval", "take-care", "--stdin", "--format", "jsonl"],
      input: lines.joined(separator: "\n") + "\n")
  }

  /// Lines of two subjects of many rows, some of one instant, in the order in which a database has them. Their ids are
  /// long, so that they take more than a megabyte.
  private static func longLines() -> [[String]] {
    var random = SplitMix64(17)
    return (0..<2).map { subject in
      var at = 1_795_208_400_000
      return [#"{"subject":"s\#(subject)","attributes":{"sensitivity":"strict"}}"#]
        + (0..<2000).map { row in
          at += random.below(4) == 0 ? 0 : 60_000 * (1 + random.below(40))
          let kind = ["beer", "shot", "wat\\u0065r"][random.below(3)]
          let id = String(repeating: "id", count: 150) + String(format: "%05d", row)
          return #"{"subject":"s\#(subject)","at_ms":\#(at),"event":"drink","kind":"\#(kind)","id":"\#(id)"}"#
        }
    }
  }

  @Test func `sorted lines of a subject give what lines in order give`() throws {
    let lines = Self.longLines()
    var random = SplitMix64(5)
    let shuffled = lines.map { lines in
      var lines = lines
      for index in lines.indices.reversed() { lines.swapAt(index, random.below(index + 1)) }
      return lines
    }
    let expected = try Self.eval(lines.flatMap { $0 })
    let input = shuffled.flatMap { $0 }.joined(separator: "\n")
    let scratch = try Scratch()
    for memory in [[], ["--memory", "1 MB"]] {
      let result = try Pace.run(
        ["eval", "take-care", "--stdin", "--sort", "--format", "jsonl"] + memory, input: input,
        environment: ["TMPDIR": scratch.folder.path])
      #expect(result.status == 0, "\(result.remarks)")
      #expect(result.output == expected.output && !result.output.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
    }
  }
}
