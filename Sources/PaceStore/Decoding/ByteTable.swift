/// A dictionary from byte strings to integers, looked up with borrowed bytes.
struct ByteTable: Sendable {
  /// A place for a key; head and length identify keys of at most eight bytes.
  private struct Place {
    var head: UInt64 = 0
    /// The key's length; negative if the place is free.
    var count = -1
    /// The index of the merged table that the key belongs to.
    var space = 0
    /// Where the key begins in `bytes`.
    var start = 0
    var value: Int64 = 0
  }

  private var bytes: [UInt8] = []
  /// A hash table whose size is a power of two, and at least twice the number of keys.
  private var places = [Place](repeating: Place(), count: 8)
  private var count = 0

  init() {}

  /// Maps each name to its index; of equal names the first wins.
  init(_ names: [String]) {
    for (index, name) in names.enumerated() { insert(Array(name.utf8), value: Int64(index)) }
  }

  /// Merges tables, each into its own space; one table is faster to access than an array of them.
  init(merging tables: [ByteTable]) {
    for (space, table) in tables.enumerated() {
      for place in table.places where place.count >= 0 {
        insert(Array(table.bytes[place.start..<place.start + place.count]), value: place.value, in: space)
      }
    }
  }

  mutating func removeAll() {
    if count == 0 { return }
    bytes.removeAll(keepingCapacity: true)
    for index in places.indices { places[index] = Place() }
    count = 0
  }

  /// Adds `key` unless it is present.
  mutating func insert(_ key: [UInt8], value: Int64, in space: Int = 0) {
    let index = index(of: key.span, in: space)
    if places[index].count >= 0 { return }
    places[index] = Place(
      head: Bytes.head(key.span), count: key.count, space: space, start: bytes.count, value: value)
    bytes.append(contentsOf: key)
    count += 1
    if count * 2 > places.count { grow() }
  }

  @inline(__always)
  func find(_ key: Span<UInt8>, in space: Int = 0) -> Int64? {
    let index = index(of: key, in: space)
    let places = places.span
    return places[index].count < 0 ? nil : places[index].value
  }

  func find(_ key: [UInt8]) -> Int64? { find(key.span) }

  private mutating func grow() {
    let old = places
    places = [Place](repeating: Place(), count: old.count * 2)
    for place in old where place.count >= 0 {
      let key = Array(bytes[place.start..<place.start + place.count])
      places[index(of: key.span, in: place.space)] = place
    }
  }

  /// The index of `key`, or of the free place for it.
  @inline(__always)
  private func index(of key: Span<UInt8>, in space: Int) -> Int {
    let places = places.span
    let mask = places.count - 1
    let head = Bytes.head(key)
    var index = (Int(truncatingIfNeeded: Bytes.hash(key)) &+ space &* 7) & mask
    while true {
      let count = places[index].count
      if count < 0 { return index }
      if places[index].head == head, count == key.count, places[index].space == space,
        count <= 8 || holds(key, at: places[index].start)
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
