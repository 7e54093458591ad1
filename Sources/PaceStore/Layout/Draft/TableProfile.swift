internal import PaceLanguage

/// A foreign table or a sort of JSON objects: its columns' names, and the values in a sample of rows.
struct TableProfile {
  struct Column {
    let name: String
    /// The name's letters and digits in lower case, without the Z that Core Data puts first.
    let bare: String
    let isKey: Bool
    /// Whether it was declared to hold times.
    let isDeclaredTime: Bool
    /// The table that it was declared to be a key of.
    let declaredTarget: String?
    /// The table that it is a key of, by its declaration or its name.
    fileprivate(set) var tie: DraftTie?
    /// Whether its numbers, read as times, lie shortly before the times at which the rows were made.
    fileprivate(set) var isBorneOut = false
    /// Whether some objects lack it.
    var isMissing = false
    /// The distinct texts and numbers in the sampled rows.
    private(set) var texts: Set<String> = []
    private(set) var numbers: Set<Double> = []
    /// The whole numbers that a `Double` doesn't tell from their neighbours.
    fileprivate var wide: Set<Int64> = []
    fileprivate var numbering = Numbering()
    var hasBlobs = false
    /// The UUIDs that are stored as BLOBs, as text.
    fileprivate var uuids: Set<String> = []
    /// Whether there are BLOBs that are no UUID.
    var hasStrangeBlobs = false
    var hasNulls = false
    private(set) var times = Times.unknown
    /// The values as texts, in which form ids are compared.
    private(set) var ids: Set<String> = []
    /// The share of the table's rows that are in the sample, from 0 to 1.
    private(set) var share = 1.0

    init(name: String, type: String = "", isKey: Bool = false, target: String? = nil) {
      self.name = name
      self.isKey = isKey
      declaredTarget = target
      isDeclaredTime = ["TIME", "DATE"].contains { type.uppercased().contains($0) }
      bare = TableProfile.bare(name)
    }

    /// Whether any number is stored as a fraction, if only `1.0`.
    var hasReals = false

    var isEmpty: Bool { texts.isEmpty && numbers.isEmpty }
    /// Whether the sampled values can be ids.
    var isOfIDs: Bool {
      !(isEmpty && !hasBlobs) && !hasStrangeBlobs && !hasReals
        && numbers.allSatisfy { Int64(exactly: $0) != nil }
    }
    /// Whether the column is part of Core Data's own bookkeeping.
    var isBookkeeping: Bool { TableProfile.hasCoreDataMark(name) && name.hasPrefix("Z_") && !isKey }
  }

  let name: String
  private(set) var bare: String
  /// The table as a source writes it after `from`; no two are the same.
  let origin: String
  /// Whether this is a sort of JSON objects, which need no id.
  let isJSON: Bool
  /// Whether this is a CSV file, in which an empty cell counts as NULL.
  let isCSV: Bool
  /// Whether this is a view of other tables.
  let isView: Bool
  /// Whether texts without an offset are no times that can be read.
  var needsOffsets = false
  /// Whether numbers of any sort may be times, as no other column holds any.
  var takesAnyNumbersForTimes = false
  /// The name under which rows have a number of their own; nil if they have none.
  let rowID: String?
  /// The sort that all rows are of, whose column says nothing else; nil for a whole table.
  private(set) var sort: Sort?
  /// The table's rows by their sorts, if it holds several things.
  private(set) var parts: [TableProfile] = []
  /// How many rows there are, or `mostCounted` if there are more.
  let rows: Int
  /// How many rows were sampled.
  private let sampled: Int
  /// The columns that may fill slots.
  private(set) var columns: [Column]
  /// The columns that mark deleted rows, and fill none.
  private(set) var deletionMarks: [Column] = []

  /// The values of the first rows as texts: all rows of a table that can be one of codes.
  private(set) var firstRows: [[String?]] = []

  /// Of items of a list, the members of the objects around them, to which no path leads; nil for anything else.
  private(set) var holder: [Column]?

