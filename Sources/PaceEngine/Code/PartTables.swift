import PaceLanguage

/// The tables of series, queues and spans that nodes and gates refer to by index.
struct PartTables {
  private let plan: PlanTables
  /// How many lanes each column has.
  private let lanes: [Int]
  private(set) var series: [SeriesCode] = []
  private(set) var queues: [QueueCode] = []
  private(set) var clockSpans: [SpanCode] = []
  private(set) var elapsedSpans: [SpanCode] = []

  init(_ plan: PlanTables) {
    self.plan = plan
    let program = plan.program
    var lanes = Array(repeating: Code.ordinalLane + 1, count: plan.columns.count)
    for planned in plan.series {
      let column = planned.column.index
      var code = SeriesCode(column: column, field: planned.field, sum: lanes[column])
      lanes[column] += 1
      if !program.sumsFit(of: planned.field, rowsLog2: 31) {
        code.high = lanes[column]
        lanes[column] += 1
      }
      if program.mayBeUnknown(planned.field) {
        code.unknown = lanes[column]
        lanes[column] += 1
      }
      code.isNeverNegative = program.isNeverNegative(planned.field)
      series.append(code)
    }
    self.lanes = lanes
  }

  /// The shape of each column, then of each queue.
  var columns: [Column.Shape] {
    lanes.map { Column.Shape(lanes: $0) }
      + queues.map { Column.Shape(lanes: $0.order == .sorted ? 1 : 2, onlyGrows: false) }
  }

  /// For each column, the indices of the elements that belong to it.
  func lists(_ columns: (PartTables) -> [Int]) -> [[Int]] {
    var lists: [[Int]] = Array(repeating: [], count: plan.columns.count)
    for (index, column) in columns(self).enumerated() { lists[column].append(index) }
    return lists
  }

  mutating func part(of index: Int) -> Int {
    switch plan.nodes[index] {
    case .aggregate(let aggregate, let window, let series):
      return aggregate.queue.map { queue(window, series, $0) } ?? -1
    case .clockWithin(let from, let to): return Self.number(SpanCode(from: from, to: to), in: &clockSpans)
    case .elapsed(let from, let to): return Self.number(SpanCode(from: from, to: to), in: &elapsedSpans)
    case .streak: return plan.streaks.firstIndex { $0.node.index == index } ?? -1
    case .shared(_, let memo): return memo.index
    case .slot, .field, .count, .sum, .latest, .since, .gap, .firesRule, .firesKind, .weekday,
      .date, .due, .level, .negate, .not, .and, .or, .otherwise, .arithmetic, .comparison, .against,
      .reaches, .measured:
      return -1
    }
  }

  mutating func span(of gate: PlannedGate) -> Int {
    guard case .quiet(let from, let to) = gate.kind else { return -1 }
    return Self.number(SpanCode(from: from, to: to), in: &clockSpans)
  }

  private static func number(_ span: SpanCode, in spans: inout [SpanCode]) -> Int {
    if let known = spans.firstIndex(of: span) { return known }
    spans.append(span)
    return spans.count - 1
  }

  private mutating func queue(_ window: WindowID, _ series: SeriesID, _ order: QueueCode.Order) -> Int {
    let known = queues.firstIndex { $0.window == window && $0.series == series && $0.order == order }
    if let known { return known }
    let column = plan.columns.count + queues.count
    queues.append(QueueCode(column: column, window: window, series: series, order: order))
    return queues.count - 1
  }
}

extension Program {
  /// Whether 64 bits hold the sum of 2^`rowsLog2` values of a field.
  func sumsFit(of field: FieldNameID, rowsLog2: Int) -> Bool {
    zip(events, fieldNames[field.index].slots).allSatisfy { event, slot in
      guard let slot else { return true }
      guard let range = event.fields[slot].range else { return false }
      return max(range.lowerBound.magnitude, range.upperBound.magnitude) <= UInt64(Int64.max >> rowsLog2)
    }
  }

  /// Whether no value of a field is negative.
  func isNeverNegative(_ field: FieldNameID) -> Bool {
    zip(events, fieldNames[field.index].slots).allSatisfy { event, slot in
      slot.map { event.fields[$0].range.map { $0.lowerBound >= 0 } ?? false } ?? true
    }
  }

  /// Whether a row may leave a field without a value.
  func mayBeUnknown(_ field: FieldNameID) -> Bool {
    zip(events, fieldNames[field.index].slots).contains { event, slot in
      slot.map { event.fields[$0].initial == nil } ?? true
    }
  }
}
