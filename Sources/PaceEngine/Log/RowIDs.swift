/// The ids of one subject's rows as bytes, one after the other.
public struct RowIDs: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  public init() {}

  public mutating func append(_ id: Span<UInt8>) {
    for index in id.indices { bytes.append(id[index]) }
    ends.append(bytes.count)
  }

  private func bytes(of row: Int) -> ArraySlice<UInt8> { bytes[start(of: row)..<ends[row]] }

  private func start(of row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

  /// The length, in bytes, of the longest prefix that a row's id shares with another id.
  ///
  /// - Parameter least: other ids count only if they have at least so many bytes. Equal ids never count.
  public func sharedPrefix(of row: Int, among least: Int) -> Int {
    let (bytes, mine) = (bytes.span, start(of: row)..<ends[row])
    var most = 0
    forEachOther(than: mine, among: least) { other in
      // Most others differ where the longest so far has ended.
      guard most < mine.count, most < other.count,
        bytes[mine.lowerBound + most] == bytes[other.lowerBound + most]
      else { return true }
      let length = Swift.min(mine.count, other.count)
      var common = 0
      while common < length, bytes[mine.lowerBound + common] == bytes[other.lowerBound + common] {
        common += 1
      }
      // The same id tells nothing.
      if common < mine.count || common < other.count { most = Swift.max(most, common) }
      return true
    }
    return most
  }

  /// Whether the last `count` bytes of a row's id are also the end of another id.
  ///
  /// - Parameters:
  ///   - count: at most the length of the id.
  ///   - least: other ids count only if they have at least so many bytes. Equal ids never count.
  public func sharesSuffix(of row: Int, bytes count: Int, among least: Int) -> Bool {
    let (bytes, mine) = (bytes.span, start(of: row)..<ends[row])
    var isShared = false
    forEachOther(than: mine, among: least) { other in
      var common = 0
      while common < Swift.min(mine.count, other.count),
        bytes[mine.upperBound - 1 - common] == bytes[other.upperBound - 1 - common]
      {
        common += 1
      }
      isShared = common >= count && (common < mine.count || common < other.count)
      return !isShared
    }
    return isShared
  }

  /// Calls `body` with the byte range of each other id, until it returns false.
  @inline(__always)
  private func forEachOther(than mine: Range<Int>, among least: Int, _ body: (Range<Int>) -> Bool) {
    let ends = ends.span
    var start = 0
    for row in ends.indices {
      let id = start..<ends[row]
      start = ends[row]
      if id.count >= least, id.lowerBound != mine.lowerBound, !body(id) { return }
    }
  }
}

extension RowIDs: RandomAccessCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  public subscript(row: Int) -> String { String(decoding: bytes(of: row), as: UTF8.self) }

  public mutating func append(_ id: String) {
    bytes += id.utf8
    ends.append(bytes.count)
  }

  public mutating func removeAll(keepingCapacity: Bool) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    ends.removeAll(keepingCapacity: keepingCapacity)
  }

  public mutating func replaceSubrange(_ rows: Range<Int>, with ids: some Collection<String>) {
    let rest = RowIDs(self[rows.upperBound...])
    bytes.removeSubrange(start(of: rows.lowerBound)...)
    ends.removeSubrange(rows.lowerBound...)
    for id in ids { append(id) }
    for id in rest { append(id) }
  }
}
