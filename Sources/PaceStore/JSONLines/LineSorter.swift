internal import PaceLanguage

/// Sorts a subject's lines into the order of a database's rows.
///
/// A `RowGatherer` does the sorting, with instants in place of subjects.
final class LineSorter {
  private var gatherer: RowGatherer
  private var batch = LineSorter.emptyBatch
  private var sorted = LineSorter.emptyBatch
  private var position = 0
  /// An instant as bytes that sort like it, and the key that orders the lines of one instant.
  private var instant: [UInt8] = []
  private var key: [UInt8] = []

  /// - Parameter memory: how many bytes the lines may take before they spill to a file.
  init(memory: Int) { gatherer = RowGatherer(memory: memory, sortsRows: false) }

  private static var emptyBatch: RowBatch { RowBatch(blank: [.min, .min, .min], texts: [], keptProblems: 0) }

  /// Adds a line.
  ///
  /// Lines of one instant are ordered by event and id, those without an id by their bytes.
  func add(
    _ line: ArraySlice<UInt8>, number: Int, at: Int64, event: EventID, id: ArraySlice<UInt8>?
  ) throws(StoreError) {
    key.removeAll(keepingCapacity: true)
    key.append(UInt8(truncatingIfNeeded: event.index >> 8))
    key.append(UInt8(truncatingIfNeeded: event.index))
    if let id { key += id }
    key.append(0)
    let prefix = key.count
    key += line
    instant.removeAll(keepingCapacity: true)
    let rank = UInt64(bitPattern: at) ^ 1 << 63
    for shift in stride(from: 56, through: 0, by: -8) {
      instant.append(UInt8(truncatingIfNeeded: rank >> UInt64(shift)))
    }
    if !gatherer.find(instant.span) { gatherer.add(instant, to: &batch) }
    batch.append(time: at, kind: Int64(prefix), field: Int64(number), id: key.span)
    if gatherer.take(batch) { try endPart(isLast: false) }
  }

  /// Ends the input, so that `next` can be called.
  func end() throws(StoreError) { try endPart(isLast: true) }

  private func endPart(isLast: Bool) throws(StoreError) {
    var part = Self.emptyBatch
    swap(&part, &batch)
    try gatherer.endPart(part, spills: !isLast, block: Self.emptyBatch)
  }

  /// The next line and its number; nil after the last.
  func next() throws(StoreError) -> (line: ArraySlice<UInt8>, number: Int)? {
    if position == sorted.count {
      sorted.removeAll()
      position = 0
      while !sorted.isFull {
        guard let start = try gatherer.takeSubject(into: &sorted) else { break }
        sorted.sort(from: start) { _ in [] }
      }
      if sorted.count == 0 { return nil }
    }
    defer { position += 1 }
    return (sorted.id(position).dropFirst(Int(sorted.kind(position))), Int(sorted.field(0, position)))
  }
}
