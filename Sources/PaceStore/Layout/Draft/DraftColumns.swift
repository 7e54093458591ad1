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

  /// Names of columns that say what was logged.
  private static let contentNames = ["what", "item", "action", "name"]

  static func kind(_ event: String) -> [String] {
    let event = TableProfile.bare(event)
    return ["kind", event + "typeid", event + "type", event + "kind", "typeid", "type", "category", "code"]
      + contentNames
  }

  static func subject(_ subject: String) -> [String] {
    let subject = TableProfile.bare(subject)
    return [subject + "idstring", subject + "id", subject, subject + "uuid"]
  }

  /// How many rows have an id of their own.
  enum Uniqueness {
    case almost
    /// At least half; others may lack one.
    case mostly
    /// Any number: several rows may be about one thing.
    case none
  }

  /// The column of a table's own ids: it is called so or the primary key.
  ///
  /// - Parameter name: what the table holds.
  static func id(
    of table: TableProfile, called name: String, unique: Uniqueness = .almost
  ) -> TableProfile.Column? {
    // A `uid` may as well be a user's.
    (namedIDs(of: table, called: name) + table.columns(["uid", "pk"])).first { column in
      guard column.isOfIDs, column.isKey || column.tie == nil else { return false }
      return switch unique {
      case .almost: !column.hasNulls && table.isNearlyUnique(column)
      case .mostly: table.isMostlyUnique(column)
      case .none: !column.hasNulls
      }
    }
  }

  /// The columns that are called like a table's own ids, and the primary key; they may hold anything.
  static func namedIDs(of table: TableProfile, called name: String) -> [TableProfile.Column] {
    var own = [TableProfile.bare(name) + "id", table.bare + "id"]
    if table.sort != nil { own.append(TableProfile.bare(table.name) + "id") }
    let key = table.key.count == 1 ? table.key : []
    return table.columns(["idstring", "id"] + own + ["uuid", "identifier", "guid"]) + key
  }

  /// Whether a table has neither ids nor row numbers, but a column that may do as an id.
  static func hasSubstitute(_ table: TableProfile) -> Bool { !candidates(in: table).isEmpty }

  /// The column that does best as the id of a table that has neither ids nor row numbers, and what to check.
  ///
  /// - Parameters:
  ///   - owner: the column that names the subject.
  ///   - kinds: the name of the column of kinds.
  static func substitute(
    of table: TableProfile, besides owner: TableProfile.Column?, and kinds: String?, of subject: String
  ) -> (column: TableProfile.Column, check: String, isUnique: Bool, isNamed: Bool)? {
    let all = candidates(in: table)
    let others = all.filter { $0.name != owner?.name && $0.name != kinds }
    let rest = table.key.filter { $0.name != owner?.name }
    let isRest = { (column: TableProfile.Column) in
      rest.count == 1 && owner?.isKey == true && column.name == rest[0].name
    }
    let question = "is this one different in each row of \(Noun.one(subject))?"
    if let other = others.first(where: isRest) {
      let isNamed = ids.contains(other.bare)
      let checks = [
        isNamed ? nil : "no column is called an id", table.isUnique(other) && !isNamed ? nil : question,
      ]
      return (other, checks.compactMap { $0 }.joined(separator: "; "), true, isNamed)
    }
    if let unique = others.first(where: table.isUnique) {
      return (unique, "no column is called an id", true, false)
    }
    guard let first = all.first else { return nil }
    let parts = table.key.map { SQLText.plainName($0.name) }
    let id =
      parts.isEmpty ? "such as the `rowid` of its table" : "`\(parts.joined(separator: " || ' ' || ")) AS id`"
    return (first, "it is no id, as it repeats; a view can make one: \(id)", false, false)
  }

  /// The columns of a table without row numbers that hold ids, those of its key first.
  private static func candidates(in table: TableProfile) -> [TableProfile.Column] {
    if table.isJSON || table.rowID != nil { return [] }
    let stored = table.columns.filter { $0.isOfIDs && !$0.hasNulls }
    return stored.filter(\.isKey) + stored.filter { !$0.isKey }
  }

  /// The columns that may name the subject where none is called like it.
  ///
  /// They begin with its name, are keys of other tables, are named like ids, or hold repeated texts.
  ///
  /// - Parameter taken: the columns that hold something else.
  static func mayName(
    _ subject: String, in table: TableProfile, without taken: Set<String>
  ) -> [TableProfile.Column] {
    let isCalled = { (column: TableProfile.Column) in
      TableProfile.begins(column.name, with: subject) && !column.isOfTruths
    }
    let free = table.columns.filter { column in
      !taken.contains(column.name) && !column.isBookkeeping && column.isOfIDs
        && (time(of: column) == nil || isCalled(column))
        && column.tie?.table != table.name
        && column.ids.count > 1 && !table.isUnique(column)
        // A column that is called an id, and whose values hardly repeat, names rows.
        && !(ids.contains(column.bare) && table.isMostlyUnique(column))
    }
    let isKey = { (column: TableProfile.Column) in
      column.declaredTarget != nil || column.bare.hasSuffix("id") && !column.isOfTruths
    }
    let others = free.filter { !isCalled($0) }
    return free.filter(isCalled) + others.filter(isKey)
      + others.filter { !isKey($0) && !$0.isOfSorts && $0.isOfNames }
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

  /// The columns whose texts are mostly names of an event's kinds, those with the most kinds first.
  static func namingKinds(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> [TableProfile.Column] {
    let kinds = event.kinds.map(\.name.text)
    return mayHoldKinds(table, without: taken).filter { $0.isMostly(kinds) }
      .sorted(on: { -$0.count(of: kinds) })
  }

  /// The columns that may hold an event's kinds, the likeliest first.
  private static func kinds(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> [TableProfile.Column] {
    let free = mayHoldKinds(table, without: taken)
    let named = namingKinds(of: event, in: table, without: taken)
    var candidates = named + free.filter { $0.tie != nil }
    candidates += kind(event.name.text).flatMap { name in free.filter { $0.bare == name } }
    // A number under the event's own name may as well be how much there was.
    let own = [TableProfile.bare(event.name.text), TableProfile.bare(Noun.plural(event.name.text))]
    candidates += free.filter { own.contains($0.bare) && $0.numbers.isEmpty }
    return candidates
      + free.filter { column in
        ["type", "kind", "category"].contains { column.bare.hasSuffix($0) } && time(of: column) == nil
      }
      + free.filter { $0.isPartly(event.kinds.map(\.name.text)) }
  }

  /// A column that may hold an event's kinds, though its few texts aren't known as such.
  ///
  /// `isLikely` says whether its name or its texts suggest kinds; else it is the only column of repeated texts.
  static func unmapped(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> (column: TableProfile.Column, isLikely: Bool)? {
    let isShort = { (column: TableProfile.Column) in
      column.numbers.isEmpty && (1...DraftMap.mostTexts).contains(column.texts.count)
        && column.texts.allSatisfy { $0.utf8.count <= 40 } && time(of: column) == nil
    }
    if let named = kinds(of: event, in: table, without: taken).first(where: isShort) { return (named, true) }
    let fields = event.fields.map { TableProfile.bare($0.name.text) }
    let others = mayHoldKinds(table, without: taken).filter { column in
      isShort(column) && column.isOfNames && column.tie == nil && column.texts.count > 1
        && !table.isUnique(column) && !column.isOfSorts && !fields.contains { column.bare.contains($0) }
    }
    let names = event.kinds.map(\.name.text)
    let alike = others.first { column in
      column.texts.count { DraftMap.likeliest($0, of: names) != nil } * 2 >= column.texts.count
    }
    return alike.map { ($0, true) } ?? (others.count == 1 ? (others[0], false) : nil)
  }

  /// The column of an event's kinds, with a map if its values are not the kinds' names.
  static func kind(
    of event: EventType, in table: TableProfile, without taken: Set<String>
  ) -> (column: TableProfile.Column, fit: DraftFit)? {
    let kinds = event.kinds.map(\.name.text)
    let candidates = self.kinds(of: event, in: table, without: taken)
    for column in candidates where !column.isEmpty {
      if let map = DraftMap(column, to: kinds) {
        let rivals = namingKinds(of: event, in: table, without: taken.union([column.name]))
          .filter { $0.count(of: kinds) == column.count(of: kinds) }
        let rival = rivals.isEmpty ? nil : "\(DraftBlock.list(rivals, "fits", "fit")) too"
        return (column, DraftFit(map.isNeeded ? map.text : nil, checks: [map.check, rival]))
      }
    }
    // A column of codes under any other name, if it is the only one, or the only one with a code for each kind.
    let fields = event.fields.map { TableProfile.bare($0.name.text) }
    var codes = mayHoldKinds(table, without: taken).filter { column in
      column.isOfCodes && column.tie == nil && column.numbers.count <= kinds.count
        && !fields.contains { column.bare.contains($0) }
    }
    if codes.count > 1 { codes.removeAll { $0.numbers.count < kinds.count } }
    if codes.count == 1, let map = DraftMap(codes[0], to: kinds) {
      return (codes[0], DraftFit(map.text, check: map.check))
    }
    return candidates.first(where: \.isEmpty).map { ($0, DraftFit()) }
  }
}

extension TableProfile.Column {
  /// Whether the values can be names of things: texts, but no truths, times and amounts.
  fileprivate var isOfNames: Bool {
    !texts.isEmpty && numbers.isEmpty && !isOfTimesOfDay && !isOfTruths && !isOfAmounts && !resemblesTimes
  }

  /// Whether most of the sampled values are among those of a column of ids, as far as the sample of that tells.
  func points(to ids: Self) -> Bool {
    let found = self.ids.count { ids.ids.contains($0) }
    return Double(found * 2) > Double(self.ids.count) * ids.share
  }

  /// How many of these names the texts have, ignoring case and punctuation.
  func count(of names: [String]) -> Int {
    Set(names.map(TableProfile.letters)).intersection(texts.map(TableProfile.letters)).count
  }

  /// Whether most of the texts are among these names, ignoring case and punctuation.
  func isMostly(_ names: [String]) -> Bool {
    let known = Set(names.map(TableProfile.letters))
    // No name has that many spellings.
    return !texts.isEmpty && texts.count <= 8 * known.count
      && texts.count { known.contains(TableProfile.letters($0)) } * 2 > texts.count
  }

  /// Whether a few texts are all there are, and a quarter is among these names, or half has one as a word.
  func isPartly(_ names: [String]) -> Bool {
    guard numbers.isEmpty, (1...DraftMap.mostTexts).contains(texts.count) else { return false }
    let known = Set(names.map(TableProfile.letters))
    let same = texts.count { known.contains(TableProfile.letters($0)) }
    let alike = texts.count { text in
      text.split { !$0.isLetter && !$0.isNumber }.contains {
        known.contains(TableProfile.letters(String($0)))
      }
    }
    return same * 4 >= texts.count || alike * 2 >= texts.count
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

  /// Whether any row has a mark other than 0 and an empty text.
  var marksRows: Bool { !texts.isSubset(of: [""]) || !numbers.isSubset(of: [0]) }

  /// Whether the name suggests that values mark deleted rows.
  var mayMarkDeletions: Bool {
    bare.contains("deleted") || bare.contains("trashed")
      || [
        "deletetime", "deletedate", "deletiontime", "deletiondate", "deleteflag", "removed", "isremoved",
        "removedat", "removedon",
      ].contains(bare)
  }
}
