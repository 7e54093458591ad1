internal import PaceLanguage

/// Views that mend what a draft of their table asks about.
extension SourceDraft {
  /// The fit of a view that has all columns of a fit's table and fewer doubts, as one that joins dates and times of
  /// day has; the fit itself without one.
  func mended(_ fit: Fit) -> Fit {
    let doubts = doubts(of: fit.table, for: program.events[fit.event])
    if doubts == 0 || fit.table.isView { return fit }
    var best: (view: TableProfile, doubts: Int)?
    for view in tables where view.isView && isView(view, of: fit.table) {
      let left = self.doubts(of: view, for: program.events[fit.event])
      if left < best?.doubts ?? doubts { best = (view, left) }
    }
    guard let best else { return fit }
    var mended = fit
    mended.original = fit.table.origin
    mended.table = best.view.standing(for: fit.table)
    return mended
  }

  /// Whether a view has a table's columns, but for marks of deleted rows, and no more rows.
  private func isView(_ view: TableProfile, of table: TableProfile) -> Bool {
    view.rows <= table.rows && view.sort?.column == table.sort?.column
      && view.sort?.values == table.sort?.values
      && Set(table.columns.map(\.name)).isSubset(of: view.columns.map(\.name))
  }

  /// How many things a view could mend of a table: days without times of day, no ids, marks of deleted rows, values
  /// that fit no field.
  private func doubts(of table: TableProfile, for event: EventType) -> Int {
    let at = DraftColumns.time(of: table)?.column
    let hasID = table.rowID != nil || DraftColumns.id(of: table, called: event.name.text) != nil
    let block = DraftBlock(event.name.text, table, in: program)
    let misfits = event.fields.count { field in
      let columns = block.columns(for: field)
      return !columns.isEmpty && !columns.contains { DraftFit(field, $0, in: program, times: nil) != nil }
    }
    return misfits + (at?.isOfDays ?? true ? 1 : 0) + (hasID ? 0 : 1)
      + table.deletionMarks.count(where: \.marksRows)
  }
}
