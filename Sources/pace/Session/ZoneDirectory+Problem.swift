import PaceLab
import PaceStore

extension ZoneDirectory {
  /// What to do about a name, where no zone has it.
  func problem(with name: String) -> ZoneProblem? {
    var zones = self
    if zones.zone(named: name) != nil { return nil }
    return ZoneProblem(help: help(for: name), nearest: nearest(to: name))
  }
}
