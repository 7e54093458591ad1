import PaceEngine
import PaceLanguage

/// Writes the rows of imported objects, within a transaction.
final class ObjectImport {
  private let keeper: Keeper
  private let subjects: RowImport
  private let events: [RowImport]
  /// The instant from which settings hold; nil for the clock's.
  private let at: Instant?
  /// The stamp of the catalogue.
  private let stamp: Stamp
  /// The stamps of the settings that were given so far.
  private var stampsOfSettings: [String: [Stamp]] = [:]
  /// Whether objects are lines of an export, in which subjects may end before they start.
  private let isExport: Bool
  /// The time of the newest row of each imported subject, or `Int64.min` if it has none.
  private var newest: [ExactText: Int64] = [:]
  /// The catalogue as it stands; nil until it is needed, and after each change.
  private var catalogue: [KeptKind]?

  private var program: Program { keeper.program }

  init(_ keeper: Keeper, at: Instant?, isExport: Bool) throws(StoreError) {
    self.keeper = keeper
    self.isExport = isExport
    subjects = try RowImport(keeper.file, .subject)
    events = try keeper.program.events.ids.map { (event) throws(StoreError) in
      try RowImport(keeper.file, .event(event))
    }
    self.at = at
    stamp = try keeper.stamp(from: at)
  }

  /// The subjects with the times of their newest rows, in the order of the ids' bytes.
  var newestOfSubjects: [(subject: String, newest: Int64)] {
    newest.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }

  /// Removes from an object what can't be kept: all its rows, but of a catalogue only the bad items.
  ///
  /// Throws for ids of other rules, which no object can have.
  func sift(_ object: inout ReadObject) throws(Refusal) {
    var rows: [ObjectRow] = []
    for row in object.rows {
      do throws(Refusal) {
        rows.append(try sifted(row, &object))
      } catch {
        if error.code == .unknownName { throw error }
        object.problems = [ObjectProblem(place: object.place, cause: error.message)]
        object.rows = []
        return
      }
    }
    object.rows = rows
  }

  private func sifted(_ row: ObjectRow, _ object: inout ReadObject) throws(Refusal) -> ObjectRow {
    switch row {
    case .subject(let row):
      let end = isExport ? nil : row.endedAt
      try program.check(
        subject: row.id, startedAt: row.startedAt, endedAt: end, attributes: row.attributes)
      try program.check(row.endedAt)
      if isExport { try checkDay(row.id, of: nil) }
    case .event(let row):
      try program.check(
        event: row.event, id: row.id, subject: row.subject, at: row.at, kind: row.kind, fields: row.fields)
      if isExport, let subject = row.subject { try checkDay(subject, of: row.at) }
    case .settings(let settings): for setting in settings { try program.check(setting) }
    case .kinds(let kinds):
      var fit: [ObjectRow.Kind] = []
      for (index, kind) in kinds.enumerated() {
        do throws(Refusal) {
          try program.check(kind)
          fit.append(kind)
        } catch {
          if error.code == .unknownName { throw error }
          object.problems.append(
            ObjectProblem(place: object.place, item: index + 1, cause: error.message))
        }
      }
      return .kinds(fit)
    }
    return row
  }

  /// Refuses a subject that is not a date, or not the day of its event, where subjects are days.
  private func checkDay(_ subject: String, of at: Instant?) throws(Refusal) {
    guard program.subject.isPerDay else { return }
    if let at, subject != keeper.day(of: at) {
      throw Refusal(.badID, "subject `\(subject)` is not the day of its event, \(keeper.day(of: at))")
    }
    if TimeParser.date(Array(subject.utf8).span) == nil {
      throw Refusal(.badID, "subject `\(subject)` is not a date as YYYY-MM-DD")
    }
  }

  /// Writes an object's rows, and counts the object once, by the greatest outcome among its rows.
  func take(_ rows: [ObjectRow], _ tally: inout ImportTally) throws(StoreError) {
    var outcome: RowImport.Outcome?
    for row in rows {
      let written = try write(row)
      if written == .added { tally.add(sort(of: row)) }
      outcome = outcome.map { max($0, written) } ?? written
    }
    tally.see(rows.map(sort))
    switch outcome {
    case .added, nil: break
    case .changed: tally.changed += 1
    case .gone: tally.gone += 1
    case .known: tally.known += 1
    }
  }

  private func sort(of row: ObjectRow) -> String {
    switch row {
    case .subject(let subject): subject.isEnd ? "end" : program.noun
    case .event(let row): program.events[row.event.index].name.text
    case .settings: "settings"
    case .kinds: "kinds"
    }
  }

  private func write(_ row: ObjectRow) throws(StoreError) -> RowImport.Outcome {
    switch row {
    case .subject(let subject): return try write(subject)
    case .event(let row): return try write(row)
    case .settings(let settings): for setting in settings { try write(setting) }
    case .kinds(let kinds): for kind in kinds { try write(kind) }
    }
    return .added
  }

