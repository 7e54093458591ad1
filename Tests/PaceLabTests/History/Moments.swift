import PaceEngine
import PaceLab
import PaceLanguage
import Testing

/// `2026-11-20 21:00` in UTC, give or take a zone's offset.
func moment(_ text: String, offset hours: Int64 = 0) -> Instant {
  let parts = text.split(separator: " ").map(String.init)
  let day = CivilDate(parts[0])?.dayNumber ?? 0
  let clock = parts.count > 1 ? parts[1].split(separator: ":").compactMap { Int64($0) } : [0, 0]
  return Instant(day * 86_400_000 + (clock[0] * 60 + clock[1]) * 60_000 - hours * 3_600_000)
}

/// Berlin in 2026: summer time from 29 March to 25 October, both at 01:00 UTC.
let berlin = Zone(
  name: "Europe/Berlin", initialOffset: 3_600_000,
  transitions: [
    Zone.Transition(start: moment("2026-03-29 01:00").milliseconds, offset: 7_200_000),
    Zone.Transition(start: moment("2026-10-25 01:00").milliseconds, offset: 3_600_000),
  ])

/// A plan of a text that has to check.
func plan(_ text: String) throws -> Plan {
  let compilation = compile((path: "visit.pace", text: text))
  return Plan(try #require(compilation.program, "\(compilation.diagnostics.map(\.message))"))
}

/// A subject with rows of event 0: when, of which kind, and the value of the only field.
func visit(
  _ id: String, start: String? = nil, end: String? = nil, attributes: [Value] = [], zone: Zone = .utc,
  rows: [(at: String, kind: Int?, size: Int64?)] = []
) -> SubjectLog {
  var log = SubjectLog(
    id: id,
    record: SubjectRecord(
      startedAt: start.map { moment($0) }, endedAt: end.map { moment($0) }, attributes: attributes, zone: zone
    ))
  for row in rows {
    log.events.append(
      EventRecord(
        event: EventID(0), kind: row.kind.map { KindID($0) }, at: moment(row.at),
        values: [row.size.map { Value($0 * 1_000_000) } ?? .unknown]))
  }
  return log
}
