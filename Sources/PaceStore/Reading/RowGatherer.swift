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
  /// The name of the subject taken last.
  private var name: [UInt8] = []

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

  /// How many bytes a block may take before its last row.
  private static let bytesOfBlock = 4 << 20
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
    while sorted.hasSubject {
      block.removeAll()
      while sorted.hasSubject, !block.isFull, block.memory < Self.bytesOfBlock {
        sorted.copySubject(to: &name)
        block.beginSubject(name.span)
        sorted.take(into: &block) { $0.isFull || $0.memory >= Self.bytesOfBlock }
      }
      try file.append(block.block)
    }
    parts.append(try RowPart(file, start..<file.count, block))
  }

  /// Adds the next subject's rows to a batch, part by part; returns where they begin, or nil after the last subject.
  mutating func takeSubject(into batch: inout RowBatch) throws(StoreError) -> Int? {
    var isFound = false
    for part in parts where part.hasSubject && !(isFound && part.order(to: name) >= 0) {
      part.copySubject(to: &name)
      isFound = true
    }
    guard isFound else { return nil }
    let start = batch.count
    batch.beginSubject(name.span)
    for part in parts { try part.take(name, into: &batch) }
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

  /// Whether there is a current subject; none is left at the end.
  var hasSubject: Bool { sorted?.hasSubject ?? (mark < block.marks.count) }

  /// Replaces `name` by the name of the current subject.
  func copySubject(to name: inout [UInt8]) {
    if let sorted { sorted.copySubject(to: &name) } else { block.copyID(of: block.marks[mark], to: &name) }
  }

  /// How the name of the current subject compares with `name`: less than 0, 0, or greater.
  func order(to name: [UInt8]) -> Int {
    sorted?.order(to: name) ?? block.order(of: block.marks[mark], to: name)
  }

  /// Adds the current subject's rows if it is `subject`, and goes on to the next subject.
  func take(_ subject: [UInt8], into batch: inout RowBatch) throws(StoreError) {
    guard hasSubject, order(to: subject) == 0 else { return }
    if let sorted { return sorted.take(into: &batch) }
    repeat {
      let end = mark + 1 < block.marks.count ? block.marks[mark + 1].row : block.count
      for row in block.marks[mark].row..<end { batch.append(row, of: block) }
      mark += 1
      if mark == block.marks.count { try readBlock() }
    } while hasSubject && order(to: subject) == 0
  }

  /// Reads the next block; after the last there is no subject any more.
  private func readBlock() throws(StoreError) {
    guard let file, !rest.isEmpty else { return }
    try file.read(rest.lowerBound) { block.read($0) }
    rest = rest.dropFirst()
    mark = 0
  }
}

/// Gathered rows, in the order of their subjects' bytes.
///
/// With `sortsRows` a subject's rows are sorted by time; rows of one time stay as they came.
private final class SortedRows {
  private let rows: RowBatch
  private let sortsRows: Bool
  /// The marks of the subjects, in their order.
  private let marks: [Int32]
  /// The rows' indices, grouped by subject.
  private let order: [Int32]
  /// Where the rows of each subject begin in `order`.
  private let starts: [Int]
  /// The index of the current subject in `marks`.
  private var rank = 0
  /// The current subject's rows, filled in when the first of them is taken.
  private var sorted: [(time: Int64, row: Int32)] = []
  /// How many of them have been taken.
  private var taken = 0

  init(_ rows: consuming RowBatch, subjects: borrowing Buffer<Int32>, sortsRows: Bool) {
    self.sortsRows = sortsRows
    let marks = rows.marksInOrder
    var ranks = [Int32](repeating: 0, count: marks.count)
    for (rank, mark) in marks.enumerated() { ranks[Int(mark)] = Int32(rank) }
    var starts = [Int](repeating: 0, count: marks.count + 1)
    for row in 0..<subjects.count { starts[Int(ranks[Int(subjects[row])]) + 1] += 1 }
    for rank in marks.indices { starts[rank + 1] += starts[rank] }
    var order = [Int32](repeating: 0, count: subjects.count)
    var next = starts
    for row in 0..<subjects.count {
      let rank = Int(ranks[Int(subjects[row])])
      order[next[rank]] = Int32(row)
      next[rank] += 1
    }
    self.marks = marks
    self.starts = starts
    self.order = order
    self.rows = rows
  }

  var hasSubject: Bool { rank < marks.count }

  func copySubject(to name: inout [UInt8]) { rows.copyID(of: rows.marks[Int(marks[rank])], to: &name) }

  func order(to name: [UInt8]) -> Int { rows.order(of: rows.marks[Int(marks[rank])], to: name) }

  /// Adds the subject's next rows, at least one, and goes on to the next subject after its last.
  func take(into batch: inout RowBatch, until isEnough: (borrowing RowBatch) -> Bool = { _ in false }) {
    if taken == 0 { sort() }
    while taken < sorted.count {
      batch.append(Int(sorted[taken].row), of: rows)
      taken += 1
      if isEnough(batch) { break }
    }
    if taken < sorted.count { return }
    taken = 0
    rank += 1
  }

  /// Sorts the subject's rows by times collected first, because the rows lie far apart in memory.
  private func sort() {
    var found: [(time: Int64, row: Int32)] = []
    swap(&found, &sorted)
    found.removeAll(keepingCapacity: true)
    for row in order[starts[rank]..<starts[rank + 1]] { found.append((rows.time(Int(row)), row)) }
    if sortsRows, found.indices.dropFirst().contains(where: { found[$0].time < found[$0 - 1].time }) {
      found.sort { $0 < $1 }
    }
    sorted = found
  }
}
