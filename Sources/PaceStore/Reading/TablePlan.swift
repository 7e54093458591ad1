internal import PaceEngine
internal import PaceLanguage

/// How the rows of one table are asked for and decoded.
struct TablePlan: Sendable {
  /// The subject of events that name none.
  static let onlySubject = "me"

  let layout: Layout.Table
  let decoder: RowDecoder
  let subject: SubjectInput
  /// The names of the columns of subject, time and kind, for people.
  let subjectName: String
  /// Absent where rows have no id.
  let id: Int?
  let at: (plan: ColumnPlan, description: ColumnDescription)
  /// The rule, for notices.
  let kind: (plan: ColumnPlan, description: ColumnDescription)
  let started: (plan: ColumnPlan, description: ColumnDescription)
  let ended: (plan: ColumnPlan, description: ColumnDescription)
  /// One for each field of the event, or attribute of the subject.
  let fields: [ColumnPlan]
  let fieldDescriptions: [ColumnDescription]
  /// What stands between `SELECT` and `FROM`: the subject and the time come first.
  let selected: [String]
  /// The column that tells the subject, quoted.
  let subjectColumn: String?
  let atColumn: String?

  /// - Parameter calendar: whose days are the subjects of rows that name none; nil where there is but one.
  init(_ layout: Layout.Table, _ program: Program, calendar: LocalCalendar?) {
    self.layout = layout
    var planner = ColumnPlanner(program)
    let idColumn = layout.column(for: .id)?.name
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
    at = planner.instant(atSlot)
    atColumn = atSlot?.name.map { SQLText.name($0) }
    id = (idColumn ?? (layout.hasRowID ? "rowid" : nil)).map { planner.select($0) }
    started = planner.instant(layout.column(for: .startedAt))
    ended = planner.instant(layout.column(for: .endedAt))
    let declared: [Field]
    switch layout.target {
    case .subject:
      declared = program.subject.attributes
      kind = planner.name(nil, of: [], expected: "")
    case .event(let event):
      let type = program.events[event.index]
      declared = type.fields
      kind = planner.name(
        layout.column(for: .kind), of: type.kinds.map(\.name.text),
        expected: "a kind of `\(type.name.text)`")
    case .notice:
      declared = []
      kind = planner.name(
        layout.column(for: .rule), of: program.rules.map(\.name.text), expected: "a rule")
    }
    let isSubject = layout.target == .subject
    let planned = declared.indices.map { index in
      let slot: SourceMapping.Slot = isSubject ? .attribute(AttributeID(index)) : .field(index)
      return planner.field(declared[index], layout.column(for: slot))
    }
    fields = planned.map { $0.0 }
    fieldDescriptions = planned.map { $0.1 }
    decoder = planner.decoder
    selected = planner.selected
  }

  var event: EventID { EventID(layout.eventIndex) }

  /// Whether a row without a kind says nothing: a notice without its rule.
  var needsKind: Bool { layout.target == .notice }

  /// Whether the order of what is stored as time is the order of the instants.
  var hasOrderedTimes: Bool { at.plan.form != .iso8601 }
}

extension Layout.Column {
  /// The name of the column; nil for a constant.
  var name: String? {
    if case .column(let name) = input { return name }
    return nil
  }
}
