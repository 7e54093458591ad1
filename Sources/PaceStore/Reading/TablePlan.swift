internal import PaceEngine
internal import PaceLanguage

/// How the rows of one table are asked for and decoded.
struct TablePlan: Sendable {
  /// The subject of events that name none.
  static let onlySubject = "me"

  let layout: Layout.Table
  let decoder: RowDecoder
  /// The texts of the source, to which columns refer.
  let texts: [String]
  let subject: SubjectInput
  /// The names of the columns of subject, time and kind, for people.
  let subjectName: String
  let id: RowDecoder.RowID
  /// The column of ids, quoted, where `id` gives numbers instead.
  let idColumn: String?
  /// Time and kind, or rule, of an event or notice, start and end of a subject; then fields, or attributes.
  let columns: [ColumnPlan]
  let descriptions: [ColumnDescription]
  /// The indices of those fields that are texts.
  let textFields: [Int]
  /// What stands between `SELECT` and `FROM`: the subject and the time come first.
  let selected: [String]
  /// The column that tells the subject, quoted.
  let subjectColumn: String?
  let atColumn: String?
  /// Whether the order of what is stored as time is the order of the instants.
  let hasOrderedTimes: Bool
  /// How many columns come before the fields.
  static let columnsBeforeFields = 2

  /// - Parameters:
  ///   - calendar: whose days are the subjects of rows that name none; nil where there is but one.
  ///   - keepsIDs: whether the id of every row is wanted.
  init(_ layout: Layout.Table, _ program: Program, calendar: LocalCalendar?, keepsIDs: Bool) {
    self.layout = layout
    var planner = ColumnPlanner(program)
    let name = layout.column(for: .id)?.name
    let subjectSlot: SourceMapping.Slot = layout.target == .subject ? .id : .subject
    let subjectInput = layout.column(for: subjectSlot)
    if let name = subjectInput?.name {
      subject = .column(planner.select(name))
      subjectColumn = SQLText.name(name)
      subjectName = name
    } else {
      subjectColumn = nil
      subjectName = program.subject.name.text
      if case .constant(.text(let text)) = subjectInput?.input {
        subject = .fixed(Array(text.utf8))
      } else {
        subject = calendar.map { .day($0) } ?? .fixed(Array(Self.onlySubject.utf8))
      }
    }
    let atSlot = layout.column(for: .at)
    let at = planner.instant(atSlot)
    hasOrderedTimes = at.0.form != .iso8601
    atColumn = atSlot?.name.map { SQLText.name($0) }
    if let name, keepsIDs || !layout.hasRowID || layout.target == .subject {
      id = .column(planner.select(name))
      idColumn = nil
    } else if layout.hasRowID {
      let number = planner.select("rowid")
      id = name == nil ? .column(number) : .number(number)
      idColumn = name.map { SQLText.name($0) }
    } else {
      id = .none
      idColumn = nil
    }
    let requiredColumns: Int
    let first: [(ColumnPlan, ColumnDescription)]
    let declared: [Field]
    switch layout.target {
    case .subject:
      declared = program.subject.attributes
      let started = planner.instant(layout.column(for: .startedAt))
      first = [started, planner.instant(layout.column(for: .endedAt))]
      requiredColumns = 0
    case .event(let event):
      let type = program.events[event.index]
      declared = type.fields
      let kind = planner.name(
        layout.column(for: .kind), of: type.kinds.map(\.name.text), expected: "a kind of `\(type.name.text)`")
      first = [at, kind]
      requiredColumns = 1
    case .notice:
      declared = []
      let rule = planner.name(
        layout.column(for: .rule), of: program.rules.map(\.name.text), expected: "a rule")
      first = [at, rule]
      requiredColumns = 2
    }
    let isSubject = layout.target == .subject
    let fields = declared.indices.map { index in
      let slot: SourceMapping.Slot = isSubject ? .attribute(AttributeID(index)) : .field(index)
      return planner.field(declared[index], layout.column(for: slot))
    }
    columns = first.map { $0.0 } + fields.map { $0.0 }
    descriptions = first.map { $0.1 } + fields.map { $0.1 }
    textFields = fields.indices.filter { fields[$0].0.isText }
    decoder = RowDecoder(columns, required: requiredColumns, id: id, lookups: planner.lookups)
    texts = planner.texts
    selected = planner.selected
  }

  var fieldCount: Int { columns.count - Self.columnsBeforeFields }

  func field(_ index: Int) -> ColumnPlan { columns[Self.columnsBeforeFields + index] }

  var event: EventID { EventID(layout.eventIndex) }
}

extension ColumnPlan {
  /// Whether values are texts, to be interned.
  fileprivate var isText: Bool { isStoredText || form == .constantText || form == .lookupText }
}

extension Layout.Column {
  /// The name of the column; nil for a constant.
  var name: String? {
    if case .column(let name) = input { return name }
    return nil
  }
}
