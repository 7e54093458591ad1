internal import PaceLanguage

/// Blocks that only objects have: a subject's end by itself, the catalogue of kinds, settings.
extension SourceDraft {
  /// The member that tells sorts of objects apart: it has one text in each sort, different from all others'.
  ///
  /// Nil if there is none, and for tables.
  var memberOfSorts: (name: String, values: [String])? {
    let sorts = tables.filter { $0.isJSON && $0.holder == nil }
    guard sorts.count > 1, let first = sorts.first else { return nil }
    for column in first.columns {
      let values = sorts.compactMap { sort -> String? in
        let texts = sort.columns.first { $0.name == column.name }?.texts ?? []
        return texts.count == 1 ? texts.first : nil
      }
      if values.count == sorts.count, Set(values).count == sorts.count { return (column.name, values) }
    }
    return nil
  }

  /// A block for objects that give a subject's end.
  func endBlock(_ table: TableProfile) -> DraftBlock? {
    guard table.isJSON, let id = table.column(DraftColumns.subject(program.noun)),
      let end = table.column(DraftColumns.endedAt, without: [id.name]),
      let fit = DraftColumns.fit(ofTimes: end)
    else { return nil }
    var block = DraftBlock(program.noun, table, in: program)
    block.add("id", id)
    block.add("ended_at", end, fit)
    return block
  }

  /// A block for the catalogue of kinds, with the values that fill their rows. Its objects have no time, and say what
  /// a kind is called, whether it is offered or in which order.
  func kindBlock(_ table: TableProfile) -> DraftBlock? {
    let kinds = program.events.flatMap { $0.kinds.map(\.name.text) }
    guard table.isJSON, DraftColumns.time(of: table) == nil,
      let kind = table.columns.first(where: { $0.isMostly(kinds) })
    else { return nil }
    var block = DraftBlock("kinds", table, in: program)
    block.check = "is this the catalogue of kinds?"
    block.add("kind", kind)
    block.add("label", ["label", "displayname", "title", "name"])
    block.add("enabled", ["enabled", "isenabled", "active", "isactive"])
    block.add("order", ["order", "sortorder", "position", "index"])
    guard block.taken.count > 1 else { return nil }
    var names: Set<String> = []
    for field in program.events.filter({ !$0.kinds.isEmpty }).flatMap(\.fields)
    where names.insert(field.name.text).inserted { _ = block.add(field) }
    return block
  }

  /// A block for settings, from objects with members named like several attributes.
  func settingBlock(_ table: TableProfile) -> DraftBlock? {
    guard table.isJSON else { return nil }
    var block = DraftBlock("settings", table, in: program)
    let count = program.subject.attributes.count { block.add($0) }
    return count > 1 ? block : nil
  }
}
