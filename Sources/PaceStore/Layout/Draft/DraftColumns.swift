internal import PaceLanguage

/// Common names of columns, and the choice of a table's columns by names and values.
enum DraftColumns {
  static let startedAt = [
    "startedat", "startat", "starttime", "startdate", "started", "start", "dtstart", "begin", "createdat",
  ]
  static let endedAt = ["endedat", "endat", "endtime", "enddate", "ended", "end", "dtend", "finishedat"]
  static let ids = ["idstring", "id", "uuid", "identifier", "guid", "uid", "pk"]
  /// Names of tables that may hold subjects, whatever a subject is called.
  static let people = [
    "user", "users", "person", "people", "account", "accounts", "profile", "profiles", "member", "members",
  ]
  /// Names of columns that refer to such tables.
  static let owners = [
    "userid", "user", "personid", "person", "accountid", "account", "profileid", "memberid", "owner",
    "ownerid", "username", "usr", "usrid", "who",
  ]

  private static let at = [
    "at", "timestamp", "time", "date", "datetime", "createdat", "loggedat", "occurredat", "ts", "when",
  ]
  /// Parts of the names of columns with the time when a row was made, perhaps long after what it records.
  private static let creationNames = [
    "create", "creation", "inserted", "added", "imported", "uploaded", "ingested",
  ]
  /// Parts of the names of columns that hold other times, such as of a row's last change.
  private static let otherTimes = [
    "last", "updated", "modified", "changed", "deleted", "expir", "finish", "synced", "exported", "archived",
    "dtstamp",
  ]
  /// Names of columns that say what was logged.
  private static let contentNames = ["what", "item", "action", "name"]

  static func kind(_ event: String) -> [String] {
    let event = TableProfile.bare(event)
    return ["kind", event + "typeid", event + "type", event + "kind", "typeid", "type", "category", "code"]
      + contentNames
  }

  static func subject(_ subject: String) -> [String] {
    let subject = TableProfile.bare(subject)
    return [subject + "idstring", subject + "id", subject, subject + "uuid", "parentid", "parent"]
  }

  /// The column of a table's own ids: it is called so or the primary key, and hardly ever repeats.
  ///
  /// - Parameters:
  ///   - name: what the table holds.
  ///   - mayRepeat: whether several rows may be about one thing.
  static func id(
    of table: TableProfile, called name: String, mayRepeat: Bool = false
  ) -> TableProfile.Column? {
    let own = [TableProfile.bare(name) + "id", table.bare + "id"]
    let named = table.columns(["idstring", "id"] + own + ["uuid", "identifier", "guid"])
    let key = table.key.count == 1 ? table.key : []
    // A `uid` may as well be a user's.
    return (named + key + table.columns(["uid", "pk"])).first { column in
      column.isOfIDs && !column.hasNulls && (column.isKey || column.tie == nil)
        && (mayRepeat || table.isNearlyUnique(column))
    }
  }

  /// Whether a table has neither ids nor row numbers, but a column that may do as an id.
  static func hasSubstitute(_ table: TableProfile) -> Bool { !candidates(in: table).isEmpty }

  /// The column that does best as the id of a table that has neither ids nor row numbers, and what to check.
  ///
  /// - Parameter owner: the column that names the subject.
  static func substitute(
    of table: TableProfile, besides owner: TableProfile.Column?, of subject: String
  ) -> (column: TableProfile.Column, check: String, isUnique: Bool)? {
    let all = candidates(in: table)
    let others = all.filter { $0.name != owner?.name }
    if let unique = others.first(where: table.isUnique) {
      return (unique, "no column is called an id", true)
    }
    let rest = table.key.filter { $0.name != owner?.name }
    if let owner, owner.isKey, rest.count == 1, others.contains(where: { $0.name == rest[0].name }) {
      let question = "is this one different in each row of \(Noun.one(subject))?"
      return (rest[0], "no column is called an id; \(question)", true)
    }
    guard let first = all.first else { return nil }
    let parts = table.key.map { SQLText.plainName($0.name) }
    let id =
      parts.isEmpty ? "such as the `rowid` of its table" : "`\(parts.joined(separator: " || ' ' || ")) AS id`"
    return (first, "it is no id, as it repeats; a view can make one: \(id)", false)
  }

  /// The columns of a table without row numbers that hold ids, those of its key first.
  private static func candidates(in table: TableProfile) -> [TableProfile.Column] {
    if table.isJSON || table.hasRowID { return [] }
    let stored = table.columns.filter { $0.isOfIDs && !$0.hasNulls }
    return stored.filter(\.isKey) + stored.filter { !$0.isKey }
  }

