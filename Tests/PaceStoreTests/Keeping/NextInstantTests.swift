import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

/// An app that wakes at `nextInstant` misses nothing, and never wakes for nothing, whatever lies ahead of its clock.
struct NextInstantTests {
  private static let minute: Int64 = 60_000
  private static let events = """
    event e of s { }
    event f of s { }
    scale pace = low < high
    rule busy { when count(e, last 10 min) >= 2, raise pace to high }
    rule twice { when count(e, last 15 min) >= 2 for 4 min, emit hint "a" }
    rule single { on f, when count(f, last 20 min) >= 2, emit note "b", cooldown 6 min }
    rule idle { when since(e) >= 12 min, emit nudge "c", repeat 9 min }
    """

  /// A log that is written by two devices, the second of which is ahead.
  private struct Devices {
    var random: SplitMix64
    let keeper: Keeper
    let folder: Scratch
    var clock = Instant(1_795_216_200_000)

    init(_ subject: String, seed: UInt64) throws {
      random = SplitMix64(seed)
      folder = try Scratch()
      let program = try Pack(text: "\(subject)\n\(NextInstantTests.events)\n").program
      keeper = try Keeper(folder.makeLog(program, clock: clock), zones: ZoneDirectory(), clock: clock)
    }

    mutating func number(below count: UInt64) -> Int64 { Int64(random.next() % count) }

    /// Lets time pass, and logs a row or none, by a clock that may be some minutes off.
    mutating func step() throws {
      clock = Instant(clock.milliseconds + (number(below: 9 * 60) - 60) * 1_000)
      guard number(below: 3) > 0 else { return }
      var keeper = keeper
      keeper.clock = clock
      var row = NewRow(event: EventID(Int(number(below: 2))), kind: nil, fields: [])
      row.at = Instant(clock.milliseconds + (number(below: 8 * 60) - 3 * 60) * 1_000)
      _ = try keeper.log(row)
    }

    /// The number of notices that are due at an instant and not given, and the level of each open subject.
    func standing(at t: Instant) throws -> (due: Int, levels: [String: [Int]]) {
      var keeper = keeper
      (keeper.clock, keeper.isDryRun) = (t, true)
      var (due, levels) = (0, [String: [Int]]())
      for (subject, told) in try keeper.notify() {
        due += told.notices.count
        let open = told.status.scales.map(\.level)
        if told.status.isOpen, open.contains(where: { $0 > 0 }) { levels[subject] = open }
      }
      return (due, levels)
    }
  }

  @Test(
    arguments: ["subject s { ends after 40 min without e }", "subject s { }", "subject s per day { }"],
    0..<2 as Range<UInt64>)
  func `What comes next comes then, and nothing before`(subject: String, seed: UInt64) throws {
    var devices = try Devices(subject, seed: seed)
    for step in 0..<24 {
      try devices.step()
      let now = devices.clock
      var keeper = devices.keeper
      keeper.clock = now
      _ = try keeper.notify()
      let next = try keeper.nextInstant()
      let before = try devices.standing(at: now)
      let last = next.map { Instant($0.milliseconds - 1) } ?? Instant(now.milliseconds + 3 * 86_400_000)
      let later = try devices.standing(at: last)
      #expect(later.due == before.due && later.levels == before.levels, "step \(step): before \(last)")
      guard let next else { continue }
      let then = try devices.standing(at: next)
      #expect(then.due > before.due || then.levels != before.levels, "step \(step): nothing at \(next)")
    }
  }
}
