import PaceEngine

/// How a page of results was asked for.
struct EvalView: Sendable {
  /// The presets side by side, or one name for the only column.
  var columns: [String]
  /// The zone of subjects that have none of their own.
  var zone: Zone
  /// Whether the zone was named by anyone.
  var isZoneNamed: Bool
  /// The command that explains a notice, without the number; nil where there is no database to ask again.
  var explainCommand: String?

  var zoneText: String { zoneText(of: zone) }

  func zoneText(of zone: Zone) -> String {
    isZoneNamed || zone != self.zone ? zone.name : "\(zone.name) (name another with --zone)"
  }
}
