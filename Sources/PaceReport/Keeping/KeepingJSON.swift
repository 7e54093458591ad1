public import PaceEngine
public import PaceLanguage

/// What the commands that keep a log print as JSON, one object a command.
public struct KeepingJSON {
  let program: Program
  private let isDryRun: Bool

  /// - Parameter isDryRun: whether the command only said what it would do.
  public init(_ program: Program, isDryRun: Bool) {
    self.program = program
    self.isDryRun = isDryRun
  }

  /// What became of a row that was written, or was there already.
  public func written(
    _ row: KeptRow, isKnown: Bool, hasStarted: Bool, _ notices: [KeptNotice], _ status: SubjectStatus?,
    spokenFor: Instant?
  ) -> [UInt8] {
    object { json in
      json.field("written", true)
      json.field("known", isKnown)
      json.object("row") { write(row, to: &$0) }
      json.field("started", hasStarted)
      write(notices, to: &json)
      if let spokenFor { json.field("spoken_for_ms", spokenFor.milliseconds) }
      write(status, to: &json)
    }
  }

  /// A row that rules refuse, with what they say.
  public func refused(_ refusals: [Firing]) -> [UInt8] {
    unwritten("refusal") { json in
      json.objects("refusals", refusals) { firing, json in
        json.field("rule", program[firing.rule].name.text)
        json.field("severity", program[firing.rule].severity)
        json.field("message", firing.message)
      }
    }
  }

  /// A row that comes too soon after another; one counts again from `until` on.
  public func debounced(until: Instant) -> [UInt8] {
    unwritten("debounce") { $0.field("until_ms", until.milliseconds) }
  }

  /// A row of a kind that the catalogue disables; `enabled` are the kinds that it doesn't.
  public func disabled(enabled: [String]) -> [UInt8] {
    unwritten("disabled") { $0.field("enabled", strings: enabled) }
  }

  /// A row whose id is that of another row.
  public func conflict(id: String) -> [UInt8] { unwritten("conflict") { $0.field("id", id) } }

  /// A row whose id is that of one that was taken back.
  public func gone(id: String) -> [UInt8] { unwritten("gone") { $0.field("id", id) } }

  /// What is refused as the log stands; `subject` is the one that stands in the way, if one does.
  public func refused(_ why: String, subject: String? = nil, _ message: String) -> [UInt8] {
    unwritten(why) { json in
      if let subject { json.field("subject", subject) }
      json.field("message", message)
    }
  }

  private func unwritten(_ why: String, _ details: (inout JSONWriter) -> Void) -> [UInt8] {
    object { json in
      json.field("written", false)
      json.field("why", why)
      details(&json)
    }
  }

  /// A row that was taken back.
  public func undone(_ row: KeptRow, withdrawn: [KeptNotice], _ status: SubjectStatus?) -> [UInt8] {
    object { json in
      json.object("undone") { write(row, isWhole: false, to: &$0) }
      json.field("withdrawn", strings: withdrawn.map(id))
      write(status, to: &json)
    }
  }

  /// Rows or a subject that were deleted or changed.
  public func changed(
    _ what: String, subject: String?, _ rows: [KeptRow], withdrawn: [KeptNotice], _ status: SubjectStatus?
  ) -> [UInt8] {
    object { json in
      if let subject { json.field("subject", subject) }
      json.objects(what, rows) { write($0, to: &$1) }
      json.field("withdrawn", strings: withdrawn.map(id))
      write(status, to: &json)
    }
  }

  /// A subject that was started or ended by hand.
  public func turned(
    _ what: String, _ subject: String, at: Instant, _ status: SubjectStatus
  ) -> [UInt8] {
    object { json in
      json.field(what, subject)
      json.field("at_ms", at.milliseconds)
      write(status, to: &json)
    }
  }

  /// - Parameter next: the next instant at which something may be due; nil for none.
  public func notified(_ notices: [KeptNotice], next: Instant?) -> [UInt8] {
    object { json in
      write(notices, to: &json)
      json.field("next_at_ms", next?.milliseconds)
    }
  }

