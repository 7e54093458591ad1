/// Sorts unordered rows: gathers them in parts, each as large as memory allows, and merges the parts.
///
/// All parts but the last lie in a temporary file.
struct RowGatherer: ~Copyable {
  /// How many bytes a part may take.
  private let memory: Int
  /// Whether a subject's rows are sorted by time, or stay as they came.
  private let sortsRows: Bool
  /// The subject's number for each gathered row.
  private var subjects = Buffer<Int32>()
  /// The numbers of the subjects, which index the batch's marks.
  private var numbers = ByteTable()
  private var number: Int32 = 0
  private var parts: [RowPart] = []
  private var file: SpillFile?

  init(memory: Int, sortsRows: Bool) {
    self.memory = memory
    self.sortsRows = sortsRows
  }

  /// Finds the number of a subject; false if it is new.
  mutating func find(_ subject: Span<UInt8>) -> Bool {
    guard let known = numbers.find(subject) else { return false }
    number = Int32(truncatingIfNeeded: known)
    return true
  }

  /// Gives a new subject the next number.
  mutating func add(_ subject: [UInt8], to batch: inout RowBatch) {
    number = Int32(batch.marks.count)
    numbers.insert(subject, value: Int64(number))
    batch.beginSubject(subject.span)
  }

  /// Assigns the batch's last row to the subject found or added last; true if the part is full.
  @inline(__always)
  mutating func take(_ batch: borrowing RowBatch) -> Bool {
    subjects.append(number)
    return batch.memory + subjects.count * Self.bytesOfRow + batch.marks.count * Self.bytesOfSubject > memory
  }

  /// The most rows under one mark of a block, so that no block grows too large to be stored.
  private static let rowsOfMark = 256
  /// The bytes that a row takes besides its words, and a subject besides its name.
  private static let bytesOfRow = 8
  private static let bytesOfSubject = 160

  /// Ends a part, which goes to a file if more parts may follow.
  mutating func endPart(
    _ batch: consuming RowBatch, spills: Bool, block: consuming RowBatch
  ) throws(StoreError) {
    let sorted = SortedRows(batch, subjects: subjects, sortsRows: sortsRows)
    subjects = Buffer<Int32>()
    numbers = ByteTable()
    guard spills else {
      parts.append(RowPart(sorted))
      return
    }
    if file == nil { file = try SpillFile() }
    guard let file else { return }
    let start = file.count
    while sorted.subject != nil {
      block.removeAll()
      while !block.isFull, let subject = sorted.subject {
        block.beginSubject(subject.span)
        sorted.take(into: &block, atMost: Self.rowsOfMark)
      }
      try file.append(block.block)
    }
    parts.append(try RowPart(file, start..<file.count, block))
  }

  /// Adds the next subject's rows to a batch, part by part; returns where they begin, or nil after the last subject.
  mutating func takeSubject(into batch: inout RowBatch) throws(StoreError) -> Int? {
    var least: [UInt8]?
    for part in parts {
      guard let subject = part.subject else { continue }
      if let least, Bytes.order(least, subject) <= 0 { continue }
      least = subject
    }
    guard let least else { return nil }
    let start = batch.count
    batch.beginSubject(least.span)
    for part in parts where part.subject == least { try part.take(into: &batch) }
    return start
  }
}

/// A part of the rows, subject after subject.
private final class RowPart {
  /// The rows, if they are in memory.
  private let sorted: SortedRows?
  /// The file that holds the rows otherwise, read a block at a time.
  private let file: SpillFile?
  /// The blocks that are not read yet.
  private var rest = 0..<0
  private var block: RowBatch
  private var mark = 0
  private var name: [UInt8]?

  init(_ sorted: SortedRows) {
    self.sorted = sorted
    file = nil
    block = RowBatch(blank: [], texts: [], keptProblems: 0)
  }

  init(_ file: SpillFile, _ range: Range<Int>, _ block: consuming RowBatch) throws(StoreError) {
    sorted = nil
    self.file = file
    rest = range
    self.block = block
    try readBlock()
  }

  /// The subject whose rows come next; nil at the end.
  var subject: [UInt8]? { sorted.map { $0.subject } ?? name }

