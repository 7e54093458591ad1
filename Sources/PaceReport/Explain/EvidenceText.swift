import PaceEngine
import PaceLab
import PaceLanguage

/// The rows behind a condition, in words: `21:09 small 1.0 (77b0)`.
struct EvidenceText: Sendable {
  let printer: ValuePrinter
  let names: RowNames
  private let log: SubjectLog
  private let time: TimeText
  private static let limit = 12

  /// - Parameter namesMany: as for `RowNames`.
  init(_ printer: ValuePrinter, _ log: SubjectLog, namesMany: Bool) {
    self.printer = printer
    self.log = log
    time = TimeText(log.record.zone)
    names = RowNames(log.rows, namesMany: namesMany)
  }

  private var program: Program { printer.program }

  /// A part for each row, oldest first; of many rows, only the newest after a count of the others.
  ///
  /// Each part shows the first of `fields` that its row has. A date stands before a row whose day differs from that
  /// of the row before, or of `instant` for the first.
  func parts(
    _ evidence: [EventOrdinal], fields: [FieldNameID] = [], newest most: Int = limit,
    besides instant: Instant? = nil
  ) -> [String] {
    let rows = evidence.map { $0.index }.filter(log.events.indices.contains)
    let shown = rows.suffix(min(most, Self.limit))
    let values = shown.map { row in
      fields.lazy.compactMap { value(of: $0, in: log.events[row]) }.first
    }
    let decimals = values.reduce(0) { most, value in
      max(most, value.map { ValuePrinter.decimals($0.value, $0.type) } ?? 0)
    }
    var day = instant.map(time.date)
    var parts = zip(shown, values).map { row, value in
      let event = log.events[row]
      var text = "\(time.shortClock(event.at)) \(program.events[event.event.index].name(of: event.kind))"
      if let instant, let known = day, known != time.date(event.at) {
        text = "\(time.shortDate(event.at, besides: instant)) \(text)"
        day = time.date(event.at)
      }
      if let value { text += " \(printer.text(value.value, value.type, decimals: decimals))" }
      return "\(text) (\(names[row]))"
    }
    if rows.count > shown.count { parts.insert("\(rows.count - shown.count) earlier", at: 0) }
    return parts
  }

  /// The parts of as many of the newest rows as fit on `most` lines after `first`, but of at least one.
  func lines(
    _ evidence: [EventOrdinal], fields: [FieldNameID], besides instant: Instant, width: Int, most: Int,
    after first: [String] = []
  ) -> [String] {
    var count = min(evidence.count, Self.limit)
    while true {
      let lines = Wrapping.flow(
        first + parts(evidence, fields: fields, newest: count, besides: instant), width: width)
      if lines.count <= most || count <= 1 { return lines }
      count -= 1
    }
  }

  /// `entry at 21:31`, in the words of a sentence.
  func spoken(_ row: EventOrdinal) -> String {
    guard log.events.indices.contains(row.index) else { return "" }
    let event = log.events[row.index]
    let noun = LoggedKind(event: event.event, kind: event.kind).noun(in: program)
    return "\(noun) at \(time.shortClock(event.at))"
  }

  /// The field's value in a row, else the default of the row's kind or event.
  private func value(of field: FieldNameID, in event: EventRecord) -> (value: Value, type: ValueType)? {
    guard let slot = program.fieldNames[field.index].slots[event.event.index] else { return nil }
    let type = program.events[event.event.index]
    let logged = event.values[slot]
    if !logged.isUnknown { return (logged, type.fields[slot].type) }
    guard case .value(let value)? = type.initial(of: slot, kind: event.kind) else { return nil }
    return (value, type.fields[slot].type)
  }
}
