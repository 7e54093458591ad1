/// Puts things in a row at a low cost, which depends on which stand before which.
///
/// One thing at a time moves to where it stands best, as long as that lowers the cost.
enum Sifting {
  private static let rounds = 32
  /// How many neighbours are weighed against each other.
  ///
  /// A longer row is taken in stretches, each of which begins in the middle of the last.
  static let reach = 256

  /// A low-cost order of the numbers from 0 up to `count`, found from their usual order; `cost` is what it costs if
  /// one stands anywhere before another.
  static func order(of count: Int, cost: (_ first: Int, _ second: Int) -> Int) -> [Int] {
    var row = Array(0..<count)
    for start in stride(from: 0, through: max(0, count - reach / 2 - 1), by: reach / 2) {
      let stretch = Array(row[start..<min(start + reach, count)])
      let order = order(ofStretch: stretch.count) { cost(stretch[$0], stretch[$1]) }
      for (place, thing) in order.enumerated() { row[start + place] = stretch[thing] }
    }
    return row
  }

  private static func order(ofStretch count: Int, cost: (_ first: Int, _ second: Int) -> Int) -> [Int] {
    // How much more it costs if one thing stands after another than before it.
    var surplus = [Int](repeating: 0, count: count * count)
    for a in 0..<count {
      for b in 0..<a {
        surplus[a * count + b] = cost(b, a) - cost(a, b)
        surplus[b * count + a] = -surplus[a * count + b]
      }
    }
    var row = Array(0..<count)
    for _ in 0..<rounds {
      var hasChanged = false
      for mover in 0..<count where move(mover, in: &row, surplus) { hasChanged = true }
      if !hasChanged { break }
    }
    return row
  }

  /// Moves one thing to the place at which it costs least; false if it stays.
  private static func move(_ mover: Int, in row: inout [Int], _ surplus: [Int]) -> Bool {
    let count = row.count
    var (old, sum, atOld, least, new) = (0, 0, 0, 0, 0)
    var place = 0
    for other in row {
      if other == mover {
        old = place
        atOld = sum
        continue
      }
      sum += surplus[mover * count + other]
      place += 1
      if sum < least { (least, new) = (sum, place) }
    }
    if atOld == least { return false }
    row.remove(at: old)
    row.insert(mover, at: new)
    return true
  }
}
