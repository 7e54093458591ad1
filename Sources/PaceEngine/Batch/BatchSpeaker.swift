/// What a rule that no event triggers may still say.
struct BatchSpeaker {
  let cooldown: Int64?
  /// How long after a firing it is due again in the same episode; nil for never.
  var pause: Int64?
  private var lastFiring: Int64?
  private var hasSpoken = false

  init(cooldown: Int64?) { self.cooldown = cooldown }

  /// Whether it has nothing more to say in this episode.
  var isSilent: Bool { hasSpoken && pause == nil }

  mutating func beginEpisode() { hasSpoken = false }

  /// The first instant of a stretch in which nothing else holds it at which it speaks; nil if it doesn't.
  mutating func speak(from first: Int64, through last: Int64) -> Int64? {
    var at = first
    if let lastFiring {
      if hasSpoken {
        guard let pause else { return nil }
        at = max(at, lastFiring &+ pause)
      }
      if let cooldown { at = max(at, lastFiring &+ cooldown &+ 1) }
    }
    guard at <= last else { return nil }
    lastFiring = at
    hasSpoken = true
    return at
  }
}
