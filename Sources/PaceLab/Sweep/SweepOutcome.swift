import PaceEngine
import PaceLanguage

/// What one run of one subject adds to a sweep; the run stands for several values of the parameter.
public struct SweepOutcome: Sendable {
  /// How often each rule fired.
  public private(set) var firings: [Int]
  /// The milliseconds spent at each level, those of one scale after those of another: `times` with a value of 0, and
  /// `paces` more with each millisecond of the value.
  private(set) var times: [Int64]
  private(set) var paces: [Int64]
  public internal(set) var score = SweepScore()

  /// An outcome with nothing counted.
  init(_ program: Program) {
    firings = Array(repeating: 0, count: program.rules.count)
    times = Array(repeating: 0, count: program.scales.reduce(0) { $0 + $1.levels.count })
    paces = times
  }

  var isEmpty: Bool {
    firings.allSatisfy { $0 == 0 } && times.allSatisfy { $0 == 0 } && paces.allSatisfy { $0 == 0 }
  }

  /// Adds what a machine has counted; times only if it tells levels.
  mutating func add(_ machine: inout Machine) {
    machine.addFirings(to: &firings)
    machine.addTimes(to: &times, paces: &paces)
  }

  mutating func add(_ other: SweepOutcome) {
    for rule in firings.indices { firings[rule] += other.firings[rule] }
    for level in times.indices {
      times[level] &+= other.times[level]
      paces[level] &+= other.paces[level]
    }
  }

  /// Takes the counts that don't rest on the parameter from another outcome.
  mutating func complete(with rest: SweepOutcome, _ mask: SweepMask) {
    for rule in firings.indices where !mask.rules[rule] { firings[rule] = rest.firings[rule] }
    for level in times.indices where !mask.levels[level] {
      times[level] = rest.times[level]
      paces[level] = rest.paces[level]
    }
  }

  mutating func subtract(_ other: SweepOutcome) {
    for rule in firings.indices { firings[rule] -= other.firings[rule] }
    for level in times.indices {
      times[level] &-= other.times[level]
      paces[level] &-= other.paces[level]
    }
  }
}
