public import PaceEngine

/// The zone of subjects that have none of their own, and whether anyone has named it.
public struct LogZone: Sendable {
  public let zone: Zone
  public let isNamed: Bool

  public init(_ zone: Zone, isNamed: Bool) {
    self.zone = zone
    self.isNamed = isNamed
  }

  /// The name of a subject's zone, with how to name another if it is this one and nobody has named it.
  func words(for own: Zone) -> String {
    isNamed || own != zone ? own.name : "\(own.name) (name another with --zone)"
  }
}
