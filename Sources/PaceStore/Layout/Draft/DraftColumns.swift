internal import PaceLanguage

/// Common names of columns, and the choice of a table's columns by names and values.
enum DraftColumns {
  static let startedAt = [
    "startedat", "startat", "starttime", "startdate", "started", "start", "dtstart", "begin", "createdat",
  ]
  static let endedAt = ["endedat", "endat", "endtime", "enddate", "ended", "end", "dtend", "finishedat"]
  static let ids = ["idstring", "id", "uuid", "uid", "identifier", "guid", "pk"]
  /// Names of tables that may hold subjects, whatever a subject is called.
  static let people = [
    "user", "users", "person", "people", "account", "accounts", "profile", "profiles", "member", "members",
  ]
  /// Names of columns that refer to such tables.
  static let owners = [
    "userid", "user", "personid", "person", "accountid", "account", "profileid", "memberid", "owner",
  ]

  private static let at = [
    "at", "timestamp", "time", "date", "datetime", "createdat", "loggedat", "occurredat", "ts", "when",
  ]
  /// Parts of the names of columns that hold other times, such as of a row's last change.
  private static let otherTimes = [
    "last", "updated", "modified", "changed", "deleted", "expir", "finish", "added", "dtstamp",
  ]
  /// Names of columns that say what was logged.
  private static let whats = ["what", "item", "action", "name"]

  static func kind(_ event: String) -> [String] {
    let event = TableProfile.bare(event)
    return ["kind", event + "typeid", event + "type", event + "kind", "typeid", "type", "category", "code"]
      + whats
  }

  static func subject(_ subject: String) -> [String] {
    let subject = TableProfile.bare(subject)
    return [subject + "idstring", subject + "id", subject, subject + "uuid", "parentid", "parent"]
  }

  static func id(of table: TableProfile, called name: String) -> TableProfile.Column? {
    let named = table.columns(
      ids + [TableProfile.bare(name) + "id", table.bare + "id"], loosely: false, without: [])
    if let stored = named.first(where: { $0.isOfIDs && !$0.hasNulls }) { return stored }
    let keys = table.columns.filter { $0.isKey && $0.isOfIDs && !$0.hasNulls }
    return keys.count == 1 ? keys[0] : nil
  }

  /// A column to use as the id of a table that has neither ids nor row numbers.
  static func substitute(of table: TableProfile) -> TableProfile.Column? {
    table.isJSON || table.hasRowID ? nil : table.columns.first { $0.isOfIDs && !$0.hasNulls }
  }

  // MARK: Times

  /// The column of a table's instants, chosen by its values, and among several by its name.
  static func time(
    of table: TableProfile
  ) -> (column: TableProfile.Column, encoding: String?, isNamed: Bool)? {
    var best: (column: TableProfile.Column, encoding: String?, rank: Int)?
    for column in table.columns {
      guard case .encoded(let encoding) = column.times, let rank = rank(column), rank < best?.rank ?? .max
      else { continue }
      best = (column, encoding, rank)
    }
    return best.map { ($0.column, $0.encoding, $0.rank % tier < unnamed) }
  }

  private static let tier = 100
  private static let unnamed = 60

  /// The rank of a column for holding the rows' instants, the least being the likeliest; nil if it can't.
  private static func rank(_ column: TableProfile.Column) -> Int? {
    // Plain dates, keys and times of later changes to a row rank last, whatever their names.
    let isOther = isEnd(column) || otherTimes.contains { column.bare.contains($0) }
    let last = (isOther ? tier : 0) + (column.isKey ? 2 * tier : 0) + (column.isOfDays ? 4 * tier : 0)
    if let index = (at + startedAt).firstIndex(of: column.bare) { return last + index }
    let isNamed =
      column.name.lowercased().hasSuffix("_at") || column.name.hasSuffix("At") || column.isDeclaredTime
      || (at + startedAt).contains { $0.utf8.count > 2 && column.bare.contains($0) }
    if isNamed, !column.isKey { return last + unnamed - 1 }
    return time(of: column) == nil ? nil : last + unnamed
  }

  /// Whether a column's name suggests an end.
  static func isEnd(_ column: TableProfile.Column) -> Bool {
    column.bare.hasPrefix("end") || column.bare.hasSuffix("end") || endedAt.contains(column.bare)
  }

  /// How a column stores instants: nil if it holds none, with a nil name for the default encoding.
  static func encoding(of column: TableProfile.Column) -> (name: String?, isKnown: Bool)? {
    switch column.times {
    case .no: nil
    case .unknown: (TableProfile.hasCoreDataMark(column.name) ? "apple_seconds" : nil, false)
    case .encoded(let name): (name, true)
    }
  }

  /// The encoding of a column whose values alone show that it holds times; nil for any other.
  static func time(of column: TableProfile.Column) -> String? {
    guard case .encoded(let name) = column.times else { return nil }
    // Smaller numbers may be counts of anything.
    return name == "julian_day" || name == "apple_seconds" ? nil : name ?? "unix_ms"
  }

  // MARK: Kinds

  /// The column of an event's kinds, with a map if its values are not the kinds' names.
  static func kind(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> (column: TableProfile.Column, fit: DraftFit)? {
    let kinds = event.kinds.map(\.name.text)
    let free = table.columns.filter { !taken.contains($0.name) && !$0.isBookkeeping && !$0.hasBlobs }
    var candidates = free.filter { $0.isMostly(kinds) }
    candidates += kind(event.name.text).flatMap { name in free.filter { $0.bare == name } }
    candidates += free.filter { column in
      ["type", "kind", "category"].contains { column.bare.hasSuffix($0) } && time(of: column) == nil
    }
    for column in candidates where !column.isEmpty {
      if let map = DraftMap(column, to: kinds) {
        return (column, DraftFit(map.isNeeded ? map.text : nil, check: map.check))
      }
    }
    // A column of codes under any other name, if it is the only one.
    let fields = event.fields.map { TableProfile.bare($0.name.text) }
    let codes = free.filter { column in
      column.isOfCodes && column.numbers.count <= kinds.count && !fields.contains { column.bare.contains($0) }
    }
    if codes.count == 1, let map = DraftMap(codes[0], to: kinds) {
      return (codes[0], DraftFit(map.text, check: map.check))
    }
    return candidates.first(where: \.isEmpty).map { ($0, DraftFit()) }
  }
}

extension TableProfile.Column {
  /// Whether most of the sampled values are among those of a column of ids.
  func points(to ids: Self) -> Bool {
    !self.ids.isEmpty && self.ids.count { ids.ids.contains($0) } * 2 > self.ids.count
  }

  /// The texts, and the numbers as texts.
  var written: Set<String> {
    texts.union(numbers.map { number in Int64(exactly: number).map(String.init) ?? String(number) })
  }
}
