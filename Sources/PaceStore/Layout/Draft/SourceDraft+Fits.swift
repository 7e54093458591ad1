internal import PaceLanguage

/// Which table holds which event.
extension SourceDraft {
  struct Fit {
    var event: Int
    var table: TableProfile
    var score: Int
    /// The kind that all rows are of, by the table's name.
    var kind: String?
    /// Whether the table's rows refer to those of the table of subjects.
    var refers = false
    /// If `table` is a view that mends another table, that table's origin.
    var original: String?

    /// The score, plus a bonus for many rows: of tables that fit about equally, the log has the most.
    ///
    /// To refer to subjects says more than a name of a time, and less than a field.
    var rank: Int { score + 2 * String(table.rows).utf8.count + (refers ? 8 : 0) }
  }

  /// The least score of a plausible table: without a fitting name, it needs a time and something of the event.
  static let plausible = 15

  /// A table for each event, the best fits first; if none is plausible, the likeliest of them all.
  func assignEvents() -> [Fit] {
    var fits: [Fit] = []
    for (index, event) in program.events.enumerated() {
      for table in tables where table.origin != subjects?.table.origin {
        guard let score = score(table, for: event) else { continue }
        fits.append(
          Fit(
            event: index, table: table, score: score, kind: kind(of: event, namedBy: table),
            refers: referring.contains(table.origin)))
      }
    }
    let plausible = fits.filter { $0.score >= Self.plausible }
    let likely = plausible.filter { !hasEqual($0, among: plausible) }
    let sorted = (likely.isEmpty ? fits : likely).enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (b.rank, b.table.rows, one.offset) < (a.rank, a.table.rows, other.offset)
    }
    var chosen: [Fit] = []
    for (_, fit) in sorted {
      let isTaken = chosen.contains { other in
        let isOtherKind = other.kind != nil && fit.kind != nil && other.kind != fit.kind
        return [other.table.origin, other.original].contains(fit.table.origin)
          || other.event == fit.event && !isOtherKind
      }
      if isTaken { continue }
      chosen.append(mended(fit))
    }
    return likely.isEmpty ? Array(chosen.prefix(1)) : chosen
  }

  /// Whether another table may hold an event as well as the one that is read for it.
  ///
  /// A plausible one may; any other only if both refer to subjects and it fits no worse.
  func mayHold(_ table: TableProfile, event: Int, besides chosen: [Fit]) -> Bool {
    guard let score = score(table, for: program.events[event]) else { return false }
    if score >= Self.plausible { return true }
    let fit = chosen.first { $0.event == event }
    return fit.map { $0.refers && score >= $0.score } ?? false && referring.contains(table.origin)
  }

  /// Whether a fit's rows are called like no event, and so are other rows of the same table that fit the event.
  private func hasEqual(_ fit: Fit, among fits: [Fit]) -> Bool {
    isNameless(fit.table)
      && fits.contains { other in
        other.event == fit.event && other.table.name == fit.table.name
          && other.table.origin != fit.table.origin && isNameless(other.table)
      }
  }

  /// Whether a table's rows of one sort are called like no event and no kind.
  private func isNameless(_ table: TableProfile) -> Bool {
    table.sort != nil && !table.isJSON
      && !program.events.contains { event in
        table.likeness(to: event.name.text) > 0 || kind(of: event, namedBy: table) != nil
      }
  }

  /// Whether a table's rows are of one sort, and the event has a table of its own that they may be about.
  private func isAboutTable(of event: EventType, _ table: TableProfile) -> Bool {
    table.sort != nil && !table.isJSON
      && tables.contains { other in
        other.sort == nil && other.likeness(to: event.name.text) == 100 && DraftColumns.time(of: other) != nil
      }
  }

  /// How well a table may hold an event; nil if it has no times or no ids, or holds notices.
  func score(_ table: TableProfile, for event: EventType) -> Int? {
    guard let at = DraftColumns.time(of: table), !isAboutTable(of: event, table) else { return nil }
    let hasID =
      DraftColumns.id(of: table, called: event.name.text) != nil || DraftColumns.hasSubstitute(table)
    guard hasID || table.rowID != nil || table.isJSON, ruleColumn(of: table) == nil else { return nil }
    let isKind = kind(of: event, namedBy: table) != nil
    var score = isKind ? 90 : table.likeness(to: event.name.text)
    if at.isNamed, !at.isLater { score += 5 }
    // Of a log of subjects, every row says whose it is.
    if !referring.isEmpty, !referring.contains(table.origin) { score -= 5 }
    let kinds = event.kinds.map(\.name.text)
    if table.columns.contains(where: { $0.isMostly(kinds) }) { score += 80 }
    if !kinds.isEmpty, DraftColumns.kind(of: event, in: table, without: [at.column.name]) != nil {
      score += 10
    }
    // Without kinds, a time and an id are all that an event needs.
    if kinds.isEmpty, hasID || table.key.count > 1 { score += 10 }
    let block = DraftBlock(event.name.text, table, in: program)
    let fields = event.fields.count { field in
      block.columns(for: field).contains { DraftFit(field, $0, in: program, times: at.encoding) != nil }
    }
    return score + fields * 10
  }

  /// The kind that all rows of a table have, by the table's name or by the value that picks its rows.
  ///
  /// Nil if the table is called like the event, or a column holds kinds.
  private func kind(of event: EventType, namedBy table: TableProfile) -> String? {
    let kinds = event.kinds.map(\.name.text)
    if table.likeness(to: event.name.text) == 100 || table.columns.contains(where: { $0.isMostly(kinds) }) {
      return nil
    }
    let begun = table.sort.map { sort in kinds.first { TableProfile.begins(sort.values[0], with: $0) } }
    return kinds.first { table.likeness(to: $0) == 100 } ?? begun ?? nil
  }

  /// The column in which a table names rules, as a table of given notices does.
  func ruleColumn(of table: TableProfile) -> TableProfile.Column? {
    table.columns.first { $0.isMostly(program.rules.map(\.name.text)) }
  }
}
