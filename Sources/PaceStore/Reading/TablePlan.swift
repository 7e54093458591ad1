internal import PaceEngine
internal import PaceLanguage

/// How one table's rows are selected and decoded; a class, because it is passed along with each row.
final class TablePlan: Sendable {
  /// The subject of events that name none.
  static let onlySubject = "me"

  let layout: Layout.Table
  let decoder: RowDecoder
  /// The texts of the source, to which columns refer.
  let texts: [String]
  let subject: SubjectInput
  /// The name of the subject's column, for messages.
  let subjectName: String
  let id: RowDecoder.RowID
  /// An event's time and kind, a notice's time and rule, or a subject's start and end; then fields, or
  /// attributes.
  let descriptions: [ColumnDescription]
  /// The indices of those fields that are texts.
  let textFields: [Int]
  let fieldCount: Int
  /// Whether a column of devices follows the fields.
  let keepsDevices: Bool
  /// The expressions between `SELECT` and `FROM`.
  let selected: [String]
  /// How many of the selected columns it takes to check the order of rows.
  let columnsOfOrder: Int
  /// The subject's column, quoted.
  let subjectColumn: String?
  /// How many columns come before the fields.
  static let columnsBeforeFields = 2

  /// - Parameters:
  ///   - calendar: the calendar whose days are the subjects; nil if subjects aren't days or rows have no times.
  ///   - keepsIDs: whether the id of every row is needed.
  ///   - hasSureIDs: whether every row is known to have a good id.
  ///   - checksIDs: whether rows of an event have to be checked for repeated ids.
  ///   - calendars: the calendars for times without an offset.
  ///   - keepsDevices: whether the device of every row is needed.
  ///   - otherRules: further rules that notices may name; they are numbered after the program's.
  init(
    _ layout: Layout.Table, _ program: Program, calendar: LocalCalendar?, keepsIDs: Bool, hasSureIDs: Bool,
    checksIDs: Bool, calendars: WallCalendars, keepsDevices: Bool = false, otherRules: [String] = []
  ) {
    self.layout = layout
    var planner = ColumnPlanner(program, isCSV: layout.isCSV, isKept: layout.isKept)
    let isSubject = layout.target == .subject
    let readsID = keepsIDs || !layout.hasRowID || isSubject
    // Asked for the last column first, SQLite finds the others on its way.
    if let last = layout.lastColumn(withID: readsID || checksIDs || !hasSureIDs) { _ = planner.select(last) }
    if let name = layout.subject?.name {
      let column = planner.select(name)
      subject = program.subject.isPerDay ? .dayColumn(column, calendar) : .column(column)
      subjectColumn = SQLText.name(name)
      subjectName = name
    } else {
      subjectColumn = nil
      subjectName = program.noun
      let isConstant = if case .constant(.text) = layout.subject?.input { true } else { false }
      let day = isConstant ? nil : calendar.map { SubjectInput.day($0) }
      subject = day ?? .fixed(Array(layout.onlySubject.utf8))
    }
    let at = planner.instant(layout.column(for: .at))
    columnsOfOrder = planner.selected.count
    id = Self.id(of: layout, isRead: readsID, isSure: hasSureIDs, &planner)
    let hashedID = checksIDs ? layout.column(for: .id)?.name.map { planner.select($0) } : nil
    let target = TargetColumns(of: layout, program, at, otherRules, &planner)
    let fields = target.fields.indices.map { index in
      let slot: SourceMapping.Slot = isSubject ? .attribute(AttributeID(index)) : .field(index)
      return planner.field(target.fields[index], layout.column(for: slot))
    }
    let device = keepsDevices ? [planner.device(layout.column(for: .device))] : []
    let all = target.first + fields + device
    descriptions = all.map { $0.1 }
    fieldCount = fields.count
    self.keepsDevices = keepsDevices
    textFields = fields.indices.filter { fields[$0].0.isText }
    decoder = RowDecoder(
      all.map { $0.0 }, required: target.required, id: isSubject ? .none : id, hashedID: hashedID,
      lookups: planner.lookups, calendars: calendars, subject: layout.subject?.name.map { planner.select($0) }
    )
    texts = planner.texts
    selected = planner.selected
  }

  private static func id(
    of layout: Layout.Table, isRead: Bool, isSure: Bool, _ planner: inout ColumnPlanner
  ) -> RowDecoder.RowID {
    let name = layout.column(for: .id)?.name
    if let name, isRead {
      let column = planner.select(name)
      return .column(column, number: isSure ? nil : layout.rowID.map { planner.select($0) })
    }
    guard let rowID = layout.rowID else { return .none }
    let number = planner.select(rowID)
    guard let name else { return .column(number, number: nil) }
    return .number(number, unsure: isSure ? nil : planner.select(name))
  }

  /// The query for the id of the row with a number, if `id` gives numbers instead of ids.
  var idQuery: String? {
    guard case .number = id, let name = layout.column(for: .id)?.name, let rowID = layout.rowID else {
      return nil
    }
    return "SELECT \(SQLText.name(name)) FROM \(SQLText.name(layout.name)) WHERE \(rowID) = ?1"
  }

  /// Whether rows have to be checked for repeated ids.
  var checksIDs: Bool { decoder.hashedID != nil }

  func field(_ index: Int) -> ColumnPlan { decoder.columns[Self.columnsBeforeFields + index] }

  var event: EventID { EventID(layout.eventIndex) }
}

/// The columns before a row's fields, which depend on what the table holds.
private struct TargetColumns {
  var first: [(ColumnPlan, ColumnDescription)]
  /// How many of the first columns every row has to fill.
  var required: Int
  /// The declared fields, or the attributes of a subject.
  var fields: [Field]

  init(
    of layout: Layout.Table, _ program: Program, _ at: (ColumnPlan, ColumnDescription),
    _ otherRules: [String], _ planner: inout ColumnPlanner
  ) {
    switch layout.target {
    case .subject:
      let started = planner.instant(layout.column(for: .startedAt))
      first = [started, planner.instant(layout.column(for: .endedAt))]
      required = 0
      fields = program.subject.attributes
    case .event(let event):
      let type = program.events[event.index]
      let kinds = type.kinds.map(\.name.text)
      let kind = planner.name(
        layout.column(for: .kind), of: kinds, expected: "a kind of `\(type.name.text)`")
      first = [at, kind]
      required = 1
      fields = type.fields
    case .notice:
      let rules = program.rules.map(\.name.text) + otherRules
      first = [at, planner.name(layout.column(for: .rule), of: rules, expected: "a rule")]
      required = 2
      fields = []
    case .settings, .kinds:
      first = []
      required = 0
      fields = []
    }
  }
}

extension ColumnPlan {
  /// Whether values are texts, to be interned.
  fileprivate var isText: Bool { isStoredText || form == .constantText || form == .lookupText }
}

extension Layout.Table {
  /// The last of the columns that are read.
  fileprivate func lastColumn(withID: Bool) -> String? {
    let read = columns.filter { $0.slot != .device && ($0.slot != .id || withID) }
    return read.max { $0.place ?? -1 < $1.place ?? -1 }?.name
  }
}

extension Layout.Table {
  /// What says whose a row is; nil if nothing does.
  var subject: Layout.Column? { column(for: target == .subject ? .id : .subject) }

  /// The subject of all rows, if no column names it.
  var onlySubject: String {
    if case .constant(.text(let text)) = subject?.input { text } else { TablePlan.onlySubject }
  }
}

extension Layout.Column {
  /// The name of the column; nil for a constant, a member or a difference.
  var name: String? { if case .column(let name) = input { name } else { nil } }
}