  /// The columns that may name the subject although their names don't suggest it: keys of other tables, columns named
  /// like ids, and repeated texts.
  ///
  /// - Parameter taken: the columns that hold something else.
  static func mayNameSubject(_ table: TableProfile, without taken: Set<String>) -> [TableProfile.Column] {
    let free = table.columns.filter { column in
      !taken.contains(column.name) && !column.isBookkeeping && column.isOfIDs && time(of: column) == nil
        && column.ids.count > 1 && !table.isUnique(column)
    }
    let isKey = { (column: TableProfile.Column) in
      column.declaredTarget != nil || column.bare.hasSuffix("id")
    }
    let isName = { (column: TableProfile.Column) in
      column.numbers.isEmpty && !column.isOfTimesOfDay && !column.texts.allSatisfy(DraftFit.isTruth)
    }
    return free.filter(isKey) + free.filter { !isKey($0) && !$0.isOfSorts && isName($0) }
  }

  // MARK: Times

  /// The column of a table's instants, chosen by its values, and among several by its name.
  struct Time {
    let column: TableProfile.Column
    /// Nil for the default.
    let encoding: String?
    /// Whether its name is one of a time.
    let isNamed: Bool
    /// Whether its name is one of an end or a later change.
    let isLater: Bool
    /// The other columns that could be it.
    let others: [TableProfile.Column]
    /// The column that is likelier by its name, but holds times in a form that is not read.
    let unread: TableProfile.Column?
  }

  static func time(of table: TableProfile) -> Time? {
    var best: (column: TableProfile.Column, encoding: String?, rank: Int)?
    for column in table.columns {
      guard case .encoded(let encoding) = column.times, let rank = rank(column, in: table),
        rank < best?.rank ?? .max
      else { continue }
      best = (column, encoding, rank)
    }
    guard let best else { return nil }
    let others = table.columns.filter { column in
      guard case .encoded = column.times, column.name != best.column.name,
        let rank = rank(column, in: table)
      else { return false }
      // Less likely ones count only where the chosen one is no better.
      return rank < other || best.rank >= other || (best.rank >= tier && (days..<days + other).contains(rank))
    }
    // Only what says when a row was made or changed is worse than dates in another form.
    let unread =
      best.rank < tier ? nil : nearestTime(in: [table]) { $0.resemblesTimes && $0.name != best.column.name }
    return Time(
      column: best.column, encoding: best.encoding, isNamed: best.rank % tier < unnamed,
      isLater: isLater(best.column), others: others, unread: unread?.column)
  }

  /// Of the columns that don't hold times throughout, the one that comes nearest to it: it has the greatest share of
  /// times or, if none has any, dates in another form, or the name of a time.
  ///
  /// - Parameter isMeant: which columns to look at.
  static func nearestTime(
    in tables: [TableProfile], where isMeant: (TableProfile.Column) -> Bool = { _ in true }
  ) -> (table: TableProfile, column: TableProfile.Column)? {
    typealias Nearness = (share: Double, resembles: Int, rank: Int)
    var best: (table: TableProfile, column: TableProfile.Column, nearness: Nearness)?
    for table in tables {
      for column in table.columns where column.times == .no && !column.hasBlobs && isMeant(column) {
        let rank = rank(column, in: table)
        let nearness = (column.shareOfTimes, column.resemblesTimes ? 1 : 0, -(rank ?? .max))
        if nearness.0 == 0, nearness.1 == 0, rank == nil { continue }
        if best.map({ nearness > $0.nearness }) ?? true { best = (table, column, nearness) }
      }
    }
    return best.map { ($0.table, $0.column) }
  }

  /// By how much columns of a sort that is less likely rank after those of another.
  private static let tier = 100
  private static let other = 2 * tier
  private static let key = 4 * tier
  private static let days = 8 * tier
  private static let unnamed = 60

  /// The rank of a column for holding the rows' instants, the least being the likeliest; nil if it can't.
  private static func rank(_ column: TableProfile.Column, in table: TableProfile) -> Int? {
    // Plain dates, keys and times of making or changing a row rank last, whatever their names.
    let isKey = column.isKey && table.key.count == 1
    let isCreation = creationNames.contains { column.bare.contains($0) }
    let last =
      (isCreation ? tier : 0) + (isLater(column) ? other : 0) + (isKey ? key : 0)
      + (column.isOfDays ? days : 0)
    if let index = (at + startedAt).firstIndex(of: column.bare) { return last + index }
    let isNamed =
      column.name.lowercased().hasSuffix("_at") || column.name.hasSuffix("At") || column.isDeclaredTime
      || (at + startedAt).contains { $0.utf8.count > 2 && column.bare.contains($0) }
    if isNamed, !isKey { return last + unnamed - 1 }
    return time(of: column) == nil ? nil : last + unnamed
  }

