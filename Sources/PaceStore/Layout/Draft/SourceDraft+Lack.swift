internal import PaceEngine
internal import PaceLanguage

/// Why nothing is drafted, and what makes it readable.
extension SourceDraft {
  /// Why there is no text.
  var lack: String {
    if tables.isEmpty { return "no table has rows yet" }
    guard let table = tables.first(where: { DraftColumns.time(of: $0) != nil }) else {
      let what = tables.contains(where: \.isJSON) ? "no member" : "no column of a table with rows"
      guard let (table, column) = DraftColumns.nearestTime(in: tables) else {
        return unnamed.map { "\(what) holds times: \($0)" } ?? "\(what) holds times \(Self.form)"
      }
      let place = [column.name, table.name].filter { !$0.isEmpty }.map { RowDecoder.quoted($0) }
      let near = "\(what) holds times: \(place.joined(separator: " of ")) comes nearest"
      return near + ", but " + Self.fault(of: column, in: table)
    }
    let name = RowDecoder.quoted(table.name)
    guard let rule = ruleColumn(of: table) else {
      return "\(name) has times, but no column of ids, which are texts, whole numbers or UUIDs"
    }
    return
      "\(name) has times, but its \(RowDecoder.quoted(rule.name)) holds names of rules, as given notices do; "
      + "if it is the log all the same, map it in a source"
  }

  /// The remark on a column whose numbers are times of this century, but whose name suggests none; nil without one.
  private var unnamed: String? {
    for table in tables {
      for column in table.columns {
        guard case .encoded(let encoding) = column.times else { continue }
        return
          "\(RowDecoder.quoted(column.name)) of \(table.shown) would hold times of this century, but is a key or "
          + "is not called a time; if it holds times all the same, map it in a source, `as \(encoding ?? "unix_ms")`"
      }
    }
    return nil
  }

  /// Completes "times …" and "a time …".
  private static let form = "\(TimeParser.form), or a number of this century"

  /// Why a column, though it comes near, doesn't hold times, and what would mend it.
  private static func fault(of column: TableProfile.Column, in table: TableProfile) -> String {
    guard let value = column.notTimes.first else {
      let several = column.encodedTimes.map { "\(RowDecoder.quoted($0.value)) as `\($0.encoding)`" }
      let remedy = table.isJSON ? "write all alike" : "in SQLite a view with `CASE` can make them one"
      return "it holds times of several encodings, \(several.joined(separator: ", ")); \(remedy)"
    }
    if RowDecoder.isPadded(value) {
      return RowDecoder.paddedCause(RowDecoder.quoted(value), table.isJSON ? nil : column.name)
    }
    let isNumber = column.texts.contains(value) && RowDecoder.isNumber(value)
    let fault = "\(RowDecoder.quoted(value))\(isNumber ? " as a text" : "") is not a time \(form)"
    if isNumber, let number = Double(value), TimeEncoding.likely(of: number) != nil {
      let cast = RowDecoder.onOneLine(SQLText.numeric(column.name))
      return fault
        + (table.isJSON ? "; without quotes it is one" : "; in a view, `\(cast)` makes it a number")
    }
    if !column.texts.contains(value), TableProfile.Column.isTime(value) {
      let cast = RowDecoder.onOneLine(SQLText.textual(column.name))
      return fault + (table.isJSON ? "; in quotes it is a date" : "; in a view, `\(cast)` makes it a date")
    }
    guard column.resemblesTimes else { return fault }
    let place = table.isJSON ? "" : "; in SQLite a view with `substr` can"
    let colons = value.count { $0 == ":" }
    if colons > 0 { return "\(fault); write it anew as `YYYY-MM-DD HH:MM\(colons > 1 ? ":SS" : "")`\(place)" }
    let clock = table.columns.first { $0.resemblesTimesOfDay && $0.name != column.name }
    let join = clock.map { ", joined to \(RowDecoder.quoted($0.name))" } ?? ""
    return "\(fault); write it anew as `YYYY-MM-DD`\(join)\(place)"
  }
}

extension TableProfile.Column {
  /// For each encoding that some of the values have, the least of them.
  fileprivate var encodedTimes: [(value: String, encoding: String)] {
    var found: [(value: String, encoding: String)] = []
    if let text = texts.filter(Self.isTime).min() { found.append((text, "iso8601")) }
    for number in numbers.sorted() {
      guard let name = TimeEncoding.likely(of: number)?.name else { continue }
      if !found.contains(where: { $0.encoding == name }) { found.append((Self.text(of: number), name)) }
    }
    return found
  }
}
