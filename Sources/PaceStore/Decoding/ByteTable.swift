/// A dictionary from byte strings to integers, looked up with borrowed bytes.
struct ByteTable: Sendable {
  /// A bucket of the hash table; head and length identify keys of at most eight bytes.
  private struct Bucket {
    var head: UInt64 = 0
    /// The key's length; negative if the bucket is free.
    var count = -1
    /// The index of the merged table that the key belongs to.
    var space = 0
    /// Where the key begins in `bytes`.
    var start = 0
    var value: Int64 = 0
  }

  private var bytes: [UInt8] = []
  /// A hash table whose size is a power of two, and at least twice the number of keys.
  private var buckets = [Bucket](repeating: Bucket(), count: 8)
  private var count = 0

  init() {}

  /// Maps each name to its index; of equal names the first wins.
  init(_ names: [String]) {
    for (index, name) in names.enumerated() { insert(Array(name.utf8), value: Int64(index)) }
  }

  /// Merges tables, each into its own space; one table is faster to access than an array of them.
  init(merging tables: [ByteTable]) {
    for (space, table) in tables.enumerated() {
      for bucket in table.buckets where bucket.count >= 0 {
        insert(Array(table.bytes[bucket.start..<bucket.start + bucket.count]), value: bucket.value, in: space)
      }
    }
  }

  mutating func removeAll() {
    if count == 0 { return }
    bytes.removeAll(keepingCapacity: true)
    for index in buckets.indices { buckets[index] = Bucket() }
    count = 0
  }

  /// Adds `key` unless it is present.
  mutating func insert(_ key: [UInt8], value: Int64, in space: Int = 0) {
    let index = index(of: key.span, in: space)
    if buckets[index].count >= 0 { return }
    buckets[index] = Bucket(
      head: Bytes.head(key.span), count: key.count, space: space, start: bytes.count, value: value)
    bytes.append(contentsOf: key)
    count += 1
    if count * 2 > buckets.count { grow() }
  }

  @inline(__always)
  func find(_ key: Span<UInt8>, in space: Int = 0) -> Int64? {
    let index = index(of: key, in: space)
    let buckets = buckets.span
    return buckets[index].count < 0 ? nil : buckets[index].value
  }

  private mutating func grow() {
    let old = buckets
    buckets = [Bucket](repeating: Bucket(), count: old.count * 2)
    for bucket in old where bucket.count >= 0 {
      let key = Array(bytes[bucket.start..<bucket.start + bucket.count])
      buckets[index(of: key.span, in: bucket.space)] = bucket
    }
  }

  /// The index of `key`, or of the free bucket for it.
  @inline(__always)
  private func index(of key: Span<UInt8>, in space: Int) -> Int {
    let buckets = buckets.span
    let mask = buckets.count - 1
    let head = Bytes.head(key)
    var index = (Int(truncatingIfNeeded: Bytes.hash(key)) &+ space &* 7) & mask
    while true {
      let count = buckets[index].count
      if count < 0 { return index }
      if buckets[index].head == head, count == key.count, buckets[index].space == space,
        count <= 8 || holds(key, at: buckets[index].start)
      {
        return index
      }
      index = (index + 1) & mask
    }
  }

  @inline(never)
  private func holds(_ key: Span<UInt8>, at start: Int) -> Bool {
    Bytes.areSame(bytes.span.extracting(start..<start + key.count), key)
  }
}
