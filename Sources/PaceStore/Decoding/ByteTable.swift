/// A dictionary from byte strings, looked up with bytes that are only lent.
struct ByteTable: Sendable {
  private struct Entry {
    var start: Int
    var count: Int
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

  /// Adds `key` unless it is there.
  mutating func insert(_ key: [UInt8], value: Int64) {
    let bucket = bucket(of: key.span)
    if buckets[bucket] >= 0 { return }
    buckets[bucket] = Int32(clamping: entries.count)
    entries.append(Entry(start: bytes.count, count: key.count, value: value))
    bytes.append(contentsOf: key)
    if entries.count * 2 > buckets.count { grow() }
  }

  func find(_ key: Span<UInt8>) -> Int64? {
    let index = buckets[bucket(of: key)]
    return index < 0 ? nil : entries[Int(index)].value
  }

  func find(_ key: [UInt8]) -> Int64? { find(key.span) }

  private mutating func grow() {
    buckets = [Int32](repeating: -1, count: buckets.count * 2)
    for (index, entry) in entries.enumerated() {
      let key = Array(bytes[entry.start..<entry.start + entry.count])
      buckets[bucket(of: key.span)] = Int32(clamping: index)
    }
  }

  /// Where `key` is, or else the free place for it.
  private func bucket(of key: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in key.indices { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01b3 }
    let mask = buckets.count - 1
    var bucket = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
    while buckets[bucket] >= 0, !holds(key, at: Int(buckets[bucket])) { bucket = (bucket + 1) & mask }
    return bucket
  }

  private func holds(_ key: Span<UInt8>, at index: Int) -> Bool {
    let entry = entries[index]
    guard entry.count == key.count else { return false }
    for index in key.indices where bytes[entry.start + index] != key[index] { return false }
    return true
  }
}
