internal import PaceLanguage

extension LogReader {
  /// How many rows of events there are to be read, at most `limit`.
  public func countEvents(upTo limit: Int) throws(StoreError) -> Int {
    var count = 0
    for index in events where count < limit {
      count += try tables[index].plan.count(in: connection, subject: options.subject, upTo: limit - count)
    }
    return count
  }

  /// About how many rows of events there are, if the database can tell at once.
  public var roughCount: Int? {
    if options.subject != nil { return nil }
    let counts = events.map { tables[$0].plan.roughCount(in: connection) }
    return counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// The tables whose rows all fail a source's `where`, if that leaves no event at all.
  func unpassedTables() throws(StoreError) -> [String] {
    guard events.allSatisfy({ tables[$0].isEmpty }) else { return [] }
    var names: [String] = []
    for index in events {
      // Another reader may have read other subjects.
      let plan = tables[index].plan
      if try plan.count(in: connection, subject: nil, upTo: 1) > 0 { return [] }
      let name = plan.layout.name
      if !names.contains(name), connection.hasRows(name) { names.append(name) }
    }
    return names
  }

  /// A table of events or of subjects as one that is lost.
  func lostTable(_ index: Int) -> LostTable {
    let layout = tables[index].plan.layout
    let table = layout.name
    let isShared = tables.count { $0.plan.layout.name == table } > 1
    let target = layout.target.event.map { program.events[$0.index].name.text } ?? program.noun
    return LostTable(
      table: table, medium: layout.isCSV ? .csv : layout.isKept ? .log : .database,
      target: isShared ? target : nil)
  }

  /// Whether a table of events or of subjects has rows, and none of them, of whichever subject, can be read.
  func isLost(_ index: Int) throws(StoreError) -> Bool {
    if !tables[index].isLost { return false }
    if options.subject == nil, options.within == nil { return true }
    let skipped = tables[index].skipped
    return try tables[index].plan.count(in: connection, subject: nil, upTo: skipped + 1) <= skipped
  }
}
