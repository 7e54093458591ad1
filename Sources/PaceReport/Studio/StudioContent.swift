package import PaceEngine
package import PaceLanguage

/// What a studio page is made from: rule files, and the logs of some subjects.
///
/// Logs name their events, kinds, fields and rules, so that rules edited in the page can still read them; what those
/// rules don't declare is left out.
package struct StudioContent: Sendable {
  /// A rule file; `path` as it was named or included.
  package struct File: Sendable {
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// An attribute or a field, and the type of its values.
  package struct Column: Sendable {
    package var name: String
    /// `number`, `duration` …: values of another type are not read.
    package var type: String
    /// The names that values stand for, from 0; empty for other types.
    package var names: [String]
  }

  package struct Event: Sendable {
    package var name: String
    package var kinds: [String]
    package var columns: [Column]
  }

  /// A row; `event` is an index in `events`, and `kind` one in that event's kinds.
  package struct Row: Sendable {
    package var event: Int
    package var kind: Int?
    package var at: Int64
    /// In the bits of `Value`, or for a text its place in the subject's `texts`; nil for unknown.
    package var values: [Int64?]
  }

  package struct Log: Sendable {
    package var id: String
    package var startedAt: Int64?
    package var endedAt: Int64?
    package var until: Int64?
    package var zone: Int
    package var attributes: [Int64?]
    package var given: [(rule: String, at: Int64)]
    package var texts: [String]
    package var rows: [Row]
    /// The id of each row.
    package var ids: [String]
  }

  /// The words of the commands that the page shows.
  package struct Words: Sendable {
    /// The PACK arguments.
    package var pack: [String] = []
    /// The options that name the log.
    package var log: [String] = []
    /// Further options of the log, such as its zone.
    package var options: [String] = []
    /// The options that chose what the page holds and starts with, for the command that makes it anew.
    package var start: [String] = []
  }

  package var files: [File] = []
  /// The paths that were named.
  package var roots: [String] = []
  package var words = Words()
  /// How many rows of the log could not be read.
  package var skippedRows = 0
  package var preset: String?
  /// `NAME=VALUE`, as they were given with `--set`.
  package var settings: [String] = []
  package var until: Int64?
  package var zones: [Zone] = []
  /// The zone of subjects that have none of their own, in `zones`.
  package var zone = 0
  package var isZoneNamed = false
  /// The day on which the page was made: days since 1970-01-01.
  package var today: Int64 = 0
  package var attributes: [Column] = []
  package var events: [Event] = []
  package var logs: [Log] = []

  package init() {}
}

// MARK: From a program's logs

extension StudioContent {
  /// Takes over the declarations that logs refer to.
  package mutating func describe(_ program: Program) {
    attributes = program.subject.attributes.map { Self.column($0, program) }
    events = program.events.map { event in
      Event(
        name: event.name.text, kinds: event.kinds.map { $0.name.text },
        columns: event.fields.map { Self.column($0, program) })
    }
  }

  private static func column(_ field: Field, _ program: Program) -> Column {
    Column(
      name: field.name.text, type: program.name(of: field.type), names: program.names(of: field.type) ?? [])
  }

  /// The place of a zone among those that logs name.
  package mutating func place(of zone: Zone) -> Int {
    if let place = zones.firstIndex(of: zone) { return place }
    zones.append(zone)
    return zones.count - 1
  }

  /// Adds a subject of the program described; `interner` is a machine of its plan.
  package mutating func add(_ log: SubjectLog, _ program: Program, interner: inout Machine) {
    interner.clear()
    for text in log.texts { _ = interner.intern(text) }
    var texts: [String] = []
    var places: [Value: Int64] = [:]
    func stored(_ value: Value, _ field: Field) -> Int64? {
      if value.isUnknown { return nil }
      guard field.type == .text || field.type == .schedule else { return value.bits }
      if let place = places[value] { return place }
      let place = Int64(texts.count)
      texts.append(interner.text(of: value))
      places[value] = place
      return place
    }
    let attributes = zip(log.record.attributes, program.subject.attributes).map(stored)
    let rows = log.events.map { record in
      let fields = program.events[record.event.index].fields
      return Row(
        event: record.event.index, kind: record.kind?.index, at: record.at.milliseconds,
        values: zip(record.values, fields).map(stored))
    }
    let zone = place(of: log.record.zone)
    logs.append(
      Log(
        id: log.id, startedAt: log.record.startedAt?.milliseconds, endedAt: log.record.endedAt?.milliseconds,
        until: log.until?.milliseconds, zone: zone, attributes: attributes,
        given: log.record.given.map { (program[$0.rule].name.text, $0.at.milliseconds) }, texts: texts,
        rows: rows, ids: Array(log.rows)))
  }
}

// MARK: For a program

extension StudioContent {
  /// What a program doesn't take of a subject's log.
  package struct Unread: Sendable {
    /// How many rows are of events that it doesn't declare.
    package var undeclaredRows = 0
    /// How many other rows have a kind or a value that it doesn't know or that is out of range.
    package var unfitRows = 0
    /// The attributes with such values, which have their defaults instead.
    package var attributes: [String] = []
  }

  /// The logs as another program reads them: rows that it can't read are left out, as from a database. But a column
  /// whose type has changed is unknown, because the page doesn't hold what stood in the database.
  package func logs(
    for program: Program, interner: inout Machine
  ) -> [(log: SubjectLog, unread: Unread)] {
    let attributes = Mapping(self.attributes, program.subject.attributes, program)
    let events = self.events.map { event -> EventMapping? in
      guard let id = program.events.firstIndex(where: { $0.name.text == event.name }) else { return nil }
      let declared = program.events[id]
      let kinds = event.kinds.map { name in
        declared.kinds.firstIndex { $0.name.text == name }.map { KindID($0) }
      }
      return EventMapping(
        id: EventID(id), kinds: kinds, fields: Mapping(event.columns, declared.fields, program))
    }
    var rules: [String: RuleID] = [:]
    for (index, rule) in program.rules.enumerated() { rules[rule.name.text] = RuleID(index) }
    return logs.map { stored in
      interner.clear()
      var log = SubjectLog(id: stored.id, record: SubjectRecord(attributes: [], zone: zones[stored.zone]))
      var unread = Unread()
      func interned(_ text: String) -> Value {
        log.texts.append(text)
        return interner.intern(text)
      }
      func value(_ text: Int64) -> Value {
        guard let place = Int(exactly: text), stored.texts.indices.contains(place) else { return .unknown }
        return interned(stored.texts[place])
      }
      log.record.startedAt = stored.startedAt.map { Instant($0) }
      log.record.endedAt = stored.endedAt.map { Instant($0) }
      log.until = stored.until.map { Instant($0) }
      let read = attributes.values(stored.attributes, text: value)
      log.record.attributes = zip(read, program.subject.attributes).map { read, declared in
        if let read { return read }
        unread.attributes.append(declared.name.text)
        switch declared.initial {
        case .value(let value): return value
        case .text(let text): return interned(text)
        case nil: return .unknown
        }
      }
      log.record.given = stored.given.compactMap { given in
        rules[given.rule].map { GivenNotice(rule: $0, at: Instant(given.at)) }
      }
      let rows = Self.rows(of: stored, events, &unread, text: value)
      log.events = EventRows(rows.map { $0.record })
      log.rows = RowIDs(rows.map { $0.id })
      return (log, unread)
    }
  }

  /// How rows of a stored event are read as those of a declared one.
  private struct EventMapping {
    var id: EventID
    var kinds: [KindID?]
    var fields: Mapping
  }

  /// The rows that can be read; those of one instant come in the order of the declarations.
  private static func rows(
    of stored: Log, _ events: [EventMapping?], _ unread: inout Unread, text: (Int64) -> Value
  ) -> [(record: EventRecord, id: String)] {
    var rows: [(record: EventRecord, id: String)] = []
    for (row, id) in zip(stored.rows, stored.ids) {
      guard let event = events[row.event] else {
        unread.undeclaredRows += 1
        continue
      }
      let kind = row.kind.flatMap { event.kinds[$0] }
      let values = event.fields.values(row.values, text: text)
      let known = values.compactMap { $0 }
      if known.count < values.count || (row.kind != nil && kind == nil) {
        unread.unfitRows += 1
        continue
      }
      rows.append((EventRecord(event: event.id, kind: kind, at: Instant(row.at), values: known), id))
    }
    let order = rows.indices.sorted { a, b in
      let (first, second) = (rows[a].record, rows[b].record)
      return (first.at, first.event.index, a) < (second.at, second.event.index, b)
    }
    return order.map { rows[$0] }
  }

  /// Where the values of stored columns go among declared fields.
  private struct Mapping {
    /// For each declared field, the stored column and the field's range; for values that stand for names, also the
    /// present value of each stored name.
    private var sources: [(column: Int, names: [Int64?]?, isText: Bool, range: ClosedRange<Int64>?)?]

    init(_ columns: [Column], _ fields: [Field], _ program: Program) {
      sources = fields.map { field in
        let type = program.name(of: field.type)
        guard let column = columns.firstIndex(where: { $0.name == field.name.text && $0.type == type }) else {
          return nil
        }
        let declared = program.names(of: field.type)
        let names = declared.map { declared in
          columns[column].names.map { name in declared.firstIndex(of: name).map { Int64($0) } }
        }
        return (column, names, field.type == .text || field.type == .schedule, field.range)
      }
    }

    /// A value for each declared field; nil for a value whose name isn't declared or that is out of range.
    func values(_ stored: [Int64?], text: (Int64) -> Value) -> [Value?] {
      sources.map { source in
        guard let source, let bits = stored[source.column] else { return .unknown }
        if source.isText { return text(bits) }
        guard let names = source.names else {
          return source.range?.contains(bits) ?? true ? Value(bits) : nil
        }
        guard let place = Int(exactly: bits), names.indices.contains(place) else { return nil }
        return names[place].map { Value($0) }
      }
    }
  }
}

extension Program {
  /// The name of a type in the content: stored values of another type are not read.
  package func name(of type: ValueType) -> String {
    switch type {
    case .number: "number"
    case .duration: "duration"
    case .time: "time"
    case .bool: "bool"
    case .text: "text"
    case .preset: "preset"
    case .schedule: "schedule"
    case .date: "date"
    case .weekday: "weekday"
    case .enumeration: "names"
    case .level: "level"
    }
  }
}
