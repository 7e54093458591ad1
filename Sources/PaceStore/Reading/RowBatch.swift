internal import PaceEngine
internal import PaceLanguage

/// Decoded rows of one table, in the order in which they are evaluated.
struct RowBatch: ~Copyable {
  /// Where a subject's rows begin, and where its id is in `bytes`.
  struct Mark {
    var row: Int
    var id: Range<Int>
  }

  /// A column whose value cannot be read, or is a wall time that clocks skip or show twice.
  struct Finding {
    enum Sort {
      case unreadable, skippedTime, repeatedTime
    }

    /// Possibly `RowDecoder.idIndex`.
    var column: Int
    var sort = Sort.unreadable
  }

  /// How many rows are gathered before they are handed over.
  private static let capacity = 256
  /// How many words after a row's columns hold its id: the id's start and end in `bytes`, and its hash.
  ///
  /// If the id is not read, the row's number and -1 take the place of start and end.
  private static let wordsOfID = 3

  private let stride: Int
  private(set) var count = 0
  private(set) var marks: [Mark] = []
  var problems: RowProblems
  /// The columns in which times without an offset were met, one bit each; `removeAll` keeps them.
  var wallColumns = 0
  /// The findings in the row decoded last.
  private(set) var findings: [Finding] = []
  /// The words of all rows and of one not committed yet; words that no row changes are filled in beforehand.
  private var words = Buffer<Int64>()
  /// The words of a row before it is decoded.
  private let blank: [Int64]
  /// The indices of the words that stand for texts.
  private let textWords: [Int]
  /// Where texts are in `bytes`; the word of a text is its index here.
  private var texts: [Range<Int>] = []
  private var bytes = Buffer<UInt8>()
  private let keptProblems: Int

  /// - Parameters:
  ///   - blank: the words of a row's columns before it is decoded.
  ///   - texts: the indices of the columns that hold texts of the log.
  init(blank: [Int64], texts: [Int], keptProblems: Int) {
    textWords = texts
    self.blank = blank + [Int64](repeating: 0, count: Self.wordsOfID)
    stride = self.blank.count
    self.keptProblems = keptProblems
    problems = RowProblems(keeping: keptProblems)
    words.append(self.blank)
  }

  mutating func removeAll() {
    count = 0
    marks.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    bytes.removeAll()
    if !problems.hasNothingToTell { problems = RowProblems(keeping: keptProblems) }
  }

  /// Becomes as it was before the first row.
  mutating func restart() {
    removeAll()
    wallColumns = 0
  }

  /// Adds the problems of its rows, and returns how many rows were skipped.
  func addProblems(to all: inout RowProblems, of table: String) -> Int {
    if !problems.hasNothingToTell { all.append(problems, of: table) }
    return problems.skippedRows
  }

  /// How many bytes the batch takes, not counting subjects.
  var memory: Int { words.count * 8 + bytes.count + texts.count * 16 }

  @inline(__always)
  var isFull: Bool { count >= Self.capacity || marks.count >= Self.capacity }

  /// The time of a row, or the start of a subject.
  @inline(__always)
  func time(_ row: Int) -> Int64 { words[start(of: row)] }

  /// The kind of a row, or the end of a subject; the least `Int64` for none.
  @inline(__always)
  func kind(_ row: Int) -> Int64 { words[start(of: row) &+ 1] }

  /// Where a row's words begin; a bad index fails once a word is accessed.
  @inline(__always)
  private func start(of row: Int) -> Int { row &* stride }

  func field(_ index: Int, _ row: Int) -> Int64 {
    words[row * stride + TablePlan.columnsBeforeFields + index]
  }

  /// Where the words of a row's id begin.
  @inline(__always)
  private func idWord(_ row: Int) -> Int { start(of: row &+ 1) &- Self.wordsOfID }

  /// The hash of a row's id, if the decoder reads it.
  @inline(__always)
  func idHash(_ row: Int) -> Int64 { words[idWord(row) &+ 2] }

  /// The bytes of a row's id, empty without one.
  func id(_ row: Int) -> [UInt8] {
    let (start, end) = (words[idWord(row)], words[idWord(row) + 1])
    return end < 0 ? [] : bytes[Int(truncatingIfNeeded: start)..<Int(truncatingIfNeeded: end)]
  }

  func appendID(of row: Int, to ids: inout RowIDs) {
    let (start, end) = (words[idWord(row)], words[idWord(row) + 1])
    let range = end < 0 ? 0..<0 : Int(truncatingIfNeeded: start)..<Int(truncatingIfNeeded: end)
    bytes.withSpan { ids.append($0.extracting(range)) }
  }

  /// Replaces `id` by a subject's id.
  func copyID(of mark: Mark, to id: inout [UInt8]) {
    bytes.copy(mark.id, to: &id)
  }

  /// How the id of a subject compares with `id`: less than 0, 0, or greater.
  func order(of mark: Mark, to id: [UInt8]) -> Int {
    bytes.withSpan { Bytes.order($0.extracting(mark.id), id.span) }
  }

