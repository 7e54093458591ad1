import PaceLanguage

/// A stretch of values, both ends included, between which nothing that is asked changes; or unknown.
struct CaseRegion: Equatable {
  static let unit: Int64 = 1_000_000

  var low: Int64
  var high: Int64
  var isUnknown = false

  static let unknown = CaseRegion(low: .max, high: .min, isUnknown: true)

  /// The regions into which its cuts part a quantity, without those that it cannot be in.
  static func regions(of quantity: CaseTerms.Quantity) -> [CaseRegion] {
    var regions: [CaseRegion] = []
    var next = Int64.min + 1
    for cut in quantity.cuts.sorted() {
      if cut > next { regions.append(CaseRegion(low: next, high: cut - 1)) }
      regions.append(CaseRegion(low: cut, high: cut))
      next = cut == .max ? .max : cut + 1
    }
    regions.append(CaseRegion(low: next, high: .max))
    regions = regions.compactMap { $0.clipped(to: quantity) }
    return quantity.mayBeUnknown ? regions + [.unknown] : regions
  }

  /// Nil where nothing is left.
  private func clipped(to quantity: CaseTerms.Quantity) -> CaseRegion? {
    var low = max(low, quantity.bounds.low ?? low)
    var high = min(high, quantity.bounds.high ?? high)
    if quantity.isWhole {
      low = Self.whole(atLeast: low)
      high = Self.whole(atMost: high)
    }
    return low <= high ? CaseRegion(low: low, high: high) : nil
  }

  private static func whole(atLeast bits: Int64) -> Int64 {
    let rest = bits % unit
    if rest == 0 { return bits }
    let down = bits - rest
    return rest < 0 ? down : down.addingReportingOverflow(unit).overflow ? .max : down + unit
  }

  private static func whole(atMost bits: Int64) -> Int64 {
    let rest = bits % unit
    if rest == 0 { return bits }
    let down = bits - rest
    return rest > 0 ? down : down.subtractingReportingOverflow(unit).overflow ? .min : down - unit
  }
}

extension CaseTerms.Quantity {
  var isWhole: Bool {
    switch operation {
    case .aggregate(.count, _, _, _), .streak: true
    default: false
    }
  }

  /// Anything that is worked out may leave the range of numbers, but for counts and streaks; and what is
  /// counted within a span that nobody named is not known either.
  var mayBeUnknown: Bool {
    switch operation {
    case .aggregate(.count, _, _, .last(.constant)): false
    case .aggregate(.count, _, _, .last): true
    case .aggregate(.count, _, _, _), .streak: false
    default: true
    }
  }
}
