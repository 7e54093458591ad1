internal import PaceLanguage

/// A foreign table or a sort of JSON objects: what its columns are called, and what the first rows hold.
struct TableProfile {
  struct Column {
    let name: String
    /// In lower case without marks, and without the Z that Core Data puts before every name.
    let bare: String
    let isKey: Bool
    /// Whether there are objects without it.
    var isMissing = false
    /// The texts and numbers of the first rows, each once.
    var texts: Set<String> = []
    var numbers: Set<Double> = []

    init(name: String, isKey: Bool = false) {
      self.name = name
      self.isKey = isKey
      bare = TableProfile.bare(name)
    }

    var isEmpty: Bool { texts.isEmpty && numbers.isEmpty }
    /// The values as texts, as a map of a source names them.
    var values: [String] {
      texts.sorted() + numbers.sorted().compactMap { Int64(exactly: $0).map(String.init) }
    }
  }

  let name: String
  let bare: String
  /// As a source writes it after `from`; no other's is the same.
  let origin: String
  /// Whether objects are read: such need no id.
  let isJSON: Bool
  let hasRowID: Bool
  let columns: [Column]

  private static let rows = 200

  init(_ table: Schema.Table, _ connection: borrowing Connection) {
    var columns = table.columns.map { Column(name: $0.name, isKey: $0.isKey) }
    let names = columns.map { SQLText.name($0.name) }.joined(separator: ", ")
    let sql = "SELECT \(names) FROM \(SQLText.name(table.name)) LIMIT \(Self.rows)"
    // A table that cannot be read is judged by its names alone.
    if let statement = try? connection.prepare(sql) {
      while (try? statement.step()) == true {
        for index in columns.indices {
          switch statement.storageClass(index) {
          case .text: if let text = statement.text(index) { columns[index].texts.insert(text) }
          case .integer, .real: columns[index].numbers.insert(statement.real(index))
          case .null, .blob: break
          }
        }
      }
    }
    name = table.name
    bare = Self.bare(table.name)
    origin = DraftBlock.identifier(table.name)
    isJSON = false
    hasRowID = table.hasRowID
    self.columns = columns
  }

  /// - Parameter origin: what tells the objects from others, as a source writes it after `from`.
  init(objects name: String, origin: String, columns: [Column]) {
    self.name = name
    bare = Self.bare(name)
    self.origin = origin
    isJSON = true
    hasRowID = false
    self.columns = columns
  }

  static func bare(_ name: String) -> String {
    var text = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if hasCoreDataMark(name), text.hasPrefix("z") { text.removeFirst() }
    return text
  }

  static func hasCoreDataMark(_ name: String) -> Bool {
    name.hasPrefix("Z") && name == name.uppercased()
  }

  /// The first column with one of the names; loosely also one that contains a name of three letters or more.
  func column(_ names: [String], loosely: Bool = false, without taken: Set<String> = []) -> Column? {
    let free = columns.filter { !taken.contains($0.name) }
    for name in names {
      if let found = free.first(where: { $0.bare == name }) { return found }
    }
    guard loosely else { return nil }
    for name in names where name.utf8.count > 2 {
      if let found = free.first(where: { $0.bare.contains(name) }) { return found }
    }
    return nil
  }

  /// How well the table's name fits what is called `name`.
  func likeness(to name: String) -> Int {
    let plural = Self.bare(Noun.plural(name))
    let name = Self.bare(name)
    if bare == name || bare == plural { return 100 }
    if bare.hasPrefix(name) { return 60 }
    return bare.contains(name) ? 40 : 0
  }

  /// What a column is called where a reader sees it.
  var part: String { isJSON ? "member" : "column" }
}

extension TableProfile.Column {
  /// What the values say of the column as one of instants.
  enum Times: Equatable {
    case no
    /// There are no values to tell.
    case unknown
    /// Nil is the encoding by default.
    case encoded(String?)
  }

  var times: Times {
    if isEmpty { return .unknown }
    if numbers.isEmpty {
      // A few that cannot be read are nothing unusual.
      let read = texts.count { TimeParser.written($0.utf8Span.span) != nil }
      return read * 5 >= texts.count * 4 ? .encoded("iso8601") : .no
    }
    guard texts.count * 5 <= numbers.count, let least = numbers.min(), let most = numbers.max(),
      let encoding = LikelyEncoding(of: least), encoding == LikelyEncoding(of: most)
    else { return .no }
    return .encoded(encoding == .unixMilliseconds ? nil : encoding.name)
  }

  /// Whether most of the texts are among these names, however capitals are used.
  func isMostly(_ names: [String]) -> Bool {
    let known = Set(names.map { $0.lowercased() })
    return !texts.isEmpty && texts.count { known.contains($0.lowercased()) } * 2 > texts.count
  }
}
