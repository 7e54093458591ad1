internal import PaceEngine
internal import PaceLanguage

/// By which calendars times without an offset are read.
struct WallCalendars: Sendable {
  private let zone: String
  /// That of subjects with no zone of their own.
  let common: LocalCalendar
  /// Those of the other subjects, by their ids.
  let own: [[UInt8]: LocalCalendar]

  init(_ zone: Zone, own: [[UInt8]: Zone] = [:]) {
    self.zone = zone.name
    common = LocalCalendar(zone: zone)
    self.own = own.mapValues { LocalCalendar(zone: $0) }
  }

  /// Whose clocks are meant.
  func words(for program: Program) -> String {
    own.isEmpty ? zone : "the zone of each \(program.subject.name.text)"
  }
}
