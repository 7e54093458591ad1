import PaceOracle
import PaceStore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whatever is done to three files of one log, and in whatever order they are merged, they hold the same in the
/// end, and pace says of it what the oracle says.
struct ConvergenceTests {
  /// `PACE_HISTORIES` asks for more, as `.ci/run` does.
  private static let count =
    ProcessInfo.processInfo.environment["PACE_HISTORIES"].flatMap { Int($0) } ?? 16
  private static let share = 8

  @Test(arguments: 0..<share)
  func `Files that are merged in any order hold the same`(part: Int) throws {
    let packs = [
      try HistoryPack.sessions.get(), try HistoryPack.days.get(), try HistoryPack.sessions.get(),
      try HistoryPack.one.get(),
    ]
    for seed in stride(from: part, to: Self.count, by: Self.share) {
      let history = History(packs[seed % packs.count], seed: UInt64(seed))
      guard let problem = Self.problem(history, seed) else { continue }
      let (least, why) = Self.shrunk(history, seed, problem)
      Issue.record("seed \(seed): \(why)\n\(least.commands.joined(separator: "\n"))")
      return
    }
  }

  /// What is wrong after a history; nil for nothing.
  private static func problem(_ history: History, _ seed: Int) -> String? {
    var random = SplitMix64(UInt64(seed) ^ 0x5eed)
    let orders = (0..<3).map { _ in [0, 1, 2].shuffled(using: &random) }
    do {
      let run = try HistoryRun(history)
      try run.run()
      return try run.difference(orders)
    } catch {
      return "\(error)"
    }
  }

  /// The same without the steps that don't matter.
  private static func shrunk(_ history: History, _ seed: Int, _ problem: String) -> (History, String) {
    var least = history
    var why = problem
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in least.steps.indices.reversed() {
        var other = least
        other.steps.remove(at: index)
        guard let found = Self.problem(other, seed) else { continue }
        (least, why, isSmaller) = (other, found, true)
      }
    }
    return (least, why)
  }
}
