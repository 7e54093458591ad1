import PaceOracle
import Testing

/// The unit tests of the application that the coach grew out of, worked out by hand.
struct TakeCareCases {
  static let now: Int64 = 1_795_208_400_000

  /// Rows given as kinds and minutes before now.
  private func night(_ rows: [(String, Int64)]) -> OracleLog {
    OracleLog(rows.map { OracleRow(Self.now - $0.1 * 60_000, "drink", kind: $0.0) })
  }

  private func rules(_ log: OracleLog, at instant: Int64 = now) -> Set<String> {
    Set(OracleProgram.takeCare.evaluate(log).firings.filter { $0.at == instant }.map(\.rule))
  }

  private func pace(_ log: OracleLog) -> String? {
    var log = log
    log.lookedAt = Self.now
    return OracleProgram.takeCare.evaluate(log).views.first?.levels["pace"]
  }

  @Test func `two shots within ten minutes stack and repeat, and call for water`() {
    let log = night([("shot", 8), ("shot", 1)])
    #expect(rules(log, at: Self.now - 60_000) == ["rapid_repeat", "shot_stacking", "hydration"])
    #expect(pace(log) == "caution")
  }

  @Test func `four units within ninety minutes escalate`() {
    let log = night([("beer", 80), ("beer", 50), ("wine", 30), ("beer", 5)])
    let fired = rules(log, at: Self.now - 5 * 60_000)
    #expect(fired == ["escalation", "fast_pace", "hydration"])
  }

  @Test func `every second drink brings a reminder and no badge`() {
    let result = OracleProgram.takeCare.evaluate(night([("beer", 60), ("beer", 30)]))
    #expect(result.firings.map(\.rule) == ["hydration"])
    #expect(result.levels.isEmpty)
  }

  @Test func `the same warning is held for a quarter of an hour, the last millisecond included`() {
    let log = night([("shot", 15), ("shot", 10), ("shot", 0)])
    let result = OracleProgram.takeCare.evaluate(log)
    #expect(result.firings.filter { $0.rule == "shot_stacking" }.map(\.at) == [Self.now - 600_000])
    #expect(
      result.held.contains(
        OracleHeld(at: Self.now, rule: "shot_stacking", gate: "cooldown", isPolicy: false, index: 0)))
  }

  @Test func `exactly a quarter later is held and a millisecond later is not`() {
    for (late, count) in [(Int64(0), 1), (1, 2)] {
      var log = night([("shot", 25), ("shot", 20), ("shot", 10)])
      log.rows.append(OracleRow(Self.now - 5 * 60_000 + late, "drink", kind: "shot"))
      let fired = OracleProgram.takeCare.evaluate(log).firings.filter { $0.rule == "shot_stacking" }
      #expect(fired.count == count)
    }
  }

  @Test func `nothing logged is good pace and no word`() {
    var log = OracleLog()
    log.startedAt = Self.now
    #expect(OracleProgram.takeCare.evaluate(log).firings.isEmpty)
    #expect(pace(log) == "good")
  }

  @Test func `praise comes twenty minutes after the last drink that follows a warning`() {
    let log = night([("beer", 9), ("beer", 0)])
    let result = OracleProgram.takeCare.evaluate(log)
    #expect(result.firings.filter { $0.rule == "nice_reset" }.map(\.at) == [Self.now + 1_200_000])
    #expect(result.end == Self.now + 180 * 60_000)
  }

  @Test func `a message is filled in with what was counted`() {
    let result = OracleProgram.takeCare.evaluate(night([("beer", 9), ("beer", 0)]))
    let message = result.firings.first { $0.rule == "rapid_repeat" }?.message
    #expect(message == "2 drinks in 10 min. Let this one last.")
  }

  @Test func `the badge falls one millisecond after the window lets go`() {
    let result = OracleProgram.takeCare.evaluate(night([("beer", 9), ("beer", 0)]))
    #expect(
      result.levels == [
        OracleLevelChange(at: Self.now, scale: "pace", level: "caution"),
        OracleLevelChange(at: Self.now + 60_001, scale: "pace", level: "good"),
      ])
  }
}