  /// The numbers of the marks in the order of their ids' bytes.
  var marksInOrder: [Int32] {
    bytes.withSpan { bytes in
      // The first word decides most comparisons.
      marks.enumerated().map { (head: Bytes.firstWord(bytes.extracting($1.id)), mark: Int32($0)) }
        .sorted { one, other in
          if one.head != other.head { return one.head < other.head }
          let (one, other) = (marks[Int(one.mark)].id, marks[Int(other.mark)].id)
          return Bytes.order(bytes.extracting(one), bytes.extracting(other)) < 0
        }.map(\.mark)
    }
  }

  func text(_ index: Int64) -> [UInt8] { bytes[texts[Int(truncatingIfNeeded: index)]] }

  /// Copies the fields of a row.
  @inline(__always)
  func copyFields(of row: Int, to values: inout [Value]) {
    var values = values.mutableSpan
    let start = start(of: row) &+ TablePlan.columnsBeforeFields
    for index in values.indices { values[index] = Value(words[start &+ index]) }
  }

  /// Lends the words of some rows, and how many each row has: for its time, kind, fields and id.
  @inline(__always)
  func withWords<R>(of rows: Range<Int>, _ body: (Span<Int64>, _ stride: Int) -> R) -> R {
    words.withSpan { words in
      body(words.extracting(start(of: rows.lowerBound)..<start(of: rows.upperBound)), stride)
    }
  }

  /// Widens a range so that the times in a column lie in it.
  func add(_ column: Int, to times: inout TimeRange) {
    var range = times
    withWords(of: 0..<count) { words, stride in
      var word = column
      while word < words.count {
        range.add(words[word])
        word &+= stride
      }
    }
    times = range
  }

  // MARK: Filling

  mutating func beginSubject(_ id: Span<UInt8>) {
    let start = bytes.count
    bytes.append(id)
    marks.append(Mark(row: count, id: start..<bytes.count))
  }

  /// Decodes a row after the last one; it counts once it is `commit`ted.
  @inline(__always)
  mutating func decode(_ row: borrowing Row, by decoder: RowDecoder) {
    let start = start(of: count)
    if !findings.isEmpty { findings.removeAll(keepingCapacity: true) }
    for step in decoder.steps {
      let index = Int(step.index)
      words[start &+ index] = step.bits(row, decoder) ?? rest(of: index, row, by: decoder)
    }
    let id = idWord(count)
    var hash: Int64 = 0
    if let column = decoder.hashedID {
      hash = IdentifierText.hash(row.cell(column))
      words[id &+ 2] = hash
    }
    switch decoder.id {
    case .number(let column, let unsure):
      words[id] = row.cell(column).integer
      words[id &+ 1] = -1
      // What has a hash is an id.
      if hash == 0, let unsure, !IdentifierText.isGood(row.cell(unsure)) {
        findings.append(Finding(column: RowDecoder.idIndex))
      }
    case .column(let column, _):
      let begin = bytes.count
      var text: [UInt8] = []
      if IdentifierText.append(row.cell(column), to: &text) {
        // Ids that differ have to stay different as text.
        bytes.append(Bytes.areUTF8(text.span) ? text : Bytes.escaped(text))
      } else {
        findings.append(Finding(column: RowDecoder.idIndex))
      }
      words[id] = Int64(begin)
      words[id &+ 1] = Int64(bytes.count)
    case .none:
      words[id] = 0
      words[id &+ 1] = 0
    }
  }

  /// Decodes a column off the fast path: a text, or a value that may be unreadable.
  @inline(never)
  private mutating func rest(of index: Int, _ row: borrowing Row, by decoder: RowDecoder) -> Int64 {
    let plan = decoder.columns[index]
    if plan.isStoredText {
      let cell = row.cell(plan.column)
      if cell.storageClass == .null { return .min }
      if decoder.isGood(index, cell) { return keep(cell) }
    } else if plan.restsOnRow {
      if let read = decoder.timed(index, row), read.bits != .min || !plan.isRequired {
        if read.wallTime != .absolute { wallColumns |= 1 << index }
        if read.wallTime == .skipped { findings.append(Finding(column: index, sort: .skippedTime)) }
        if read.wallTime == .repeated { findings.append(Finding(column: index, sort: .repeatedTime)) }
        return read.bits
      }
    } else if let bits = decoder.bits(index, row), bits != .min || !plan.isRequired {
      return bits
    }
    findings.append(Finding(column: index))
    return .min
  }

  /// Keeps a text and returns its index.
  private mutating func keep(_ cell: borrowing Cell) -> Int64 {
    let begin = bytes.count
    if cell.storageClass == .blob {
      cell.withBlob { bytes.append($0) }
    } else {
      cell.lendText { bytes.append($0) }
    }
    texts.append(begin..<bytes.count)
    return Int64(texts.count - 1)
  }

