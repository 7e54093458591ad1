import PaceEngine
import PaceLanguage

/// What one run of one subject adds to a sweep; the run stands for several values of the parameter.
public struct SweepOutcome: Sendable {
  /// Three lists in a row: each rule's firings, the milliseconds at each level, scale after scale, and their growth.
  ///
  /// The time at a level is a linear function of the value: the second list has it for a value of 0, the third what a
  /// millisecond of the value adds.
  private(set) var counts: [Int64]
  private let rules: Int
  public internal(set) var score = SweepScore()

  /// An outcome with nothing counted.
  init(_ program: Program) {
    rules = program.rules.count
    let levels = program.scales.reduce(0) { $0 + $1.levels.count }
    counts = Array(repeating: 0, count: rules + 2 * levels)
  }

  /// How often each rule fired.
  public var firings: ArraySlice<Int64> { counts[..<rules] }

  /// Adds the firings that a machine has counted, and the times if it tells levels.
  mutating func add(_ machine: inout Machine) { machine.addCounts(to: &counts) }

  mutating func add(_ other: SweepOutcome) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  mutating func subtract(_ other: SweepOutcome) {
    for index in counts.indices { counts[index] &-= other.counts[index] }
  }

  /// Takes the counts that are not `kept` from another outcome.
  mutating func complete(with rest: SweepOutcome, _ kept: [Bool]) {
    for index in counts.indices where !kept[index] { counts[index] = rest.counts[index] }
  }
}