  // MARK: Parts

  func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.line { json in
      body(&json)
      if isDryRun { json.field("dry_run", true) }
    }
  }

  /// - Parameter isWhole: whether its subject and its fields are written too.
  private func write(_ row: KeptRow, isWhole: Bool = true, to json: inout JSONWriter) {
    let event = program.events[row.event.index]
    json.field("id", row.id)
    if isWhole { json.field("subject", row.subject) }
    json.field("event", event.name.text)
    json.field("kind", row.kind)
    json.field("at_ms", row.at.milliseconds)
    json.field("device", row.device)
    if isWhole { json.object("fields", event.fields, row.fields, program) }
  }

  private func id(_ notice: KeptNotice) -> String { notice.id(isPerDay: program.subject.isPerDay) }

  func write(_ notices: [KeptNotice], to json: inout JSONWriter) {
    json.objects("notices", notices) { notice, json in
      json.field("id", id(notice))
      json.field("subject", notice.subject)
      json.fields(at: notice.at)
      json.field("rule", notice.rule)
      json.field("kind", notice.kind)
      json.field("level", notice.level)
      json.field("severity", notice.severity)
      json.field("preset", notice.preset)
      json.field("message", notice.message)
      json.field("given_at_ms", notice.givenAt.milliseconds)
    }
  }

  private func write(_ status: SubjectStatus?, to json: inout JSONWriter) {
    json.field("levels", levels: status?.scales.map { $0.level } ?? [], program)
    json.field("next_at_ms", status?.next?.milliseconds)
  }
}

extension KeepingJSON {
  /// The file of a log that was made or completed.
  public func made(_ path: String, isNew: Bool, wasLog: Bool, rows: Int) -> [UInt8] {
    object { json in
      json.field("file", path)
      json.field("made", isNew)
      json.field("was_log", wasLog)
      json.field("rows", rows)
    }
  }

  /// Settings that were changed, open subjects that follow them (`changed`) or keep values of their own (`unreached`),
  /// and what was given before.
  public func set(
    _ values: [(attribute: AttributeID, value: Constant?)], changed: [String],
    unreached: [(subject: String, attributes: [AttributeID])], _ notices: [KeptNotice]
  ) -> [UInt8] {
    object { json in
      let fields = values.map { program.subject.attributes[$0.attribute.index] }
      json.object("settings", fields, zip(fields, values).map { $1.value ?? $0.initial }, program)
      json.field("changed", strings: changed)
      json.objects("unreached", unreached) { unreached, json in
        json.field("subject", unreached.subject)
        json.field(
          "attributes", strings: unreached.attributes.map { program.subject.attributes[$0.index].name.text })
      }
      write(notices, to: &json)
    }
  }

  /// The settings in force, those that rules don't use last, and with `history` every value there ever was.
  public func settings(
    _ values: [String: String], others: [String],
    history: [(name: String, value: String?, at: Int64, device: String)]?
  ) -> [UInt8] {
    object { json in
      let fields = program.subject.attributes
      let inForce = fields.map { field in
        values[field.name.text].flatMap { program.constant(from: $0, as: field.type) } ?? field.initial
      }
      json.object("settings", fields, inForce, program)
      json.object("others", each: others) { $1.field($0, values[$0]) }
      guard let history else { return }
      json.objects("history", history) { entry, json in
        json.field("name", entry.name)
        json.field("value", entry.value)
        json.field("at_ms", entry.at)
        json.field("device", entry.device)
      }
    }
  }

  public func kinds(_ kinds: [KeptKind]) -> [UInt8] {
    object { json in
      json.objects("kinds", kinds) { entry, json in
        let event = program.events[entry.event.index]
        json.field("event", event.name.text)
        json.field("kind", event.kinds[entry.kind.index].name.text)
        json.field("label", entry.label)
        json.field("enabled", entry.isEnabled)
        json.field("order", entry.order.map { .value($0) }, .number, program)
        json.object("fields", event.fields, entry.values, program)
      }
    }
  }
}
