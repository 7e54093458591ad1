/// The rows of a table, handed over in batches.
final class BatchStream {
  private let rows: RowStream
  private let sink: Box<RowSink>
  /// The rows that were handed over last.
  private let lent: Box<RowBatch>
  private let order: RowSink.Order
  private(set) var isDone = false
  private var isGathered = false

  /// Takes the parameters of `RowStream`.
  init(
    _ connection: borrowing Connection, query: String, width: Int, values: [StoredValue],
    sink: consuming RowSink
  ) throws(StoreError) {
    let sink = Box(sink)
    self.sink = sink
    lent = Box(sink.value.emptyBatch)
    order = sink.value.order
    rows = try RowStream(connection, query: query, width: width, values: values) { sink.value.take($0) }
  }

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