  private static let mostSampled = 1_000
  private static let mostCounted = 100_000

  /// - Parameter sort: the sort of rows to look at; nil for all.
  init(_ table: Schema.Table, _ connection: borrowing Connection, _ program: Program, only sort: Sort? = nil)
    throws(StoreError)
  {
    var columns = table.columns.filter { $0.name != sort?.column }.map {
      Column(name: $0.name, type: $0.type, isKey: $0.isKey, target: $0.target)
    }
    let names = columns.map { SQLText.name($0.name) }.joined(separator: ", ")
    let condition = sort.map { sort in
      "\(SQLText.name(sort.column)) IN (\(sort.values.map(SQLText.literal).joined(separator: ", ")))"
    }
    let chosen = "\(SQLText.name(table.name)) WHERE \(condition ?? "1")"
    let count = "SELECT count(*) FROM (SELECT 1 FROM \(chosen) LIMIT \(Self.mostCounted))"
    rows = try Connection.unlessDamaged { () throws(StoreError) in try connection.count(count) } ?? 0
    var first: [[String?]] = []
    var sampled = 0
    let samples = TableSample.queries(of: chosen, table.rowID, most: Self.mostSampled, rows: rows)
    for (pass, rows) in samples.enumerated() {
      _ = try Connection.unlessDamaged { () throws(StoreError) in
        let statement = try connection.prepare("SELECT \(names) FROM \(rows)")
        while try statement.step() {
          let row = columns.indices.map { index in
            columns[index].take(index, of: statement, isCSV: connection.isCSV, isInOrder: pass == 0)
          }
          if pass == 0, first.count < DraftMap.mostCodes { first.append(row) }
          sampled += 1
        }
      }
    }
    firstRows = first
    self.sampled = min(sampled, rows)
    name = table.name
    bare = Self.bare(sort?.values[0] ?? table.name)
    let test = sort.map { " where " + $0.test(of: DraftBlock.identifier($0.column, in: program)) }
    origin = DraftBlock.identifier(table.name) + (test ?? "")
    isJSON = false
    isCSV = connection.isCSV
    isView = table.isView
    rowID = table.rowID
    self.sort = sort
    let share = rows == 0 ? 1 : Double(self.sampled) / Double(rows)
    self.columns = columns.map { $0.settled(share: share) }
    if sort == nil {
      parts = try sorts(for: program).map { (sort) throws(StoreError) in
        try TableProfile(table, connection, program, only: sort)
      }
    }
  }

  /// - Parameters:
  ///   - origin: what identifies the objects, as a source writes it after `from`.
  ///   - sort: the sort that all objects are of.
  ///   - holder: the members of the objects that hold these as items.
  init(
    objects name: String, origin: String, sort: Sort? = nil, count: Int, columns: [Column],
    holder: [Column]? = nil
  ) {
    self.name = name
    self.sort = sort
    self.holder = holder?.map { $0.settled() }
    rows = count
    sampled = count
    bare = Self.bare(name)
    self.origin = origin
    isJSON = true
    isCSV = false
    isView = false
    rowID = nil
    self.columns = columns.filter { $0.name != sort?.column }.map { $0.settled() }
  }

  /// The first column with one of the names.
  func column(_ names: [String], without taken: Set<String> = []) -> Column? {
    columns(names, without: taken).first
  }

  /// The columns that refer to something of one of the names, the likeliest first; of objects also ends of paths.
  func references(_ names: [String], without taken: Set<String> = []) -> [Column] {
    let same = self.columns(names, without: taken)
    if !isJSON { return same }
    let ends = names.flatMap { name in
      columns.filter { column in
        !taken.contains(column.name) && column.bare != name && column.bareEnds.contains(name)
      }
    }
    return same + ends
  }

