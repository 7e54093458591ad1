/// The lines to remove and to add to turn one list into another: the fewest, unless there are many.
///
/// The algorithm is that of Myers, "An O(ND) Difference Algorithm and Its Variations". A place comes after `x` lines of
/// one list and `y` of the other. It lies on diagonal `x - y`. A step removes a line or adds one. The search restarts
/// at the farthest place that `mostSteps` steps reach, so its cost grows only with the number of changes.
struct LineDifference {
  private static let mostSteps = 256

  private(set) var isRemoved: [Bool]
  private(set) var isAdded: [Bool]
  /// The lines as numbers, equal lines as equal ones.
  private let old: [Int]
  private let new: [Int]

  init(from old: [String], to new: [String]) {
    var numbers: [String: Int] = [:]
    func number(_ line: String) -> Int {
      let next = numbers.count
      let number = numbers[line] ?? next
      if number == next { numbers[line] = next }
      return number
    }
    self.old = old.map(number)
    self.new = new.map(number)
    isRemoved = Array(repeating: false, count: old.count)
    isAdded = Array(repeating: false, count: new.count)
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let (x, y) = mark(self.old[i...], self.new[j...])
      (i, j) = (i + x, j + y)
    }
    for place in i..<old.count { isRemoved[place] = true }
    for place in j..<new.count { isAdded[place] = true }
  }

  /// Marks the changes up to the end of both lists or the farthest place within reach, and returns that place.
  private mutating func mark(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> (x: Int, y: Int) {
    let (n, m) = (old.count, new.count)
    /// For each number of steps, the farthest `x` on each diagonal, from the lowest.
    var trace: [[Int]] = []
    for d in 0...Self.mostSteps {
      var reached = [Int](repeating: 0, count: 2 * d + 1)
      for k in stride(from: -d, through: d, by: 2) {
        var x = trace.last.map { Self.adds(k, d, $0) ? $0[k + d] : $0[k + d - 2] + 1 } ?? 0
        while x < n, x - k < m, old[old.startIndex + x] == new[new.startIndex + x - k] { x += 1 }
        reached[k + d] = x
        if x >= n, x - k >= m {
          mark(trace, to: (n, m), old, new)
          return (n, m)
        }
      }
      trace.append(reached)
    }
    var farthest = (x: 0, y: 0)
    for (place, x) in trace.removeLast().enumerated() {
      let y = x - (place - Self.mostSteps)
      // Of two equally far places, the one as far in both lists skips fewer lines.
      let isFarther = (x + y, -abs(x - y)) > (farthest.x + farthest.y, -abs(farthest.x - farthest.y))
      if x <= n, y <= m, isFarther { farthest = (x, y) }
    }
    mark(trace, to: farthest, old, new)
    return farthest
  }

  /// Whether the last of `d` steps to diagonal `k` adds a line; `reached` is how far `d - 1` steps lead.
  private static func adds(_ k: Int, _ d: Int, _ reached: [Int]) -> Bool {
    k == -d || (k != d && reached[k + d - 2] < reached[k + d])
  }

  /// Marks the last step that leads to a place, and each step before it.
  private mutating func mark(
    _ trace: [[Int]], to place: (x: Int, y: Int), _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) {
    var k = place.x - place.y
    for (d, reached) in zip(1..., trace).reversed() {
      if Self.adds(k, d, reached) {
        k += 1
        isAdded[new.startIndex + reached[k + d - 1] - k] = true
      } else {
        k -= 1
        isRemoved[old.startIndex + reached[k + d - 1]] = true
      }
    }
  }
}
