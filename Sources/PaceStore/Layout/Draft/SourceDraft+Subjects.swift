internal import PaceLanguage

/// Which table holds subjects, and how events refer to them.
extension SourceDraft {
  func likeliestSubjects() -> (table: TableProfile, id: TableProfile.Column, isReferred: Bool)? {
    let name = program.noun
    var best: (score: Int, table: TableProfile, id: TableProfile.Column, isReferred: Bool)?
    for table in tables {
      var score = table.likeness(to: name)
      if score == 0, DraftColumns.people.contains(table.bare) { score = 30 }
      if score == 0, isBeginning(table) { score = 20 }
      let isNamed = isNamedAsSubjects(table)
      let known = subjectID(of: table, called: name, isNamed: isNamed)
      guard let id = known ?? (isNamed ? referredID(of: table) : nil) else { continue }
      // Days have dates for their ids.
      if program.subject.isPerDay, !id.isOfDates { continue }
      // A table of events that starts with the subject's name is not one of subjects.
      if score < 100, table.column(DraftColumns.subject(name), without: [id.name]) != nil { continue }
      if score > best?.score ?? 0 { best = (score, table, id, known == nil) }
    }
    return best.map { ($0.table, $0.id, $0.isReferred) }
  }

  /// The unique column of a table that holds all values of a column of a log.
  private func referredID(of table: TableProfile) -> TableProfile.Column? {
    for log in tables where log.origin != table.origin && DraftColumns.time(of: log) != nil {
      let links = log.columns.filter {
        $0.isOfIDs && DraftColumns.time(of: $0) == nil && !log.numbersRows($0)
      }
      if let id = links.lazy.compactMap(table.key).first { return id }
    }
    return nil
  }

  /// Whether a table is called like the subject or like people.
  private func isNamedAsSubjects(_ table: TableProfile) -> Bool {
    table.likeness(to: program.noun) == 100 || DraftColumns.people.contains(table.bare)
  }

  /// - Parameter isNamed: whether the table's name says that it holds subjects, so that some ids may lack or repeat.
  private func subjectID(
    of table: TableProfile, called name: String, isNamed: Bool
  ) -> TableProfile.Column? {
    let id = DraftColumns.id(of: table, called: name, unique: table.isJSON ? .none : .almost)
    return id ?? (isNamed ? DraftColumns.id(of: table, called: name, unique: .mostly) : nil)
  }

  /// What to say of a table that is called like the subjects, but has no ids; nil if there is none.
  func lostSubjects(among used: Set<String>) -> String? {
    if subjects != nil || program.subject.isPerDay { return nil }
    for table in tables where !table.isJSON && !used.contains(table.origin) && isNamedAsSubjects(table) {
      let ids = DraftColumns.namedIDs(of: table, called: program.noun)
      guard let flaw = ids.first.flatMap(table.flaw) else { continue }
      return "\(table.shown) may hold the \(Noun.plural(program.noun)), but \(flaw)"
    }
    return nil
  }

  /// The table to which a column of events refers that is named like one of owners: `auth_user` for `user_id`.
  ///
  /// A table of any name to which a column is tied has to hold most of what the pack knows of a subject.
  ///
  /// Equal numbers may be chance, so that the table's name has to fit the column's. Objects name their owner by the
  /// same member; those that say something of it are likeliest.
  func ownersReferred(
    to events: [Fit]
  ) -> (table: TableProfile, id: TableProfile.Column, isReferred: Bool)? {
    let logs = Set(events.map(\.table.origin))
    var best: (table: TableProfile, id: TableProfile.Column, attributes: Int)?
    for event in events {
      let owners = event.table.references(DraftColumns.owners).map { (column: $0, least: 0) }
      let most = max(2, program.subject.attributes.count / 2 + 1)
      let tied = event.table.columns.filter { $0.tie != nil }.map { (column: $0, least: most) }
      for link in owners + tied where link.column.isOfIDs {
        for table in tables where !logs.contains(table.origin) {
          guard let id = owner(by: link.column, in: table) else { continue }
          let attributes = attributes(of: table)
          if attributes >= max(link.least, best.map { $0.attributes + 1 } ?? 0) {
            best = (table, id, attributes)
          }
        }
        if let best { return (best.table, best.id, true) }
      }
    }
    return nil
  }

