import PaceEngine
import PaceLanguage

/// What is checked of everything that is to be stored, whoever gives it.
extension Program {
  func type(of event: EventID) throws(Refusal) -> EventType {
    if events.indices.contains(event.index) { return events[event.index] }
    throw .unknownNumber("the rules have no event", event.index)
  }

  /// Refuses a kind that the event doesn't have.
  func check(_ kind: KindID?, of type: EventType) throws(Refusal) {
    guard let kind, !type.kinds.indices.contains(kind.index) else { return }
    throw .unknownNumber("`\(type.name.text)` has no kind", kind.index)
  }

  func attribute(_ id: AttributeID) throws(Refusal) -> Field {
    if subject.attributes.indices.contains(id.index) { return subject.attributes[id.index] }
    throw .unknownNumber("`\(subject.name.text)` has no attribute", id.index)
  }

  /// Refuses a value that a field of an event, or an attribute of a subject, can't hold.
  func check(_ value: Constant?, in field: Field, of owner: String) throws(Refusal) {
    guard let value, value != .value(.unknown) else { return }
    guard admits(value, in: field) else {
      let given = written(value, field.type) ?? ""
      // A number that is no time of day would be shown as another time.
      let isShown =
        if case .text = value { !given.isEmpty } else { constant(from: given, as: field.type) == value }
      throw Refusal(
        .badValue,
        "`\(owner).\(field.name.text)` takes \(expectation(of: field, unmetBy: value))"
          + (isShown ? ", not \(RowDecoder.quoted(given))" : ""))
    }
    guard field.type == .number else { return }
    let kept = readBack(value)
    if kept == value { return }
    let nearest = written(kept, .number)
    throw Refusal(
      .badValue,
      "`\(owner).\(field.name.text)` can't hold `\(written(value, .number) ?? "")`: "
        + "a log keeps numbers as reals, and the nearest is \(nearest.map { "`\($0)`" } ?? "too large to be read")",
      help: nearest == nil ? "give a number nearer to 0" : "give that one, or fewer decimals")
  }

  /// Refuses a value that a person or an app can't give: one that the field can't hold, or a schedule with a slip.
  /// Data that is read may have such slips.
  func check(given value: Constant?, in field: Field, of owner: String) throws(Refusal) {
    try check(value, in: field, of: owner)
    guard case .text(let text)? = value, field.type == .schedule, let problem = Schedule.problem(in: text)
    else { return }
    throw Refusal(
      .badValue, "`\(owner).\(field.name.text)` takes a schedule, and \(problem)", help: Schedule.forms)
  }

  /// Refuses a value that can't be set from now on: unknown, and one that the field can't hold. Nil clears it.
  func check(setting value: Constant?, in field: Field, of owner: String) throws(Refusal) {
    if value == .value(.unknown) {
      throw Refusal(.badValue, "`\(field.name.text)` can't be set to unknown", help: "nil clears it")
    }
    try check(given: value, in: field, of: owner)
  }

  /// Refuses a list with a value that doesn't fit its field, or with more values than fields.
  func check(_ values: [Constant?], in fields: [Field], of owner: String) throws(Refusal) {
    if values.count > fields.count {
      throw Refusal(
        .unknownName, "`\(owner)` has \(fields.count) fields, not \(values.count)",
        help: "give one value for each")
    }
    for (field, value) in zip(fields, values) { try check(value, in: field, of: owner) }
  }

  /// Refuses an empty id.
  func check(id: String?, of owner: String) throws(Refusal) {
    guard let id, id.isEmpty else { return }
    throw Refusal(.badID, "the id of \(Noun.one(owner)) is empty", help: "give an id, or none for a new one")
  }

  /// Refuses a device without a name.
  func check(device: String?) throws(Refusal) {
    guard let device, device.isEmpty else { return }
    throw Refusal(.badID, "the name of the device is empty", help: "give a name, or none for the file's own")
  }

  /// Refuses an instant outside the years 1 to 9999.
  func check(_ instant: Instant?) throws(Refusal) {
    guard let instant, !instant.isInRange else { return }
    throw Refusal(
      .outOfRange, "\(instant.milliseconds) ms is no instant of the years 1 to 9999",
      help: "give an instant of these years")
  }

  /// Refuses an event that can't be stored.
  func check(
    event: EventID, id: String?, subject name: String?, at: Instant?, kind: KindID?, fields: [Constant?]
  ) throws(Refusal) {
    let type = try type(of: event)
    try check(kind, of: type)
    try check(fields, in: type.fields, of: type.name.text)
    try check(id: id, of: type.name.text)
    if !subject.isPerDay { try check(id: name, of: subject.name.text) }
    try check(at)
  }

  /// Refuses a subject that can't be stored.
  func check(
    subject id: String, startedAt: Instant?, endedAt: Instant?, attributes: [Constant?]
  ) throws(Refusal) {
    let noun = subject.name.text
    try check(id: id, of: noun)
    try check(startedAt)
    try check(endedAt)
    if let startedAt, let endedAt, endedAt < startedAt {
      throw Refusal(
        .endsTooEarly, "\(RowDecoder.quoted(id)) would end before it starts",
        help: "give a later end or an earlier start")
    }
    try check(attributes, in: subject.attributes, of: noun)
  }
}

extension Refusal {
  fileprivate static func unknownNumber(_ lack: String, _ number: Int) -> Refusal {
    Refusal(.unknownName, "\(lack) of number \(number)", help: "give an id of the same rules")
  }
}
