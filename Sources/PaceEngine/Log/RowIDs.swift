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
  /// - Parameter least: other ids count only if they have at least this many bytes. Equal ids never count.
  public func sharedPrefix(of row: Int, among least: Int) -> Int {
    let (bytes, mine) = (bytes.span, start(of: row)..<ends[row])
    var most = 0
    forEachOther(than: mine, among: least) { other in
      // Most others differ right after the longest prefix so far.
      guard most < mine.count, most < other.count,
        bytes[mine.lowerBound + most] == bytes[other.lowerBound + most]
      else { return true }
      let length = Swift.min(mine.count, other.count)
      var common = 0
      while common < length, bytes[mine.lowerBound + common] == bytes[other.lowerBound + common] {
        common += 1
      }
      // An equal id doesn't count.
      if common < mine.count || common < other.count { most = Swift.max(most, common) }
      return true
    }
    return most
  }

  /// Whether the last `count` bytes of a row's id are also the end of another id.
  ///
  /// - Parameters:
  ///   - count: at most the length of the id.
  ///   - least: other ids count only if they have at least this many bytes. Equal ids never count.
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

extension RowIDs {
  /// The common parts of ids, worked out for all rows at once, for callers that ask about many.
  public struct CommonParts: Sendable {
    private let rows: RowIDs
    private let least: Int
    /// For each row, what `sharedPrefix` gives.
    private var prefixes: [Int]
    /// The eight-byte endings that several different ids share.
    private var sharedEnds: Set<UInt64> = []

    /// - Parameter least: ids count only if they have at least this many bytes; at least eight.
    public init(_ rows: RowIDs, among least: Int) {
      self.rows = rows
      self.least = least
      prefixes = Array(repeating: 0, count: rows.count)
      let order = rows.indices.filter { rows.bytes(of: $0).count >= least }
        .sorted { rows.bytes(of: $0).lexicographicallyPrecedes(rows.bytes(of: $1)) }
      // Equal ids are adjacent; an id has most in common with its nearest different neighbours.
      var ends: Set<UInt64> = []
      var (first, before) = (0, 0)
      for place in order.indices {
        let mine = rows.bytes(of: order[place])
        let next = place + 1 < order.count ? rows.bytes(of: order[place + 1]) : []
        if mine == next { continue }
        let after = zip(mine, next).prefix { $0 == $1 }.count
        for row in order[first...place] { prefixes[row] = Swift.max(before, after) }
        let end = mine.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        if !ends.insert(end).inserted { sharedEnds.insert(end) }
        (first, before) = (place + 1, after)
      }
    }

    /// The same as `RowIDs.sharedPrefix`.
    public func sharedPrefix(of row: Int) -> Int { prefixes[row] }

    /// The same as `RowIDs.sharesSuffix`; quick for eight bytes.
    public func sharesSuffix(of row: Int, bytes count: Int) -> Bool {
      guard count == 8 else { return rows.sharesSuffix(of: row, bytes: count, among: least) }
      let end = rows.bytes(of: row).suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return sharedEnds.contains(end)
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
