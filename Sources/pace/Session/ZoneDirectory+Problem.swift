import PaceLab
import PaceStore

extension ZoneDirectory {
  /// What to do about a name that no zone has; nil if one has it.
  func problem(with name: String) -> ZoneProblem? {
    var zones = self
    if zones.zone(named: name) != nil { return nil }
    return ZoneProblem(help: help(for: name), nearest: nearest(to: name))
  }

  /// The same for lint: a system without any zones is no fault of the program's.
  func fault(with name: String) -> ZoneProblem? { problem(with: name).flatMap { isThere ? $0 : nil } }
}
