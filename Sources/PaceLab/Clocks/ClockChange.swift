public import PaceEngine

/// An instant at which a zone's clocks go forward or back.
public struct ClockChange: Hashable, Sendable {
  public let instant: Int64
  /// Milliseconds east of UTC until then and from then on.
  public let before: Int64
  public let after: Int64

  /// The local times that clocks leave and go to, in milliseconds since 1970.
  public var from: Int64 { instant + before }
  public var to: Int64 { instant + after }
  public var isGap: Bool { after > before }

  /// The local date that the change makes shorter or longer, in days since 1970.
  public var date: Int64 {
    let local = min(from, to)
    return local >= 0 ? local / ClockSpan.day : (local + 1) / ClockSpan.day - 1
  }

  /// Whether a local time is skipped or shown twice.
  func concerns(_ local: Int64) -> Bool { min(from, to) <= local && local < max(from, to) }

  /// The first changes of a zone after an instant.
  public static func next(_ count: Int, in zone: Zone, after instant: Instant) -> [ClockChange] {
    var changes: [ClockChange] = []
    var offset = zone.initialOffset
    for transition in zone.transitions where changes.count < count {
      if transition.start > instant.milliseconds, transition.offset != offset {
        changes.append(ClockChange(instant: transition.start, before: offset, after: transition.offset))
      }
      offset = transition.offset
    }
    return changes
  }
}
