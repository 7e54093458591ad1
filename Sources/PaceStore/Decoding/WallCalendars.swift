internal import PaceEngine
internal import PaceLanguage

/// The calendars by which times without an offset are read.
struct WallCalendars: Sendable {
  private let zone: String
  /// The calendar of subjects with no zone of their own.
  let common: LocalCalendar
  /// The calendars of the other subjects, by their ids.
  let own: [[UInt8]: LocalCalendar]

  init(_ zone: Zone, own: [[UInt8]: Zone] = [:]) {
    self.zone = zone.name
    common = LocalCalendar(zone: zone)
    self.own = own.mapValues { LocalCalendar(zone: $0) }
  }

  /// How messages name the zone.
  func words(for program: Program) -> String { own.isEmpty ? zone : program.zoneOfEach }
}

extension Program {
  /// How messages name the zones of subjects that have their own.
  var zoneOfEach: String { "the zone of each \(subject.name.text)" }
}
