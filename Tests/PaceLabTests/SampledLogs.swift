import PaceEngine
import PaceLab
import PaceLanguage

/// A shipped pack, checked.
func shipped(_ name: String) -> Program? {
  Compilation.compile(roots: ["rules/\(name).pace"], read: readRepository).program
}

/// Synthetic subjects of a program without texts in its events.
func sampledLogs(_ program: Program, subjects: Int, seed: UInt64) -> [SubjectLog] {
  func value(_ constant: Constant?) -> Value {
    if case .value(let value)? = constant { value } else { .unknown }
  }
  return SampleLog(program, subjects: subjects, seed: seed).map { subject in
    var log = SubjectLog(
      id: subject.id,
      record: SubjectRecord(
        startedAt: subject.startedAt, endedAt: subject.endedAt, attributes: subject.attributes.map(value),
        zone: .utc))
    for event in subject.events {
      let values = event.fields.map(value)
      log.events.append(EventRecord(event: event.event, kind: event.kind, at: event.at, values: values))
    }
    return log
  }
}

/// What a subject leads to by a program.
func firings(_ log: SubjectLog, by program: Program) throws -> [Firing] {
  var machine = Machine(Plan(program))
  var firings: [Firing] = []
  try log.run(in: &machine) { if case .fired(let firing) = $0 { firings.append(firing) } }
  return firings
}

/// A log of the events of kind 0 of event 0 at these minutes.
func log(_ id: String = "s1", minutes: [Int64]) -> SubjectLog {
  var log = SubjectLog(id: id, record: SubjectRecord(startedAt: Instant(0), attributes: [], zone: .utc))
  for minute in minutes {
    log.events.append(EventRecord(event: EventID(0), kind: nil, at: Instant(minute * 60_000), values: []))
  }
  return log
}
