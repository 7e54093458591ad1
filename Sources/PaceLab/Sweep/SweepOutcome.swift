import PaceEngine
import PaceLanguage

/// What one run of one subject counts for.
public struct SweepOutcome: Sendable {
  /// How often each rule fired.
  public private(set) var firings: [Int]
  /// For each scale, the milliseconds spent at each level.
  public private(set) var levels: [[Int64]]
  public internal(set) var score = SweepScore()

  /// All notices.
  public var notices: Int { firings.reduce(0, +) }

  /// Nothing yet.
  init(_ program: Program) {
    firings = program.rules.map { _ in 0 }
    levels = program.scales.map { $0.levels.map { _ in 0 } }
  }

  /// What a machine has counted; times only where it tells levels.
  init(_ machine: Machine) {
    firings = machine.plan.program.rules.indices.map { machine.firings(of: RuleID($0)) }
    levels = machine.plan.program.scales.indices.map { machine.times(of: ScaleID($0)) }
  }

  var isEmpty: Bool {
    firings.allSatisfy { $0 == 0 } && levels.allSatisfy { $0.allSatisfy { $0 == 0 } }
  }

  mutating func add(_ other: SweepOutcome) { combine(other, +) }

  mutating func subtract(_ other: SweepOutcome) { combine(other, -) }

  private mutating func combine(_ other: SweepOutcome, _ sign: (Int64, Int64) -> Int64) {
    for rule in firings.indices {
      firings[rule] = Int(sign(Int64(firings[rule]), Int64(other.firings[rule])))
    }
    for scale in levels.indices {
      for level in levels[scale].indices {
        levels[scale][level] = sign(levels[scale][level], other.levels[scale][level])
      }
    }
  }
}
