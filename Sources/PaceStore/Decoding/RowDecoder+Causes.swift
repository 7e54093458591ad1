internal import PaceEngine
internal import PaceLanguage

/// Why a value could not be read.
extension RowDecoder {
  func cause(_ index: Int, _ description: ColumnDescription, _ row: borrowing Row) -> String {
    let plan = columns[index]
    if plan.form == .iso8601, timed(index, row).map({ $0.wallTime == .skipped }) ?? true {
      let calendar = calendar(of: row)
      for column in [plan.column, plan.other ?? plan.column] {
        let cause = row.cell(column).withText { $0 == .text ? Self.skippedTimeCause($1, in: calendar) : nil }
        if let cause { return cause }
      }
    }
    guard let other = plan.other else { return cause(index, description, row.cell(plan.column)) }
    if unchecked(index, row.cell(plan.column)) == nil {
      return cause(index, description, row.cell(plan.column))
    }
    guard let difference = timed(index, row, isChecked: false)?.bits, difference != .min else {
      return cause(index, description, row.cell(other))
    }
    let shown = "`\(ValueText.duration(difference))`"
    if let demand = description.demands.unmet(by: difference) { return demand.cause(shown) }
    return "\(shown) is outside \(description.range ?? "what durations can be")"
  }

  private func cause(
    _ index: Int, _ description: ColumnDescription, _ cell: borrowing Cell
  ) -> String {
    let plan = columns[index]
    let value = Self.excerpt(cell)
    let storage = cell.storageClass
    if storage == .null { return "is NULL" }
    if plan.isStoredText, storage == .text, !cell.lendText({ Bytes.areUTF8($0) }) {
      return "\(value) is not UTF-8"
    }
    if let bits = unchecked(index, cell), bits != .min, let demand = description.demands.unmet(by: bits) {
      return demand.cause(value)
    }
    let isNumber = storage == .integer || storage == .real
    if let time = description.time, time.isText, isNumber, !plan.takesNumbers {
      let cause = time.cause(value, cell.real)
      guard cell.withText({ TimeParser.written($1) != nil }) else { return cause }
      let names = description.parts.isEmpty ? [description.name] : description.parts
      let casts = names.map { "`CAST(\(SQLText.plainName($0)) AS TEXT)`" }
      return "\(cause); in a view, \(casts.joined(separator: " or ")) gives one"
    }
    if let time = description.time, isNumber,
      unchecked(index, cell) ?? .min != .min || TimeEncoding.likely(of: cell.real) != nil
    {
      return time.cause(value, cell.real)
    }
    if let range = description.range, let bits = unchecked(index, cell), bits != .min {
      return "\(value) is outside \(range)"
    }
    if plan.form == .scaled, isNumber {
      return "\(value) is too \(cell.real < 0 ? "small" : "large")"
    }
    if plan.form == .scaled || plan.form == .bool, storage == .text, Self.isNumber(cell.text ?? "") {
      if description.isKept { return "\(value) is a text, not a number" }
      let cast = plan.other == nil ? SQLText.numeric(description.name) : "CAST"
      return
        "\(value) is a text, not a number; in a database, `\(cast)` in a view makes it one, and 0 of words"
    }
    if plan.form == .scaled, !description.isKept, description.time != nil, storage == .text,
      cell.withText({ TimeParser.written($1) != nil })
    {
      return "\(value) is not \(description.expected); in a source, `\(description.name) as iso8601` reads it"
    }
    if plan.form == .iso8601, storage == .text, let text = cell.text, Self.isPadded(text) {
      return Self.paddedCause(value, description.name)
    }
    var cause = description.isMapped ? Self.unmappedCause(value) : "\(value) is not \(description.expected)"
    if plan.form == .scaled, storage == .text, let number = Self.withPoint(cell.text ?? "") {
      cause += "; did you mean `\(number)`?"
    }
    if plan.form == .bool, storage == .text, let map = TruthWords.map(like: cell.text ?? "") {
      cause += "; in a source, `as \(map)` reads it"
    }
    if plan.form == .lookup || plan.form == .lookupText, storage == .text, let text = cell.text,
      let nearest = Spelling.nearest(to: text, among: description.choices)
    {
      cause += "; did you mean `\(nearest)`?"
    }
    return cause
  }

  /// Why a value that a source's map lacks can't be read.
  ///
  /// - Parameter shown: the value in backticks.
  static func unmappedCause(_ shown: String) -> String {
    "\(shown) is not in the source's map; add it, or `else = …` for all others, or pick rows by `where`"
  }

  /// Whether a text would be a time without the blanks around it.
  static func isPadded(_ text: String) -> Bool {
    TimeParser.written(text.trimmed.utf8Span.span) != nil && TimeParser.written(text.utf8Span.span) == nil
  }

  /// Why a time with blanks around it can't be read.
  ///
  /// - Parameter column: the column to trim in a view; nil for a member.
  static func paddedCause(_ shown: String, _ column: String?) -> String {
    let remedy = column.map { "in a view, `\(onOneLine("trim(\(SQLText.plainName($0)))"))` takes it away" }
    return "\(shown) is a time with a blank before or after it; \(remedy ?? "take it away")"
  }

  /// The cause of a problem with a wall time that clocks skip; nil for any other text.
  static func skippedTimeCause(_ text: Span<UInt8>, in calendar: LocalCalendar) -> String? {
    let shown = quoted(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
    if TimeParser.isSkippedWithItsDate(text, in: calendar) {
      return "\(shown) is a time that clocks skip, and they go on with another date"
    }
    guard case .some((let instant, .skipped)) = TimeParser.instant(text, in: calendar) else { return nil }
    let time = ValueText.time(calendar.timeOfDay(at: instant))
    return "\(shown) is a time that clocks skip, and counts as \(time)"
  }

  /// Whether a text is a number as it stands.
  static func isNumber(_ text: String) -> Bool { Decimal64(parsing: Array(text.utf8).span) != nil }

  /// A number with a decimal comma, as it is with a point; nil for any other text.
  static func withPoint(_ text: String) -> String? {
    let number = text.replacing(",", with: ".")
    return number != text && isNumber(number) ? number : nil
  }

  /// The value as it can stand in a message.
  static func excerpt(_ cell: borrowing Cell) -> String {
    switch cell.storageClass {
    case .null: return "NULL"
    case .blob: return "a BLOB of \(cell.withBlob { $0.count }) bytes"
    case .integer, .real, .text:
      return quoted(cell.text ?? "")
    }
  }

  /// The text in backticks, on one line, cut after 40 Unicode scalars.
  static func quoted(_ text: String) -> String {
    if text.isEmpty { return "`\"\"`" }
    let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
    return "`\(onOneLine(shown))\(text.unicodeScalars.count > 40 ? "…" : "")`"
  }

  static func onOneLine(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      shown.append(scalar.value < 0x20 || scalar.value == 0x7f ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }
}