  /// The columns with one of the names, the likeliest first; loosely also those that contain a name.
  func columns(_ names: [String], loosely: Bool = false, without taken: Set<String> = []) -> [Column] {
    let free = columns.filter { !taken.contains($0.name) }
    let same = names.flatMap { name in free.filter { $0.bare == name } }
    if !loosely { return same }
    let loose = names.flatMap { name in
      free.filter { $0.contains(name) && !names.contains($0.bare) }
    }
    // Columns such as `size_type` and `size_unit` describe a size, but don't hold it.
    return same + loose.filter { !$0.isOfSorts } + loose.filter(\.isOfSorts)
  }

  /// The column of ids that a column of another table refers to by its values, preferably the usual one or a key.
  ///
  /// - Parameter isNamed: whether it is called like one that refers; else equal numbers may be chance.
  func target(of link: Column, usual: Column, isNamed: Bool) -> Column? {
    let others = columns.filter { column in
      (isNamed || link.numbers.isEmpty) && column.isOfIDs && !column.hasNulls && isUnique(column)
    }
    let all = [usual] + columns.filter(\.isKey) + others
    // Rows may outlive the subject that they name; then the column's name has to say that it refers.
    return all.first { holdsAll(of: link, in: $0) } ?? (isNamed ? all.first { link.points(to: $0) } : nil)
  }

  /// Whether a column just numbers the rows, up or down, as in a sheet without other ids.
  func numbersRows(_ column: Column) -> Bool {
    // In two rows any numbers may follow each other.
    let least = column.name == columns.first?.name ? 2 : 3
    return column.numbering.count >= least && column.isOfIDs && isUnique(column) && !column.isOfSorts
      && column.times == .no && key.isEmpty && !columns.contains { DraftColumns.ids.contains($0.bare) }
  }

  /// The columns of the primary key.
  var key: [Column] { columns.filter(\.isKey) }

  /// Whether the sample holds every value of the table; of objects more may come.
  private var isWhole: Bool { !isJSON && sampled == rows }

  /// Whether no sampled value of a column of ids is there twice.
  func isUnique(_ column: Column) -> Bool { column.ids.count >= sampled }

  /// Whether rows hardly ever share a value of a column of ids, as where one was written twice.
  func isNearlyUnique(_ column: Column) -> Bool { column.ids.count * 10 >= sampled * 9 }

  /// Whether at least half of the rows have a value of their own in a column of ids.
  func isMostlyUnique(_ column: Column) -> Bool { column.ids.count * 2 >= sampled }

  /// Why a column that is called an id is none; nil if nothing is wrong with its values.
  func flaw(_ column: Column) -> String? {
    let name = RowDecoder.quoted(column.name)
    if column.hasStrangeBlobs { return "\(name) holds BLOBs" }
    if !column.isEmpty, !column.isOfIDs { return "\(name) holds numbers with a point" }
    if column.hasNulls { return "\(name) is empty in some rows" }
    return isUnique(column) ? nil : "\(name) repeats"
  }

  /// Whether a column of ids has all values of another table's column, or most where not all are known.
  func holdsAll(of link: Column, in ids: Column) -> Bool {
    if isWhole { return !link.ids.isEmpty && link.ids.isSubset(of: ids.ids) }
    guard link.points(to: ids) else { return false }
    guard ids.share < 1, let least = ids.numbers.min(), let most = ids.numbers.max() else { return true }
    return link.numbers.allSatisfy { (least...most).contains($0) }
  }

  /// Sets aside the columns that mark deleted rows, unless the program asks for such a mark itself.
  func settingDeletionMarksAside(for program: Program) -> Self {
    let fields = program.subject.attributes + program.events.flatMap(\.fields)
    if fields.contains(where: { Column(name: $0.name.text).mayMarkDeletions }) { return self }
    var table = self
    table.deletionMarks = columns.filter(\.mayMarkDeletions)
    table.columns.removeAll(where: \.mayMarkDeletions)
    return table
  }

  /// A view in place of the table that it was made of, whose name it takes; marks that mark nothing are left out.
  func standing(for table: Self) -> Self {
    var view = self
    view.bare = table.bare
    view.deletionMarks.removeAll { !$0.marksRows }
    return view
  }

