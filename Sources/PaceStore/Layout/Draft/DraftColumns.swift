internal import PaceLanguage

/// What columns are commonly called, and which of a table's columns is what.
enum DraftColumns {
  static let at = ["at", "timestamp", "time", "date", "createdat", "loggedat", "occurredat", "ts", "when"]
  static let startedAt = ["startedat", "startat", "starttime", "startdate", "started", "start", "createdat"]
  static let endedAt = ["endedat", "endat", "endtime", "enddate", "ended", "end", "finishedat"]
  static let ids = ["idstring", "id", "uuid", "identifier", "guid", "pk"]
  /// Tables that subjects of any name may be in.
  static let people = [
    "user", "users", "person", "people", "account", "accounts", "profile", "profiles", "member", "members",
  ]
  /// Columns that name such subjects.
  static let owners = [
    "userid", "user", "personid", "person", "accountid", "account", "profileid", "memberid", "owner",
  ]

  /// Columns that say what was logged.
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
    if let named = table.column(ids) { return named }
    if let own = table.column([TableProfile.bare(name) + "id", table.bare + "id"]) { return own }
    let keys = table.columns.filter(\.isKey)
    return keys.count == 1 ? keys[0] : nil
  }

  // MARK: Times

  /// The column of a table's instants, by its name if its values don't contradict, else by its values.
  static func time(
    of table: TableProfile
  ) -> (column: TableProfile.Column, encoding: String?, isNamed: Bool)? {
    let fitting = table.columns.filter { encoding(of: $0) != nil && !$0.isKey }
    for name in at {
      if let found = fitting.first(where: { $0.bare == name }) {
        return (found, encoding(of: found)?.name, true)
      }
    }
    let loosely = at.filter { $0.utf8.count > 2 }
    let named = fitting.first { column in
      column.name.lowercased().hasSuffix("_at") || column.name.hasSuffix("At")
        || loosely.contains { column.bare.contains($0) }
    }
    if let named { return (named, encoding(of: named)?.name, true) }
    return table.columns.first { time(of: $0) != nil && !$0.isKey }.map {
      ($0, encoding(of: $0)?.name, false)
    }
  }

  /// How a column stores instants; nil where its values are none. A nil name is the usual encoding.
  static func encoding(of column: TableProfile.Column) -> (name: String?, isKnown: Bool)? {
    switch column.times {
    case .no: nil
    case .unknown: (TableProfile.hasCoreDataMark(column.name) ? "apple_seconds" : nil, false)
    case .encoded(let name): (name, true)
    }
  }

  /// The encoding of a column that its values alone show to hold times.
  static func time(of column: TableProfile.Column) -> String? {
    guard case .encoded(let name) = column.times else { return nil }
    // Smaller numbers may be counts of anything.
    return name == "julian_day" || name == "apple_seconds" ? nil : name ?? "unix_ms"
  }

  // MARK: Kinds

  /// The column of an event's kinds, with a map where its values are not their names.
  static func kind(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> (column: TableProfile.Column, map: String?, check: String?)? {
    let kinds = event.kinds.map(\.name.text)
    let free = table.columns.filter { !taken.contains($0.name) }
    let told = free.first { $0.isMostly(kinds) }
    guard let column = told ?? table.column(kind(event.name.text), without: taken) else { return nil }
    if column.isEmpty { return (column, nil, nil) }
    var pairs: [(String, String)] = []
    for value in column.values {
      if let kind = kinds.first(where: { $0.lowercased() == value.lowercased() }) {
        pairs.append((value, kind))
      }
    }
    if !pairs.isEmpty { return (column, pairs.allSatisfy { $0.0 == $0.1 } ? nil : map(pairs), nil) }
    pairs = Array(zip(column.values, kinds))
    return pairs.isEmpty ? (column, nil, nil) : (column, map(pairs), "which value is which kind?")
  }

  private static func map(_ pairs: [(String, String)]) -> String {
    "{ " + pairs.map { "\(ValueText.quoted($0.0)) = \($0.1)" }.joined(separator: ", ") + " }"
  }
}

extension TableProfile.Column {
  /// Whether the values are among those of a column of ids, as far as was looked.
  func points(to ids: Self) -> Bool {
    let known = Set(ids.texts).union(ids.numbers.map { String($0) })
    let values = texts.union(numbers.map { String($0) })
    return !values.isEmpty && values.count { known.contains($0) } * 2 > values.count
  }
}
