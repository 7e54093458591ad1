public import PaceEngine
public import PaceLanguage

/// A firing, with the levels that follow it.
public struct ToldFiring: Sendable {
  /// Its number in `pace eval`.
  public let number: Int
  public let firing: Firing
  /// The level of every scale after the firing's instant.
  public fileprivate(set) var levels: [Int]
}

/// The firings of one evaluation, in the order of time.
public struct ToldFirings: Sendable {
  public private(set) var all: [ToldFiring] = []
  private var levels: [Int]
  /// The index of the first firing whose instant may not be over.
  private var open = 0

  /// Takes records of an evaluation that tells level changes too.
  public init(_ records: [Record] = [], of program: Program) {
    levels = program.scales.map { _ in 0 }
    for record in records { add(record) }
  }

  mutating func add(_ record: Record) {
    switch record {
    case .fired(let firing):
      if let last = all.last, last.firing.at < firing.at { open = all.count }
      all.append(ToldFiring(number: all.count + 1, firing: firing, levels: levels))
    case .level(let change):
      levels[change.scale.index] = change.level
      if let last = all.last, last.firing.at < change.at { open = all.count }
      for index in open..<all.count { all[index].levels = levels }
    case .held, .overflow, .runaway, .account: break
    }
  }
}
