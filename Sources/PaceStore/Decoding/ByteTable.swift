/// A dictionary from byte strings, looked up with bytes that are only lent.
struct ByteTable: Sendable {
  private struct Entry {
    var start: Int
    var count: Int
    var head: UInt64
    /// Tells tables apart that are kept as one.
    var space: Int
    var value: Int64
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// Indices of `entries`, or -1; as many as a power of two, at least twice the entries.
  private var buckets = [Int32](repeating: -1, count: 8)

  init() {}

  /// Each name with its index; of equal ones the first counts.
  init(_ names: [String]) {
    for (index, name) in names.enumerated() { insert(Array(name.utf8), value: Int64(index)) }
  }

  mutating func removeAll() {
    if entries.isEmpty { return }
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for index in buckets.indices { buckets[index] = -1 }
  }

  /// Some tables as one, each a space of its own, which is quicker to reach than an array of tables.
  init(merging tables: [ByteTable]) {
    for (space, table) in tables.enumerated() {
      for entry in table.entries {
        insert(Array(table.bytes[entry.start..<entry.start + entry.count]), value: entry.value, in: space)
      }
    }
  }

  /// Adds `key` unless it is there.
  mutating func insert(_ key: [UInt8], value: Int64, in space: Int = 0) {
    let bucket = bucket(of: key.span, in: space)
    if buckets[bucket] >= 0 { return }
    buckets[bucket] = Int32(clamping: entries.count)
    entries.append(
      Entry(start: bytes.count, count: key.count, head: Bytes.head(key.span), space: space, value: value))
    bytes.append(contentsOf: key)
    if entries.count * 2 > buckets.count { grow() }
  }

  @inline(__always)
  func find(_ key: Span<UInt8>, in space: Int = 0) -> Int64? {
    let index = buckets.span[bucket(of: key, in: space)]
    return index < 0 ? nil : entries.span[Int(index)].value
  }

  func find(_ key: [UInt8]) -> Int64? { find(key.span) }

  private mutating func grow() {
    buckets = [Int32](repeating: -1, count: buckets.count * 2)
    for (index, entry) in entries.enumerated() {
      let key = Array(bytes[entry.start..<entry.start + entry.count])
      buckets[bucket(of: key.span, in: entry.space)] = Int32(clamping: index)
    }
  }

  /// Where `key` is, or else the free place for it.
  @inline(__always)
  private func bucket(of key: Span<UInt8>, in space: Int) -> Int {
    let buckets = buckets.span
    let mask = buckets.count - 1
    var bucket = (Int(truncatingIfNeeded: Bytes.hash(key)) &+ space &* 7) & mask
    while buckets[bucket] >= 0, !holds(key, space, at: Int(buckets[bucket])) { bucket = (bucket + 1) & mask }
    return bucket
  }

  @inline(__always)
  private func holds(_ key: Span<UInt8>, _ space: Int, at index: Int) -> Bool {
    let entries = entries.span
    guard entries[index].count == key.count, entries[index].head == Bytes.head(key),
      entries[index].space == space
    else { return false }
    let start = entries[index].start
    return key.count <= 8 || Bytes.areSame(bytes.span.extracting(start..<start + key.count), key)
  }
}
