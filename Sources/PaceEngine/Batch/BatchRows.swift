internal import PaceLanguage

/// The events of a batch's subjects, one subject after the other, in flat lists that are longer than need be.
struct BatchRows: Sendable {
  var points = BatchPoints()
  /// The index of each row's kind in `Plan.kinds`.
  private(set) var kinds: [Int] = []
  /// The values of the first field in all rows, defaults filled in, then those of the second.
  private(set) var values: [Int64] = []
  private(set) var count = 0
  /// How many fields an event may have.
  let width: Int
  /// The defaults of each kind of the plan, `width` for each.
  private let defaults: [Int64]

  init(_ plan: Plan) {
    let width = plan.program.events.map { $0.fields.count }.max() ?? 0
    self.width = width
    defaults = plan.kinds.flatMap { kind in
      let own = plan.defaults[kind.defaults].map { $0.bits }
      return own + [Int64](repeating: .min, count: width - own.count)
    }
  }

  /// How many rows there is room for.
  private var room: Int { kinds.count }

  /// Where in `values` those of a field are.
  @inline(__always)
  func place(of field: Int) -> Int { field &* room }

  mutating func removeAll() { count = 0 }

  /// Takes the rows from one on away again.
  mutating func remove(from row: Int) { count = row }

  /// Adds rows of one event, each of so many words: its instant, its kind or a negative number, its fields.
  ///
  /// - Parameters:
  ///   - shift: is added to instants.
  ///   - start: of the subject.
  ///   - kinds: those of the event among the plan's; the last one is no kind.
  mutating func append(
    _ words: Span<Int64>, stride: Int, shift: Int64, since start: Int64, kinds own: Range<Int>
  ) {
    let rows = count..<(count + words.count / stride)
    while room < rows.upperBound { grow() }
    Self.fill(
      &points.times, &points.starts, &kinds, &values, rows, words, stride: stride, shift, start, own,
      defaults,
      width)
    count = rows.upperBound
  }

  private static func fill(
    _ times: inout [Int64], _ starts: inout [Int64], _ kinds: inout [Int], _ values: inout [Int64],
    _ rows: Range<Int>, _ words: Span<Int64>, stride: Int, _ shift: Int64, _ start: Int64, _ own: Range<Int>,
    _ defaults: [Int64], _ width: Int
  ) {
    var times = times.mutableSpan
    var starts = starts.mutableSpan
    var kinds = kinds.mutableSpan
    var values = values.mutableSpan
    let defaults = defaults.span
    let fields = min(width, stride - 2)
    // A negative number is more than any as one without a sign.
    let none = UInt64(own.count - 1)
    var word = 0
    for row in rows {
      times[row] = words[word] &+ shift
      starts[row] = start
      let kind = min(UInt64(bitPattern: words[word &+ 1]), none)
      kinds[row] = own.lowerBound &+ Int(truncatingIfNeeded: kind)
      word &+= stride
    }
    for field in 0..<fields {
      let first = field &* kinds.count
      word = field &+ 2
      for row in rows {
        let value = words[word]
        values[first &+ row] = value == .min ? defaults[kinds[row] &* width &+ field] : value
        word &+= stride
      }
    }
  }

  private mutating func grow() {
    let room = room
    let added = max(BatchBlock.size, room)
    points.times.append(contentsOf: repeatElement(0, count: added))
    points.starts.append(contentsOf: repeatElement(0, count: added))
    kinds.append(contentsOf: repeatElement(0, count: added))
    values = (0..<width).flatMap { field in
      values[(field * room)..<((field + 1) * room)] + repeatElement(.min, count: added)
    }
  }
}

/// Instants at which something is asked, in order, each with the start of the subject of which it is asked.
struct BatchPoints: Sendable {
  var times: [Int64] = []
  var starts: [Int64] = []
}