  /// The first word of the row that was decoded last.
  @inline(__always)
  var decodedTime: Int64 { words[start(of: count)] }

  @inline(__always)
  mutating func commit() {
    count += 1
    if (count + 1) * stride > words.count { words.append(blank) }
  }

  /// Drops a row and all that follow it.
  mutating func drop(from row: Int) { count = row }

  /// Adds a row with one field that was decoded elsewhere.
  mutating func append(time: Int64, kind: Int64, field: Int64, id: Span<UInt8>) {
    let (start, word) = (start(of: count), idWord(count))
    words[start] = time
    words[start &+ 1] = kind
    words[start &+ TablePlan.columnsBeforeFields] = field
    words[word] = Int64(bytes.count)
    bytes.append(id)
    words[word &+ 1] = Int64(bytes.count)
    commit()
  }

  /// Adds a row of another batch of the same table.
  mutating func append(_ row: Int, of other: borrowing RowBatch) {
    let (start, from) = (start(of: count), other.start(of: row))
    for word in 0..<stride { words[start &+ word] = other.words[from &+ word] }
    for word in textWords where words[start + word] != .min {
      words[start + word] = Int64(texts.count)
      texts.append(copy(other.texts[Int(other.words[from + word])], of: other))
    }
    let id = idWord(count)
    if words[id + 1] >= 0 {
      let range = copy(Int(words[id])..<Int(words[id + 1]), of: other)
      words[id] = Int64(range.lowerBound)
      words[id + 1] = Int64(range.upperBound)
    }
    commit()
  }

  private mutating func copy(_ range: Range<Int>, of other: borrowing RowBatch) -> Range<Int> {
    let begin = bytes.count
    other.bytes.withSpan { bytes.append($0.extracting(range)) }
    return begin..<bytes.count
  }
}

/// Sorting the rows of a subject or an instant.
extension RowBatch {
  /// Sorts the rows from `start` on by time and id; equal ones stay as they came.
  ///
  /// - Parameter readID: returns the id of a row with a number, if ids were not read before.
  mutating func sort(from start: Int, readID: (_ number: Int64) -> [UInt8]) {
    // Most rows come in order, no two at one time.
    guard (start..<count).dropFirst().contains(where: { time($0) <= time($0 - 1) }) else { return }
    var order = Array(start..<count)
    if order.dropFirst().contains(where: { time($0) < time($0 - 1) }) {
      order.sort { (time($0), $0) < (time($1), $1) }
    }
    var first = 0
    while first < order.count {
      let now = time(order[first])
      let end = order[first...].firstIndex { time($0) != now } ?? order.count
      if end - first > 1 { sortByID(&order[first..<end], readID) }
      first = end
    }
    if order == Array(start..<count) { return }
    let sorted = order.flatMap { row in (0..<stride).map { words[row * stride + $0] } }
    for (offset, word) in sorted.enumerated() { words[start * stride + offset] = word }
  }

  private mutating func sortByID(_ rows: inout ArraySlice<Int>, _ readID: (Int64) -> [UInt8]) {
    for row in rows where words[idWord(row) + 1] < 0 {
      let begin = bytes.count
      bytes.append(readID(words[idWord(row)]))
      words[idWord(row)] = Int64(begin)
      words[idWord(row) + 1] = Int64(bytes.count)
    }
    let keys = rows.map { (row: $0, id: id($0)) }
    let sorted = keys.sorted { a, b in
      let order = Bytes.order(a.id, b.id)
      return order == 0 ? a.row < b.row : order < 0
    }
    for (index, key) in zip(rows.indices, sorted) { rows[index] = key.row }
  }
}

/// A batch as one block of bytes.
extension RowBatch {
  /// The batch as numbers, counts first, followed by its bytes.
  var block: [UInt8] {
    var numbers = Buffer<Int64>()
    for count in [count, texts.count, marks.count] { numbers.append(Int64(count)) }
    for range in texts { numbers.append([Int64(range.lowerBound), Int64(range.upperBound)]) }
    for mark in marks {
      numbers.append([Int64(mark.row), Int64(mark.id.lowerBound), Int64(mark.id.upperBound)])
    }
    words.withSpan { numbers.append($0.extracting(0..<start(of: count))) }
    return numbers.bytes + bytes.bytes
  }

  /// Restores the batch that a block was made from.
  mutating func read(_ block: Span<UInt8>) {
    removeAll()
    words.removeAll()
    var next = 0
    func number() -> Int {
      next += 8
      return Int(Int64(bitPattern: Bytes.head(block.extracting(next - 8..<next))))
    }
    count = number()
    let (textCount, markCount) = (number(), number())
    for _ in 0..<textCount {
      let low = number()
      texts.append(low..<number())
    }
    for _ in 0..<markCount {
      let (row, low) = (number(), number())
      marks.append(Mark(row: row, id: low..<number()))
    }
    for _ in 0..<count * stride { words.append(Int64(number())) }
    words.append(blank)
    bytes.append(block.extracting(next..<block.count))
  }
}
