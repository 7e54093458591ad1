import PaceLanguage

/// The values that a parameter can be set to, and that the clauses naming it can take, nearest first.
struct ParameterGrid {
  /// How many values are listed on each side.
  static let limit = 2_000

  /// From the present value up, and from it down.
  private(set) var above: [Int64] = []
  private(set) var below: [Int64] = []
  /// Whether the parameter can have values on a side that are not listed here.
  private(set) var isCutAbove = false
  private(set) var isCutBelow = false

  var isCut: Bool { isCutAbove || isCutBelow }

  init(_ param: Param, at present: Value, in program: Program) {
    switch param.type {
    case .bool: fill(0...1, step: 1, around: present.bits)
    case .text, .schedule: cut()
    case .preset, .weekday, .enumeration, .level:
      let count = program.names(of: param.type)?.count ?? 0
      if count > 0 { fill(0...Int64(count - 1), step: 1, around: present.bits) }
    case .number, .duration, .time, .date:
      guard let range = param.range, let step = param.step, step > 0 else {
        cut()
        return
      }
      fill(range, step: step, around: present.bits)
      above.removeAll { param.demands.unmet(by: $0) != nil }
      below.removeAll { param.demands.unmet(by: $0) != nil }
    }
  }

  private mutating func cut() { (isCutAbove, isCutBelow) = (true, true) }

  private mutating func fill(_ range: ClosedRange<Int64>, step: Int64, around present: Int64) {
    let (offset, overflow) = present.subtractingReportingOverflow(range.lowerBound)
    guard !overflow, present != Value.unknown.bits else {
      cut()
      return
    }
    // A default or a value that was set need not lie on the grid.
    let place = offset >= 0 ? offset / step : -1
    var next = place + 1
    while let value = value(next, range, step), above.count < Self.limit {
      above.append(value)
      next += 1
    }
    isCutAbove = value(next, range, step) != nil
    next = offset >= 0 && offset % step == 0 ? place - 1 : place
    while next >= 0, below.count < Self.limit {
      if let value = value(next, range, step) { below.append(value) }
      next -= 1
    }
    isCutBelow = next >= 0
  }

  private func value(_ index: Int64, _ range: ClosedRange<Int64>, _ step: Int64) -> Int64? {
    let (distance, tooFar) = index.multipliedReportingOverflow(by: step)
    let (value, overflow) = range.lowerBound.addingReportingOverflow(distance)
    return !tooFar && !overflow && value <= range.upperBound ? value : nil
  }

  /// The values of both sides, nearest first; of two equally near values, the higher comes first.
  func outward(from present: Value) -> [Int64] {
    var result: [Int64] = []
    var up = 0
    var down = 0
    while up < above.count || down < below.count {
      let goesUp =
        down == below.count
        || (up < above.count && above[up] - present.bits <= present.bits - below[down])
      result.append(goesUp ? above[up] : below[down])
      if goesUp { up += 1 } else { down += 1 }
    }
    return result
  }

  /// The values that lie beyond `value`, away from the present one.
  func beyond(_ value: Int64, from present: Value) -> [Int64] {
    value > present.bits ? above.filter { $0 > value } : below.filter { $0 < value }
  }
}
