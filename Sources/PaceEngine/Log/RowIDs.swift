/// The ids of one subject's rows as bytes, one after the other.
public struct RowIDs: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  public init() {}

  public mutating func append(_ id: Span<UInt8>) {
    for index in id.indices { bytes.append(id[index]) }
    ends.append(bytes.count)
  }

  public func bytes(of row: Int) -> ArraySlice<UInt8> { bytes[start(of: row)..<ends[row]] }

  private func start(of row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }
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
