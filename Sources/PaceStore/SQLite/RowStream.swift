internal import CSQLite

/// The rows of a query, handed over in batches.
///
/// SQLite calls a function with the values of each row, which costs it less than to stop at the row and be
/// asked for them one by one; it stops where a batch is full.
@safe
final class RowStream {
  /// What SQLite takes as arguments of one call in all its versions.
  static let greatestWidth = 100

  private let statement: Statement
  /// Where SQLite's function writes while a statement runs.
  private let sink: UnsafeMutablePointer<RowSink>
  /// The rows that were handed over last.
  private let lent: UnsafeMutablePointer<RowBatch>
  /// Whether the query calls the function.
  private let isCalled: Bool
  private let width: Int
  let order: RowSink.Order
  let path: String
  private(set) var isDone = false
  private var isGathered = false

  /// - Parameters:
  ///   - name: of a function that no other stream of the connection has.
  ///   - query: gives `width` columns named `c0`, `c1`, …
  init(
    _ connection: borrowing Connection, name: String, query: String, width: Int, sink: consuming RowSink,
    bind: (borrowing Statement) -> Void
  ) throws(StoreError) {
    order = sink.order
    let lent = UnsafeMutablePointer<RowBatch>.allocate(capacity: 1)
    unsafe lent.initialize(to: sink.emptyBatch)
    let cell = UnsafeMutablePointer<RowSink>.allocate(capacity: 1)
    unsafe cell.initialize(to: sink)
    isCalled = width <= Self.greatestWidth
    self.width = width
    path = connection.path
    unsafe self.sink = cell
    unsafe self.lent = lent
    do throws(StoreError) {
      if isCalled {
        try unsafe connection.define(name, taking: cell)
        let arguments = (0..<width).map { "c\($0)" }.joined(separator: ", ")
        statement = try connection.prepare("SELECT 1 FROM (\(query)) WHERE \(name)(\(arguments))")
      } else {
        statement = try connection.prepare(query)
      }
    } catch {
      unsafe cell.deinitialize(count: 1)
      unsafe cell.deallocate()
      unsafe lent.deinitialize(count: 1)
      unsafe lent.deallocate()
      throw error
    }
    bind(statement)
  }

  deinit {
    unsafe sink.deinitialize(count: 1)
    unsafe sink.deallocate()
    unsafe lent.deinitialize(count: 1)
    unsafe lent.deallocate()
  }

  /// The rows that were handed over last, until the next are asked for.
  @inline(__always)
  var batch: RowBatch {
    _read { yield unsafe lent.pointee }
  }

  /// Replaces `batch` by the next rows; false if a row is out of order.
  func fill() throws(StoreError) -> Bool {
    unsafe lent.pointee.removeAll()
    if isDone { return true }
    if order == .gathered {
      try fillGathered()
      return true
    }
    unsafe swap(&sink.pointee.full, &lent.pointee)
    if try isCalled ? statement.step() : stepThrough() {
      unsafe swap(&sink.pointee.full, &lent.pointee)
      return unsafe !sink.pointee.isOutOfOrder
    }
    isDone = true
    unsafe sink.pointee.closeGroup()
    unsafe swap(&sink.pointee.batch, &lent.pointee)
    return true
  }

  /// Goes through all rows first, whose order is known only then.
  private func fillGathered() throws(StoreError) {
    if !isGathered {
      while try isCalled ? statement.step() : stepThrough() { try unsafe sink.pointee.endPart(isLast: false) }
      try unsafe sink.pointee.endPart(isLast: true)
      isGathered = true
    }
    isDone = try unsafe !sink.pointee.merge(into: &lent.pointee)
  }

  /// `Statement.step` for rows that are too wide for a call.
  private func stepThrough() throws(StoreError) -> Bool {
    while try statement.step() {
      var values = unsafe (0..<width).map { unsafe statement.value($0) }
      let isStop = unsafe values.withUnsafeMutableBufferPointer { values in
        guard let start = values.baseAddress else { return false }
        return unsafe sink.pointee.take(Row(start, count: values.count))
      }
      if isStop { return true }
    }
    return false
  }
}
