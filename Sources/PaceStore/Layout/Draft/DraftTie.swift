internal import PaceLanguage

/// The table that a column is a key of, because it is declared so, or called and filled like one.
struct DraftTie {
  /// The table's name.
  let table: String
  /// What the table's ids are called, by each column that says it; none if it has many rows.
  let labels: [Labels]

  struct Labels {
    let column: String
    let texts: [(id: String, text: String)]
  }

  /// Nil if the column of `table` is no key of another.
  init?(_ column: TableProfile.Column, of table: TableProfile, among tables: [TableProfile]) {
    if table.isJSON { return nil }
    if let target = column.declaredTarget {
      let other = tables.first { SQLText.areSame($0.name, target) }
      self.table = other?.name ?? target
      let id = other?.origin == table.origin ? nil : other?.key(for: column)
      labels = id.flatMap { other?.labels(of: $0) } ?? []
      return
    }
    guard !column.stem.isEmpty else { return nil }
    let names = [column.stem, TableProfile.bare(Noun.plural(column.stem))]
    for other in tables where other.origin != table.origin && names.contains(other.bare) {
      guard let id = other.key(for: column) else { continue }
      self.table = other.name
      labels = other.labels(of: id)
      return
    }
    return nil
  }
}

extension TableProfile.Column {
  /// The bare names of the ends of a path: `userid` and `id` for `data.user.id`.
  var bareEnds: [String] {
    let keys = name.split(separator: ".")
    return keys.indices.dropFirst().map { TableProfile.bare(keys[$0...].joined()) }
  }

  /// The bare name without a word for ids at its end: `account` for `account_uuid`.
  var stem: String {
    let word = ["uuid", "guid", "id", "key", "pk", "fk"].first { bare.hasSuffix($0) }
    return String(bare.dropLast(word?.utf8.count ?? 0))
  }
}

extension TableProfile {
  /// The column of ids that holds all values of another table's column.
  func key(for link: Column) -> Column? {
    (key + columns.filter { !$0.isKey }).first { column in
      column.isOfIDs && !column.hasNulls && isUnique(column) && holdsAll(of: link, in: column)
    }
  }

  /// What each row's id is called by each column that has a text in all rows.
  fileprivate func labels(of id: Column) -> [DraftTie.Labels] {
    guard let place = columns.firstIndex(where: { $0.name == id.name }), firstRows.count == rows else {
      return []
    }
    return columns.indices.filter { !columns[$0].texts.isEmpty }.compactMap { index in
      var texts: [(id: String, text: String)] = []
      for row in firstRows {
        guard let id = row[place], let text = row[index] else { return nil }
        texts.append((id, text))
      }
      return DraftTie.Labels(column: columns[index].name, texts: texts)
    }
  }
}
