/// The ids of one subject's events as bytes, one after the other.
struct IDArena {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ id: [UInt8]) {
    bytes.append(contentsOf: id)
    ends.append(bytes.count)
  }

  /// Empty for an index that isn't there.
  subscript(index: Int) -> String {
    guard ends.indices.contains(index) else { return "" }
    let start = index == 0 ? 0 : ends[index - 1]
    return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
  }
}