  private func write(_ setting: ObjectRow.Setting) throws(StoreError) {
    switch setting.value {
    case .attribute(let id, let value):
      let attribute = program.subject.attributes[id.index]
      try set(attribute.name.text, program.written(value, attribute.type))
    case .text(let text): try set(setting.name, text)
    case .instant(let instant): try set(setting.name, String(instant.milliseconds))
    }
  }

  private func set(_ name: String, _ value: String?) throws(StoreError) {
    if stampsOfSettings[name] == nil {
      stampsOfSettings[name] = try keeper.stamps(ofSetting: name, from: at)
    }
    try keeper.file.settings.set(name, value, stampsOfSettings[name] ?? [])
  }

  private func write(_ kind: ObjectRow.Kind) throws(StoreError) {
    catalogue = nil
    var changes: [KindChange] = []
    if let label = kind.label { changes.append(.label(label)) }
    if let isEnabled = kind.isEnabled { changes.append(.isEnabled(isEnabled)) }
    if let order = kind.order { changes.append(.order(order)) }
    for (field, value) in zip(program.events[kind.event.index].fields, kind.fields) {
      if let value { changes.append(.field(field.name.text, value)) }
    }
    try keeper.file.catalogue.set(changes, of: kind.kind, in: kind.event, stamp)
  }

  private func write(_ row: ObjectRow.Event) throws(StoreError) -> RowImport.Outcome {
    let type = program.events[row.event.index]
    let subject =
      program.subject.isPerDay
      ? keeper.day(of: row.at) : row.subject.map { CanonicalID.of($0) } ?? TablePlan.onlySubject
    let catalogue = if let known = self.catalogue { known } else { try keeper.file.catalogue.entries() }
    self.catalogue = catalogue
    let fields = catalogue.values(of: row.kind, in: row.event, program).enumerated().map { index, filling in
      let given = index < row.fields.count ? row.fields[index] : nil
      return given ?? .value(.unknown) == .value(.unknown) ? filling : given
    }
    let values = TableDefinitions.values(
      of: row.event, subject: subject, at: row.at, kind: row.kind.map { type.kinds[$0.index].name.text },
      fields: fields, device: row.device, program)
    let outcome = try events[row.event.index].write(CanonicalID.of(row.id), values)
    switch outcome {
    case .added, .changed:
      raise(&newest[ExactText(subject), default: .min], to: row.at.milliseconds)
    case .known, .gone: break
    }
    return outcome
  }

  private func raise(_ newest: inout Int64, to at: Int64) { newest = max(newest, at) }

  /// Writes what an object says about a subject.
  ///
  /// The end is stamped with its own instant, all else with the start's; without a start, with the lowest stamp.
  /// These stamps name no device.
  private func write(_ subject: ObjectRow.Subject) throws(StoreError) -> RowImport.Outcome {
    let id = CanonicalID.of(subject.id)
    let start = subject.startedAt.map { Stamp(at: $0.milliseconds, device: "") } ?? .lowest
    var values: [RowImport.StampedValue] = []
    if let at = subject.startedAt {
      values.append(RowImport.StampedValue(column: 0, value: .integer(at.milliseconds), stamp: start))
    }
    if let at = subject.endedAt {
      let end = Stamp(at: at.milliseconds, device: "")
      values.append(RowImport.StampedValue(column: 1, value: .integer(at.milliseconds), stamp: end))
    }
    for (index, (attribute, value)) in zip(program.subject.attributes, subject.attributes).enumerated() {
      guard let value else { continue }
      let stored = StoredValue(value, attribute.type, program)
      if !stored.isNull {
        values.append(RowImport.StampedValue(column: index + 2, value: stored, stamp: start))
      }
    }
    let outcome = try subjects.write(id, stamped: values)
    if case .gone = outcome { return outcome }
    newest[ExactText(id)] = newest[ExactText(id)] ?? .min
    return outcome
  }
}

extension Program {
  /// Refuses a setting that can't be kept; unknown clears it.
  fileprivate func check(_ setting: ObjectRow.Setting) throws(Refusal) {
    switch setting.value {
    case .attribute(let id, let value): try check(value, in: try attribute(id), of: subject.name.text)
    case .instant(let instant):
      try check(instant)
      try check(otherSetting: setting.name)
    case .text: try check(otherSetting: setting.name)
    }
  }

  /// Refuses a setting that no rule reads if it is named like one that they do.
  private func check(otherSetting name: String) throws(Refusal) {
    guard subject.attributes.contains(where: { $0.name.text == name }) else { return }
    throw Refusal(.badValue, "`\(name)` is an attribute, and has values of its type")
  }

  /// Refuses what an object says of a kind if the catalogue can't hold it; unknown clears a value.
  fileprivate func check(_ kind: ObjectRow.Kind) throws(Refusal) {
    let type = try type(of: kind.event)
    try check(kind.kind, of: type)
    try check(.order(kind.order), of: type)
    try check(kind.fields, in: type.fields, of: type.name.text)
  }
}

extension ObjectRow.Subject {
  /// Whether it gives nothing but the end.
  fileprivate var isEnd: Bool {
    endedAt != nil && startedAt == nil && attributes.allSatisfy { $0.map { $0 == .value(.unknown) } ?? true }
  }
}
