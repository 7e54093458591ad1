import PaceAgreement
import PaceEngine
import PaceOracle
import Testing

/// Records that are handed over as they come are those of a run that keeps them all.
struct SlicedRunTests {
  @Test func `random logs with days between their rows are told alike, slice by slice`() throws {
    var sliced = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var pair = OraclePair.random(seed: seed, .stage2)
      // Three days more between every two rows.
      for row in pair.log.rows.indices { pair.log.rows[row].at += Int64(row) * 259_200_000 }
      pair.log.given = []
      guard let input = Agreement.input(of: pair) else { continue }
      var log = SubjectLog(id: "s", record: input.record)
      log.events = EventRows(input.events)
      log.texts = input.texts
      var options = input.options
      options.tellsLevels = true
      options.tellsHeld = true
      options.accounts = .firings
      var (whole, parts) = (
        Machine(Plan(input.program), options: options), Machine(Plan(input.program), options: options)
      )
      guard (try? log.run(in: &whole)) != nil else { continue }
      var told: [Record] = []
      try log.run(in: &parts) { told.append($0) }
      #expect(told.map { "\($0)" } == whole.takeRecords().map { "\($0)" }, "seed \(seed)")
      sliced += 1
    }
    #expect(sliced > 12)
  }
}