  /// The column of a table's ids if a column of events named like one of owners refers to it.
  private func owner(by link: TableProfile.Column, in table: TableProfile) -> TableProfile.Column? {
    if table.isJSON, let same = table.columns.first(where: { $0.name == link.name }) {
      return same.isOfIDs && link.points(to: same) && attributes(of: table) > 0 ? same : nil
    }
    let isNamed = table.likeness(to: link.stem) > 0 || link.tie?.table == table.name
    guard isNamed || link.numbers.isEmpty else { return nil }
    let known = subjectID(of: table, called: link.stem, isNamed: isNamed)
    guard let id = known ?? (isNamed ? table.key(for: link) : nil) else { return nil }
    return (isNamed ? link.points(to: id) : table.holdsAll(of: link, in: id)) ? id : nil
  }

  /// How many attributes of the subject a table has.
  private func attributes(of table: TableProfile) -> Int {
    var block = DraftBlock(program.noun, table, in: program)
    return program.subject.attributes.count { block.add($0) }
  }

  /// Takes as the subjects' id the column that events refer to: in Core Data it is `Z_PK`, whatever else is an id.
  mutating func referToSubjects(from events: [Fit]) {
    guard let (table, id, isReferred) = subjects else { return }
    for event in events {
      let name = program.events[event.event].name.text
      let own = [DraftColumns.id(of: event.table, called: name), DraftColumns.time(of: event.table)?.column]
      let taken = Set(own.compactMap { $0?.name })
      var target: TableProfile.Column?
      if let named = namedSubject(of: event.table, without: taken) {
        target = table.target(of: named, usual: id, isNamed: true)
      } else {
        _ = linkedSubject(of: event.table, called: name, without: taken) { link, isNamed in
          target = table.target(of: link, usual: id, isNamed: isNamed)
          return target != nil
        }
      }
      guard let target else { continue }
      subjects = (table, target, isReferred || target.name != id.name)
      return
    }
  }

  /// The column of a table that refers to subjects by its values; one whose name suggests it comes first.
  ///
  /// - Parameters:
  ///   - target: what the table's block is for.
  ///   - refers: given a column, and whether its name suggests it: whether the column refers to subjects.
  func linkedSubject(
    of table: TableProfile, called target: String, without taken: Set<String>,
    where refers: (TableProfile.Column, Bool) -> Bool
  ) -> TableProfile.Column? {
    let claimed = fields(of: DraftBlock(target, table, in: program))
    let owners = table.references(DraftColumns.owners, without: taken)
    let others = table.columns.filter { column in
      !taken.contains(column.name) && !claimed.contains(column.name) && !column.isBookkeeping
        && !owners.contains { $0.name == column.name }
    }
    // Small numbers may be those of a scale, which likely has fewer values than there are subjects.
    let mostVaried = others.sorted(on: { -$0.ids.count })
    let keys = table.columns.count(where: \.isKey)
    let isLikely = { (column: TableProfile.Column) in
      column.isOfIDs && DraftColumns.time(of: column) == nil && !(column.isKey && keys == 1)
    }
    // A key of another table names nobody, and numbers of rows are equal to ids by chance.
    let isFree = { (column: TableProfile.Column) in
      column.tie.map { $0.table == subjects?.table.name } ?? !table.numbersRows(column)
    }
    return owners.first { isLikely($0) && refers($0, true) }
      ?? mostVaried.first { isLikely($0) && isFree($0) && refers($0, false) }
  }

  /// The column of events that is called like the subject, or like the table of subjects.
  func namedSubject(of table: TableProfile, without taken: Set<String>) -> TableProfile.Column? {
    let name = program.noun
    let named = table.references(DraftColumns.subject(name), without: taken)
    if let stored = named.first(where: \.isOfIDs) { return stored }
    guard let subjects = subjects?.table else { return nil }
    return table.columns.first { column in
      let isTied = column.tie.map { $0.table == subjects.name } ?? false
      return !taken.contains(column.name) && column.isOfIDs
        && (isTied || !column.stem.isEmpty && subjects.likeness(to: column.stem) == 100)
    }
  }

  /// Whether a table with times has a column that is named or declared to refer to subjects, and holds the draft's.
  func refersToSubjects(_ table: TableProfile) -> Bool {
    guard let subjects, table.origin != subjects.table.origin,
      let at = DraftColumns.time(of: table)
    else { return false }
    return namedSubject(of: table, without: [at.column.name])?.points(to: subjects.id) ?? false
  }

  /// Whether a table has a start and an attribute of the subject, and is called like no event.
  private func isBeginning(_ table: TableProfile) -> Bool {
    table.column(DraftColumns.startedAt) != nil
      && !program.events.contains { table.likeness(to: $0.name.text) >= 60 }
      && program.subject.attributes.contains { table.column([TableProfile.bare($0.name.text)]) != nil }
  }
}
