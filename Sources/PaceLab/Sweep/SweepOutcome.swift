import PaceEngine
import PaceLanguage

/// What one run of one subject adds to a sweep; the run stands for several values of the parameter.
public struct SweepOutcome: Sendable {
  /// Four lists in a row: each rule's firings, the milliseconds at each level, scale after scale, their growth, and
  /// how many subjects had a notice of each rule.
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
    counts = Array(repeating: 0, count: 2 * (rules + levels))
  }

  /// How often each rule fired.
  public var firings: ArraySlice<Int64> { counts[..<rules] }

  var subjects: ArraySlice<Int64> { counts.suffix(rules) }

  /// The milliseconds at each level with a value of the parameter.
  func times(at value: Int64) -> [Int64] {
    let levels = counts.count / 2 - rules
    return (rules..<(rules + levels)).map { counts[$0] &+ counts[$0 + levels] &* value }
  }

  /// Counts the subject for each rule that fired.
  mutating func countSubject() {
    for rule in 0..<rules where counts[rule] != 0 { counts[counts.count - rules + rule] = 1 }
  }

  /// Adds the firings that a machine has counted, and the times if it tells levels.
  mutating func add(_ machine: inout Machine) { machine.addCounts(to: &counts) }

  var isNothing: Bool { score == SweepScore() && counts.allSatisfy { $0 == 0 } }

  mutating func add(_ other: SweepOutcome) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
    score = score + other.score
  }

  mutating func subtract(_ other: SweepOutcome) {
    for index in counts.indices { counts[index] &-= other.counts[index] }
    score = score - other.score
  }

  /// Takes the counts that are not `kept` from another outcome.
  mutating func complete(with rest: SweepOutcome, _ kept: [Bool]) {
    for index in kept.indices where !kept[index] { counts[index] = rest.counts[index] }
  }
}

/// The sum of outcomes for each of many values.
///
/// One outcome may stand for a whole range of values, so only the two ends of the range are written to.
struct OutcomeSums: Sendable {
  /// For each value, how much its sum differs from that of the value before.
  private var steps: [SweepOutcome]

  init(_ nothing: SweepOutcome, values: Int) { steps = Array(repeating: nothing, count: values + 1) }

  mutating func add(_ outcome: SweepOutcome, to values: Range<Int>) {
    steps[values.lowerBound].add(outcome)
    steps[values.upperBound].subtract(outcome)
  }

  mutating func add(_ other: OutcomeSums) {
    for index in steps.indices { steps[index].add(other.steps[index]) }
  }

  /// Each range of values with the same sum.
  var parts: [(values: Range<Int>, outcome: SweepOutcome)] {
    var parts: [(values: Range<Int>, outcome: SweepOutcome)] = []
    var sum = steps[0]
    var first = 0
    for index in steps.indices.dropFirst() {
      if index == steps.count - 1 || !steps[index].isNothing {
        parts.append((first..<index, sum))
        first = index
      }
      sum.add(steps[index])
    }
    return parts
  }
}
