internal import PaceEngine
internal import PaceLanguage

/// Which value of a column keeps it from filling a field.
extension DraftFit {
  /// A value that doesn't fit the field, as a note shows it; if each one does, the least of all.
  static func misfit(_ field: Field, _ column: TableProfile.Column, in program: Program) -> String {
    if column.hasBlobs, field.type != .schedule { return "BLOBs" }
    if program.isZone(field) {
      let value = zoneless(column.texts.sorted()).first ?? column.written.min() ?? ""
      return "\(RowDecoder.quoted(value)), which is no zone"
    }
    if field.type == .number, !column.areSmall { return "numbers that are too large" }
    let texts = column.texts.sorted().filter { !fits($0, field.type, in: program) }
    let isOfAmounts = field.type == .number || field.type == .duration
    let isOfNumbers = isOfAmounts || field.type == .bool
    // A number in a text is only stored in the wrong type, so any other text is the better example.
    if let text = texts.first(where: { !isOfNumbers || !RowDecoder.isNumber($0) }) {
      return RowDecoder.quoted(text)
    }
    if let text = texts.first {
      let cast = RowDecoder.onOneLine(SQLText.numeric(column.name))
      return "\(RowDecoder.quoted(text)) as a text; in a database, `\(cast)` in a view makes it a number"
    }
    let units = unitsOfNumbers(field, column)
    if let number = column.numbers.sorted().first(where: { !fits($0, field, units) }) {
      let range = field.range.map { ", outside of \(program.text(of: $0, type: field.type))" }
      return RowDecoder.quoted(TableProfile.Column.text(of: number)) + (isOfAmounts ? range ?? "" : "")
    }
    if field.type == .text, column.hasReals { return "numbers with a point" }
    return column.written.min().map { RowDecoder.quoted($0) } ?? "BLOBs"
  }

  static func fits(_ text: String, _ type: ValueType, in program: Program) -> Bool {
    switch type {
    case .number: false
    case .duration: TimeParser.duration(text.utf8Span.span) != nil
    case .time: TimeParser.timeOfDay(text.utf8Span.span) != nil
    case .date: TimeParser.date(text.utf8Span.span) != nil
    case .schedule: Schedule(text) != nil
    case .bool: isTruth(text)
    case .preset, .enumeration, .weekday, .level:
      (program.names(of: type) ?? []).contains { TableProfile.letters($0) == TableProfile.letters(text) }
    case .text: true
    }
  }

  private static func fits(_ number: Double, _ field: Field, _ units: [Double]) -> Bool {
    switch field.type {
    case .number, .duration: units.contains { isInRange(field, [number], $0) }
    case .bool: number == 0 || number == 1
    case .text: Int64(exactly: number) != nil
    case .time, .date, .schedule, .preset, .enumeration, .weekday, .level: false
    }
  }
}