  /// Finds what other columns and tables say of each column: which table it is a key of, and when rows were made.
  func tied(to tables: [TableProfile]) -> Self {
    var table = self
    for index in columns.indices {
      table.columns[index].tie = DraftTie(columns[index], of: self, among: tables)
      table.columns[index].isBorneOut = DraftColumns.isBorneOut(columns[index], in: self)
    }
    return table
  }

}

extension TableProfile.Column {
  /// How many numbers have followed each other, each one more or each one less than the last.
  fileprivate struct Numbering {
    private var last: Double?
    private var step: Double?
    private var isBroken = false
    private var length = 0

    /// 0 if a row broke the sequence.
    var count: Int { isBroken ? 0 : length }

    /// Takes the next row's number; nil if it has none.
    mutating func take(_ number: Double?) {
      guard let number, !isBroken else {
        isBroken = true
        return
      }
      if let last {
        step = step ?? number - last
        isBroken = step?.magnitude != 1 || number - last != step
      }
      last = number
      length += 1
    }
  }

  /// Whether a column's values are instants, and in which encoding.
  enum Times: Equatable {
    case no
    /// There are no values to judge by.
    case unknown
    /// The encoding's name; nil for the default.
    case encoded(String?)
  }

  private static let mostExact: UInt64 = 1 << 53

  /// The column with its `times` and `ids` found; all of its values have to be there.
  fileprivate func settled(share: Double = 1) -> Self {
    var column = self
    column.share = share
    column.times = foundTimes
    let exact = wide.isEmpty ? numbers : numbers.filter { $0.magnitude <= Double(Self.mostExact) }
    column.ids = texts.union(exact.map(Self.text)).union(wide.map(String.init)).union(uuids)
    return column
  }

  private var foundTimes: Times {
    if hasBlobs { return .no }
    if isEmpty { return .unknown }
    // Rows with any other value are skipped and named.
    if texts.count(where: Self.isTime) * 2 >= texts.count + numbers.count { return .encoded("iso8601") }
    // Some applications write 0 for what has not happened yet.
    let encodings = numbers.map { TimeEncoding.likely(of: $0)?.name }
    let found = TimeEncoding.recognised.first { encoding in
      let count = encodings.count { $0 == encoding.name }
      return count * 5 >= encodings.count * 4 && count * 2 >= texts.count + numbers.count
    }
    return found.map { .encoded($0.name == "unix_ms" ? nil : $0.name) } ?? .no
  }

  /// Adds a row's value to the sample; the texts of a CSV file may be numbers.
  ///
  /// - Returns: the value as text; nil for NULL and BLOBs.
  fileprivate mutating func take(
    _ index: Int, of statement: borrowing Statement, isCSV: Bool, isInOrder: Bool
  ) -> String? {
    var number: Double?
    defer { if isInOrder { numbering.take(number) } }
    switch statement.cell(index).storageClass {
    case .text:
      guard let text = statement.text(index) else { return nil }
      guard isCSV, let found = CSVNumber(padded: text.utf8Span.span) else {
        let plain = isCSV && TableProfile.Column.isTime(text.trimmed) ? text.trimmed : text
        texts.insert(plain)
        return plain
      }
      number = found.value
      if case .real = found { hasReals = true }
    case .integer:
      number = statement.cell(index).real
      let whole = statement.integer(index)
      if whole.magnitude > Self.mostExact { wide.insert(whole) }
    case .real:
      number = statement.cell(index).real
      hasReals = true
    case .blob:
      hasBlobs = true
      if let uuid = IdentifierText.text(statement.cell(index)) {
        uuids.insert(uuid)
      } else {
        hasStrangeBlobs = true
      }
    case .null: hasNulls = true
    }
    guard let number else { return nil }
    numbers.insert(number)
    return Self.text(of: number)
  }

  /// Adds a text to the sample.
  mutating func take(_ text: String) { texts.insert(text) }

  /// Adds a number to the sample.
  mutating func take(_ number: Double) { numbers.insert(number) }
}
