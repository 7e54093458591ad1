/// A set of 64-bit hashes.
struct HashSet {
  /// A hash table whose size is a power of two; at most three quarters are taken, and zero marks a free place.
  private var places = [UInt64](repeating: 0, count: Self.leastPlaces)
  private(set) var count = 0
  private static let leastPlaces = 16

  var isEmpty: Bool { count == 0 }

  /// Adds a hash; false if it is already present.
  @inline(__always)
  @discardableResult
  mutating func insert(_ hash: UInt64) -> Bool {
    // Zero marks a free place, so a hash of zero counts as 1.
    let hash = max(hash, 1)
    let index = index(of: hash)
    if places[index] == hash { return false }
    places[index] = hash
    count += 1
    if count * 4 > places.count * 3 { grow() }
    return true
  }

  func contains(_ hash: UInt64) -> Bool { places[index(of: max(hash, 1))] != 0 }

  /// Empties the set, but keeps room for about as many hashes as it held.
  mutating func removeAll() {
    if count == 0 { return }
    if places.count > max(Self.leastPlaces, 8 * count) {
      places = [UInt64](repeating: 0, count: places.count / 2)
    } else {
      var places = places.mutableSpan
      for index in places.indices { places[index] = 0 }
    }
    count = 0
  }

  /// The index of a hash, or of the free place for it.
  @inline(__always)
  private func index(of hash: UInt64) -> Int {
    let places = places.span
    let mask = places.count - 1
    // Fibonacci hashing (Knuth, volume 3, 6.4), because hashes of consecutive ids may lie close together.
    var index = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while places[index] != 0, places[index] != hash { index = (index + 1) & mask }
    return index
  }

  @inline(never)
  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { places[index(of: hash)] = hash }
  }
}
