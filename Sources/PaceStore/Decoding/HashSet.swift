/// A set of 64-bit hashes.
struct HashSet {
  /// A hash table whose size is a power of two; at most three quarters are taken, and zero marks a free bucket.
  private var buckets = [UInt64](repeating: 0, count: Self.leastBuckets)
  private(set) var count = 0
  private static let leastBuckets = 16

  var isEmpty: Bool { count == 0 }

  /// Adds a hash; false if it is already present.
  @inline(__always)
  @discardableResult
  mutating func insert(_ hash: UInt64) -> Bool {
    // Zero marks a free bucket, so a hash of zero counts as 1.
    let hash = max(hash, 1)
    let index = index(of: hash)
    if buckets[index] == hash { return false }
    buckets[index] = hash
    count += 1
    if count * 4 > buckets.count * 3 { grow() }
    return true
  }

  func contains(_ hash: UInt64) -> Bool { buckets[index(of: max(hash, 1))] != 0 }

  /// Empties the set, but keeps room for about as many hashes as it held.
  mutating func removeAll() {
    if count == 0 { return }
    if buckets.count > max(Self.leastBuckets, 8 * count) {
      buckets = [UInt64](repeating: 0, count: buckets.count / 2)
    } else {
      var buckets = buckets.mutableSpan
      for index in buckets.indices { buckets[index] = 0 }
    }
    count = 0
  }

  /// The index of a hash, or of the free bucket for it.
  @inline(__always)
  private func index(of hash: UInt64) -> Int {
    let buckets = buckets.span
    let mask = buckets.count - 1
    // Fibonacci hashing (Knuth, volume 3, 6.4), because hashes of consecutive ids may lie close together.
    var index = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while buckets[index] != 0, buckets[index] != hash { index = (index + 1) & mask }
    return index
  }

  @inline(never)
  private mutating func grow() {
    let old = buckets
    buckets = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { buckets[index(of: hash)] = hash }
  }
}