  /// Whether a column's name suggests an end, or what was done to a row later.
  private static func isLater(_ column: TableProfile.Column) -> Bool {
    isEnd(column) || otherTimes.contains { column.bare.contains($0) }
  }

  /// Whether a column's name suggests an end.
  static func isEnd(_ column: TableProfile.Column) -> Bool {
    column.bare.hasPrefix("end") || column.bare.hasSuffix("end") || endedAt.contains(column.bare)
  }

  /// How a column fills a slot of instants; nil if it holds none.
  static func fit(ofTimes column: TableProfile.Column) -> DraftFit? {
    switch column.times {
    case .no: nil
    case .unknown: DraftFit(TableProfile.hasCoreDataMark(column.name) ? "apple_seconds" : nil)
    case .encoded(let name): DraftFit(name)
    }
  }

  /// The encoding of a column whose values alone show that it holds times; nil for any other.
  static func time(of column: TableProfile.Column) -> String? {
    guard case .encoded(let name) = column.times else { return nil }
    // Smaller numbers may be counts of anything.
    return name == "julian_day" || name == "apple_seconds" ? nil : name ?? "unix_ms"
  }

  // MARK: Kinds

  /// The columns that hold neither ids of the rows nor bookkeeping.
  private static func mayHoldKinds(
    _ table: TableProfile, without taken: Set<String>
  ) -> [TableProfile.Column] {
    table.columns.filter { column in
      !taken.contains(column.name) && !column.isBookkeeping && !column.hasBlobs && !table.numbersRows(column)
    }
  }

  /// The columns that may hold an event's kinds, the likeliest first.
  private static func kinds(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> [TableProfile.Column] {
    let free = mayHoldKinds(table, without: taken)
    var candidates = free.filter { $0.isMostly(event.kinds.map(\.name.text)) } + free.filter { $0.tie != nil }
    candidates += kind(event.name.text).flatMap { name in free.filter { $0.bare == name } }
    // A number under the event's own name may as well be how much there was.
    let own = [TableProfile.bare(event.name.text), TableProfile.bare(Noun.plural(event.name.text))]
    candidates += free.filter { own.contains($0.bare) && $0.numbers.isEmpty }
    return candidates
      + free.filter { column in
        ["type", "kind", "category"].contains { column.bare.hasSuffix($0) } && time(of: column) == nil
      }
  }

  /// A column that may hold an event's kinds, though none of its few texts is like one.
  static func unmapped(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> TableProfile.Column? {
    kinds(of: event, in: table, without: taken).first { column in
      column.numbers.isEmpty && (1...DraftMap.mostTexts).contains(column.texts.count)
        && column.texts.allSatisfy { $0.utf8.count <= 40 } && time(of: column) == nil
    }
  }

  /// The column of an event's kinds, with a map if its values are not the kinds' names.
  static func kind(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> (column: TableProfile.Column, fit: DraftFit)? {
    let kinds = event.kinds.map(\.name.text)
    let candidates = self.kinds(of: event, in: table, without: taken)
    for column in candidates where !column.isEmpty {
      if let map = DraftMap(column, to: kinds) {
        return (column, DraftFit(map.isNeeded ? map.text : nil, check: map.check))
      }
    }
    // A column of codes under any other name, if it is the only one.
    let fields = event.fields.map { TableProfile.bare($0.name.text) }
    let codes = mayHoldKinds(table, without: taken).filter { column in
      column.isOfCodes && column.tie == nil && column.numbers.count <= kinds.count
        && !fields.contains { column.bare.contains($0) }
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
  var written: Set<String> { texts.union(numbers.map(Self.text)) }

  static func text(of number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? String(number)
  }

  /// Whether the name suggests that values are sorts of things, or refer to sorts.
  var isOfSorts: Bool {
    ["type", "kind", "category", "code", "unit", "id"].contains { bare.hasSuffix($0) }
  }

  /// Whether the name suggests that values mark deleted rows.
  var mayMarkDeletions: Bool {
    bare.contains("deleted") || bare.contains("trashed")
      || [
        "deletetime", "deletedate", "deletiontime", "deletiondate", "deleteflag", "removed", "isremoved",
        "removedat", "removedon",
      ].contains(bare)
  }
}
