public import PaceLanguage

/// Which tables and columns of a database are read for a program.
public struct Layout: Sendable {
  /// A table, and what its columns fill.
  public struct Table: Sendable {
    public var target: SourceMapping.Target
    /// As the database spells it.
    public var name: String
    public var columns: [Column]
    /// Only rows that pass all of them are read.
    public var tests: [SourceMapping.Test] = []
    /// The name under which rows have a number of their own, which tells apart those without a mapped id; nil if they
    /// have none.
    var rowID: String?
    var hasRowID: Bool { rowID != nil }
    /// Whether it is a CSV file, whose cells are texts.
    var isCSV = false
    /// Whether it is a table of a log that pace keeps.
    var isKept = false
    /// The answer of `hasUniqueIDs`, where many readers ask for it.
    var knownUniqueIDs: Bool?

    func column(for slot: SourceMapping.Slot) -> Column? {
      columns.first { $0.slot == slot }
    }

    /// Whether instants are stored as text, so that some may have no offset.
    var hasWrittenTimes: Bool { columns.contains { $0.encoding == .iso8601 } }

    var eventIndex: Int { target.event?.index ?? 0 }
  }

  /// What fills a slot, and how it is stored.
  public struct Column: Sendable {
    public var slot: SourceMapping.Slot
    public var input: SourceMapping.Input
    public var encoding: SourceMapping.Encoding
    /// Its index among the table's columns; nil unless the input is one of them.
    var place: Int?
    /// Whether a column of written times may hold numbers of milliseconds too.
    var takesNumbers = false
    /// Where a `source` maps it; nil in the program's own tables.
    var span: SourceSpan?

    init(
      _ slot: SourceMapping.Slot, _ input: SourceMapping.Input, _ encoding: SourceMapping.Encoding,
      in table: Schema.Table, span: SourceSpan? = nil
    ) {
      self.span = span
      self.slot = slot
      self.input = input
      self.encoding = encoding
      if case .column(let name) = input {
        place = table.columns.firstIndex { SQLText.areSame($0.name, name) }
      }
    }
  }

  /// The `source` in use; nil for the program's own tables.
  public var source: String?
  /// Nil if subjects are known from their events alone.
  public var subject: Table?
  /// In the declaration order of their events.
  public var events: [Table]
  public var notices: [Table]
  /// The sources whose tables are there too, where the program's own tables are read.
  var passedOver: [String] = []
  /// One of the program's own tables that can't be read.
  struct Unreadable: Sendable {
    var table: String
    /// Completes "table `x` …".
    var lack: String
    /// The columns that it has, if it lacks one.
    var columns: [String] = []
  }

  var unreadable: [Unreadable] = []
  /// The program's own tables that may be somebody else's, by their columns.
  var strange: [StrangeColumns] = []

  /// Chooses the program's own tables if they exist, else the one `source` whose tables all do.
  ///
  /// - Parameter source: the name of the source to use whatever else fits.
  public init(
    for program: Program, in connection: borrowing Connection, source: String? = nil
  ) throws(StoreError) {
    try LogMark.check(connection)
    let schema = try Schema(of: connection)
    if let source {
      let mapping = try Self.mapping(named: source, in: program, path: connection.path)
      try self.init(mapping, schema, path: connection.path)
    } else if let own = Self(ownTablesOf: program, in: schema) {
      self = own
      // In a log that pace keeps nobody looks for another layout.
      if try LogMark.isThere(connection) {
        subject?.isKept = true
        for index in events.indices { events[index].isKept = true }
      } else {
        passedOver = Self.sources(of: program, fitting: schema).map(\.name.text)
      }
    } else {
      let fitting = Self.sources(of: program, fitting: schema)
      guard fitting.count < 2 else {
        let names = fitting.map { "`\($0.name.text)`" }.joined(separator: ", ")
        throw StoreError(
          .layout, "several sources fit `\(connection.path)`: \(names)",
          help: "choose one with --source NAME")
      }
      guard let mapping = fitting.first else {
        try LogMark.check(connection, keeps: program)
        throw Self.nothingFits(program, schema, connection)
      }
      try self.init(mapping, schema, path: connection.path)
    }
    if connection.isCSV { try readTexts(in: connection) }
  }

  init(source: String?, tables: [Table]) {
    self.source = source
    subject = nil
    events = []
    notices = []
    for table in tables {
      switch table.target {
      case .subject: subject = subject ?? table
      case .event: events.append(table)
      case .notice: notices.append(table)
      // No table fills these.
      case .settings, .kinds: break
      }
    }
    let indexed = events.enumerated().sorted {
      ($0.element.eventIndex, $0.offset) < ($1.element.eventIndex, $1.offset)
    }
    events = indexed.map { $0.element }
  }
}
