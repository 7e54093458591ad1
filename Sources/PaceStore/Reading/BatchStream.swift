/// The rows of a table, handed over in batches.
final class BatchStream {
  private let rows: RowStream
  private let sink: Box<RowSink>
  /// The rows that were handed over last.
  private let lent: Box<RowBatch>
  private let order: RowSink.Order
  private(set) var isDone = false
  private var isGathered = false
  private let parameters: TablePlan.Parameters

  /// - Parameter query: gives `width` columns named `c0`, `c1`, …
  init(
    _ connection: borrowing Connection, query: String, width: Int, parameters: TablePlan.Parameters,
    sink: consuming RowSink
  ) throws(StoreError) {
    self.parameters = parameters
    let sink = Box(sink)
    self.sink = sink
    lent = Box(sink.value.emptyBatch)
    order = sink.value.order
    rows = try RowStream(connection, query: query, width: width, values: parameters.values) {
      sink.value.take($0)
    }
  }

  /// Begins again with other parameters; false if they need another query, or rows are not taken as stored.
  func restart(_ parameters: TablePlan.Parameters) -> Bool {
    guard order == .stored, parameters.isAlike(self.parameters) else { return false }
    rows.restart(parameters.values)
    sink.value.restart()
    lent.value.restart()
    isDone = false
    return true
  }

  /// Ends early, so that no lock is kept.
  func end() { rows.end() }

  /// The rows that were handed over last, until the next are asked for.
  @inline(__always)
  var batch: RowBatch {
    _read { yield lent.value }
  }

  /// Replaces `batch` by the next rows; false if a row is out of order.
  func fill() throws(StoreError) -> Bool {
    lent.value.removeAll()
    if isDone { return true }
    if order == .gathered {
      try fillGathered()
      return true
    }
    swap(&sink.value.full, &lent.value)
    if try rows.advance() {
      swap(&sink.value.full, &lent.value)
      return !sink.value.isOutOfOrder
    }
    isDone = true
    sink.value.closeGroup()
    swap(&sink.value.batch, &lent.value)
    return true
  }

  /// Reads all rows before handing any over, because their order is known only then.
  private func fillGathered() throws(StoreError) {
    if !isGathered {
      while try rows.advance() { try sink.value.endPart(isLast: false) }
      try sink.value.endPart(isLast: true)
      isGathered = true
    }
    isDone = try !sink.value.merge(into: &lent.value)
  }
}