  /// Adds the current subject's rows, and goes on to the next subject.
  func take(into batch: inout RowBatch) throws(StoreError) {
    if let sorted { return sorted.take(into: &batch) }
    let subject = name
    repeat {
      let end = mark + 1 < block.marks.count ? block.marks[mark + 1].row : block.count
      for row in block.marks[mark].row..<end { batch.append(row, of: block) }
      mark += 1
      if mark < block.marks.count { nameSubject() } else { try readBlock() }
    } while name != nil && name == subject
  }

  private func readBlock() throws(StoreError) {
    guard let file, !rest.isEmpty else {
      name = nil
      return
    }
    try file.read(rest.lowerBound) { block.read($0) }
    rest = rest.dropFirst()
    mark = 0
    nameSubject()
  }

  private func nameSubject() {
    var name: [UInt8] = []
    block.copyID(of: block.marks[mark], to: &name)
    self.name = name
  }
}

/// A subject's name with the mark of its rows, ordered by bytes.
private struct SubjectName: Comparable {
  /// The first bytes as a number, which decides most comparisons.
  let head: UInt64
  let bytes: [UInt8]
  let mark: Int

  init(at mark: Int, in rows: borrowing RowBatch) {
    var bytes: [UInt8] = []
    rows.copyID(of: rows.marks[mark], to: &bytes)
    head = Bytes.firstWord(bytes.span)
    self.bytes = bytes
    self.mark = mark
  }

  static func < (one: SubjectName, other: SubjectName) -> Bool {
    one.head != other.head ? one.head < other.head : Bytes.order(one.bytes, other.bytes) < 0
  }
}

/// Gathered rows, in the order of their subjects' bytes.
///
/// With `sortsRows` a subject's rows are sorted by time; rows of one time stay as they came.
private final class SortedRows {
  private let rows: RowBatch
  private let sortsRows: Bool
  /// The subjects in order.
  private let names: [[UInt8]]
  /// The rows' indices, grouped by subject.
  private var order: [Int32]
  /// Where the rows of each subject begin in `order`.
  private var starts: [Int]
  /// The index of the current subject in `names`.
  private var rank = 0
  /// The current subject's rows, filled in when the first of them is taken.
  private var sorted: [(time: Int64, row: Int32)] = []
  /// How many of them have been taken.
  private var taken = 0

  init(_ rows: consuming RowBatch, subjects: borrowing Buffer<Int32>, sortsRows: Bool) {
    self.sortsRows = sortsRows
    let found = rows.marks.indices.map { SubjectName(at: $0, in: rows) }.sorted()
    names = found.map(\.bytes)
    var ranks = [Int](repeating: 0, count: found.count)
    for (rank, subject) in found.enumerated() { ranks[subject.mark] = rank }
    starts = [Int](repeating: 0, count: found.count + 1)
    for row in 0..<subjects.count { starts[ranks[Int(subjects[row])] + 1] += 1 }
    for rank in found.indices { starts[rank + 1] += starts[rank] }
    order = [Int32](repeating: 0, count: subjects.count)
    var next = starts
    for row in 0..<subjects.count {
      let rank = ranks[Int(subjects[row])]
      order[next[rank]] = Int32(row)
      next[rank] += 1
    }
    self.rows = rows
  }

  /// The subject whose rows come next; nil at the end.
  var subject: [UInt8]? { rank < names.count ? names[rank] : nil }

  /// Adds the subject's next rows, at most `limit`, and goes on to the next subject after its last.
  func take(into batch: inout RowBatch, atMost limit: Int = .max) {
    if taken == 0 { sort() }
    let next = sorted[taken...].prefix(limit)
    for row in next { batch.append(Int(row.row), of: rows) }
    taken += next.count
    if taken < sorted.count { return }
    taken = 0
    rank += 1
  }

  /// Sorts the subject's rows by times collected first, because the rows lie far apart in memory.
  private func sort() {
    sorted.removeAll(keepingCapacity: true)
    for row in order[starts[rank]..<starts[rank + 1]] { sorted.append((rows.time(Int(row)), row)) }
    guard sortsRows else { return }
    for index in sorted.indices.dropFirst() where sorted[index].time < sorted[index - 1].time {
      return sorted.sort { $0 < $1 }
    }
  }
}
