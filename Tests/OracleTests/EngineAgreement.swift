import Foundation
import PaceAgreement
import PaceOracle
import Testing

/// Pace and the oracle on random programs and logs.
///
/// 270 pairs in nine parts, which run side by side, for what only a debug build checks; `.ci/run` runs 25,000 by
/// `PaceFuzz`, and `swift run -c release PaceFuzz --stage 2 --count 1000000` many more. `PACE_SEED` is the first seed
/// and `PACE_PAIRS` the number of pairs of a part; what a failure prints names its seed.
struct EngineAgreement {
  private static func number(_ name: String, or fallback: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
  }

  private func check(_ options: GeneratorOptions, part: UInt64) {
    let pairs = Self.number("PACE_PAIRS", or: 30)
    let first = Self.number("PACE_SEED", or: 1) + part * pairs
    for seed in first..<(first + pairs) {
      if let failure = Agreement.failure(seed: seed, options) {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `events, windows, cooldowns and levels agree with a from-scratch evaluator`(part: UInt64) {
    check(.stage1, part: part)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the whole language agrees with a from-scratch evaluator`(part: UInt64) {
    check(.stage2, part: part)
  }

  @Test func `numbers next to the greatest and the least agree with a from-scratch evaluator`() {
    var options = GeneratorOptions.stage2
    options.usesExtremes = true
    check(options, part: 0)
  }

  @Test func `the drink coach in the rules folder agrees with the one made by hand`() throws {
    let pack = try Self.coach()
    for seed in 1...Self.number("PACE_PAIRS", or: 30) {
      let log = OracleLog.night(seed: seed)
      let difference = pack.difference(from: .takeCare, on: log)
      try #require(difference == nil, "night \(seed): \(difference ?? "")")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 31])
  func `rows of one instant enter and leave a window together`(count: Int64) throws {
    let pack = try Self.coach()
    let start: Int64 = 1_795_208_400_000
    var log = OracleLog(
      (0..<6 as Range<Int64>).flatMap { group in
        // The last instants have fewer rows, so that windows end within a run of like instants and after one.
        (0..<max(1, count - group)).map { row in
          OracleRow(start + group * 17 * 60_000, "drink", kind: row % 3 == 0 ? "beer" : "shot")
        }
      })
    log.lookedAt = start + 3 * 3_600_000
    let difference = pack.difference(from: .takeCare, on: log)
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static func coach() throws -> Agreement.Pack {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    return try Agreement.pack(root.appending(path: "rules/take-care.pace").path) { path in
      FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }
  }
}
