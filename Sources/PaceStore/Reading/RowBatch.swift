internal import PaceLanguage

/// Rows of one table, decoded, in the order in which they are evaluated.
struct RowBatch {
  /// Where a subject's rows begin, and where its id is in `bytes`.
  struct Mark {
    var row: Int
    var id: Range<Int>
  }

  /// How many rows are gathered before they are handed over.
  private static let capacity = 256
  /// Behind the words of a row's columns come those of its id: where it begins and ends in `bytes`.
  ///
  /// Of an id that is not read the number of the row stands for the beginning, and -1 for the end.
  private static let wordsOfID = 2

  let stride: Int
  private(set) var count = 0
  private(set) var marks: [Mark] = []
  private(set) var problems: RowProblems
  /// Those columns of the row decoded last that cannot be read.
  private(set) var unreadable: [Int] = []
  /// Row after row; more of them than rows, so that they need not grow.
  private var words: [Int64] = []
  /// Where texts are in `bytes`; a field of texts has the index of its own here.
  private var texts: [Range<Int>] = []
  private var bytes: [UInt8] = []
  private let keptProblems: Int

  init(columns: Int, keptProblems: Int) {
    stride = columns + Self.wordsOfID
    self.keptProblems = keptProblems
    problems = RowProblems(keeping: keptProblems)
  }

  mutating func removeAll() {
    count = 0
    marks.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    if !problems.isEmpty { problems = RowProblems(keeping: keptProblems) }
  }

  var isFull: Bool { count >= Self.capacity || marks.count >= Self.capacity }

  /// The time of a row, or the start of a subject.
  @inline(__always)
  func time(_ row: Int) -> Int64 { words[row * stride] }

  /// The kind of a row, or the end of a subject; the least `Int64` for none.
  @inline(__always)
  func kind(_ row: Int) -> Int64 { words[row * stride + 1] }

  func field(_ index: Int, _ row: Int) -> Int64 {
    words[row * stride + TablePlan.columnsBeforeFields + index]
  }

  /// The bytes of a row's id, empty without one.
  func id(_ row: Int) -> ArraySlice<UInt8> {
    let (start, end) = (words[(row + 1) * stride - 2], words[(row + 1) * stride - 1])
    return end < 0 ? [] : bytes[Int(truncatingIfNeeded: start)..<Int(truncatingIfNeeded: end)]
  }

  func id(_ mark: Mark) -> ArraySlice<UInt8> { bytes[mark.id] }

  func text(_ index: Int64) -> ArraySlice<UInt8> { bytes[texts[Int(truncatingIfNeeded: index)]] }

  /// Copies the fields of a row.
  @inline(__always)
  func copyFields(of row: Int, to values: inout [Value]) {
    let words = words.span
    var values = values.mutableSpan
    let start = row * stride + TablePlan.columnsBeforeFields
    for index in values.indices { values[index] = Value(words[start + index]) }
  }

  // MARK: Filling

  mutating func beginSubject(_ id: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: id)
    marks.append(Mark(row: count, id: start..<bytes.count))
  }

  /// Decodes a row into the place behind the last; it counts once it is `commit`ted.
  @inline(__always)
  mutating func decode(_ row: borrowing Row, by decoder: RowDecoder) {
    let start = count * stride
    if start + stride > self.words.count { grow() }
    if !unreadable.isEmpty { unreadable.removeAll() }
    // A span of the array where it is would keep all else of the batch from changing.
    var array: [Int64] = []
    swap(&array, &self.words)
    defer { swap(&array, &self.words) }
    var words = array.mutableSpan
    let columns = decoder.columns
    for index in columns.indices {
      if columns[index].isStoredText {
        words[start + index] = text(of: index, row, by: decoder)
      } else if let bits = decoder.bits(index, row), bits != .min || index >= decoder.requiredColumns {
        words[start + index] = bits
      } else {
        words[start + index] = .min
        unreadable.append(index)
      }
    }
    let id = start + columns.count
    switch decoder.id {
    case .number(let column):
      words[id] = row.cell(column).integer
      words[id + 1] = -1
    case .column(let column):
      let begin = bytes.count
      if !IdentifierText.append(row.cell(column), to: &bytes) { bytes.removeSubrange(begin...) }
      words[id] = Int64(begin)
      words[id + 1] = Int64(bytes.count)
    case .none:
      words[id] = 0
      words[id + 1] = 0
    }
  }

  /// Keeps a text; gives its index, or the least `Int64` for NULL.
  @inline(never)
  private mutating func text(of index: Int, _ row: borrowing Row, by decoder: RowDecoder) -> Int64 {
    let cell = row.cell(decoder.columns[index].column)
    if cell.storageClass == .null { return .min }
    if !decoder.isGood(index, cell) {
      unreadable.append(index)
      return .min
    }
    let begin = bytes.count
    _ = cell.appendText(to: &bytes)
    texts.append(begin..<bytes.count)
    return Int64(texts.count - 1)
  }

  /// The first word of the row that was decoded last.
  @inline(__always)
  var decodedTime: Int64 { words[count * stride] }

  mutating func commit() { count += 1 }

  private mutating func grow() {
    words.append(contentsOf: repeatElement(0, count: max(stride * 8, words.count)))
  }

  mutating func add(_ effect: RowProblem.Effect, _ problem: RowProblem?) {
    problems.add(effect, problem)
  }

  /// Reads those ids of the rows from `start` on that were left out.
  mutating func readIDs(from start: Int, _ read: (_ number: Int64, _ bytes: inout [UInt8]) -> Void) {
    for row in start..<count where words[(row + 1) * stride - 1] < 0 {
      let begin = bytes.count
      read(words[(row + 1) * stride - 2], &bytes)
      words[(row + 1) * stride - 2] = Int64(begin)
      words[(row + 1) * stride - 1] = Int64(bytes.count)
    }
  }

  /// Sorts the rows from `start` on by time and id; equal ones stay as they came.
  mutating func sort(from start: Int) {
    let order = (start..<count).sorted { a, b in
      if time(a) != time(b) { return time(a) < time(b) }
      let (left, right) = (id(a), id(b))
      if left == right { return a < b }
      return left.lexicographicallyPrecedes(right)
    }
    let sorted = order.flatMap { words[$0 * stride..<($0 + 1) * stride] }
    words.replaceSubrange(start * stride..<count * stride, with: sorted)
  }
}
