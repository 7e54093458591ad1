import PaceLanguage

/// What a rule carries from one instant to the next.
struct RuleMemory {
  /// Whether its state is on.
  var isOn = false
  /// Since when its condition has been true without a break.
  var trueSince: Int64?
  /// What its last try found.
  var tried = Try()
  /// Whether it has spoken in this episode.
  var hasSpoken = false
  /// Its last firing in this episode.
  var spokeAt: Int64 = 0
  /// The `Evaluator.stretch` in which it last fired, where that raises a level.
  var raisedIn = -1
  /// Its last firing, in whatever episode; `.min` for none.
  var lastFiring: Int64 = .min
  /// The instant at which its state was last worked out.
  var knownAt: Int64 = .min
  /// No change comes before this unless something is logged.
  var nextChange: Int64 = .max
  /// How far ahead `nextChange` was looked for.
  var lookedUpTo: Int64 = .min
  /// The event for which it fired last, counted over the subject.
  var firedFor = -1
}

/// What a try of a rule found, of which the rest of the instant can make use.
struct Try {
  var state = StateOfRule(isOn: false, condition: 0)
  /// When its condition changes, and how far ahead that was looked for.
  var change: Int64 = .max
  var lookedUpTo: Int64 = .min
  var at: Int64 = .min
}

extension RuleMemory {
  /// Notes what a look for the next change found.
  mutating func look(to limit: Int64, found change: Int64) {
    nextChange = change > limit ? .max : change
    lookedUpTo = limit
  }

  /// Notes that a rule that is off stays so, whatever was given of it.
  mutating func rest(at t: Int64, until change: Int64, lookedUpTo limit: Int64) {
    knownAt = t
    hasSpoken = false
    look(to: limit, found: change)
  }

  /// Notes a firing.
  mutating func speak(at t: Int64) {
    hasSpoken = true
    spokeAt = t
    lastFiring = t
  }

  /// Takes on the state as of the end of an instant.
  mutating func advance(to t: Int64, _ state: StateOfRule) {
    if state.condition != 1 {
      trueSince = nil
    } else if trueSince == nil {
      trueSince = t
    }
    isOn = state.isOn
    knownAt = t
    if !state.isOn {
      hasSpoken = false
    }
  }
}

/// A streak as of a day.
struct StreakMemory: Equatable {
  var day: Int64 = .min
  var length: Int64 = 0
}

/// When a subject's life begins and ends.
struct Life {
  var hasBegun = false
  /// No event is taken at or before this.
  var settledThrough: Int64 = .min
  var startedAt: Int64?
  /// The recorded end, until an event cancels it.
  var recordedEnd: Int64?
  var start: Int64 = .min
  var revivedAt: Int64 = .min
  var given: [GivenNotice] = []
  /// How many of `given` have been taken.
  var taken = 0
  /// Derived firings count only after this.
  var lastGiven: Int64 = .min
  var eventCount = 0
  /// For each kind, as in `Plan.kinds`: the last kept one.
  var lastKept: [Int64?] = []
  /// When the subject ended or will if nothing is logged; `.max` for never.
  var end: Int64 = .max
}

/// The event that conditions and `on` rules are being tried for.
struct CurrentEvent {
  var event = EventID(0)
  var ordinal = EventOrdinal(-1)
  /// The values of its fields, then room for those of events that have more.
  var values: [Value]
  /// For each stream the last event that joined it.
  var isIn: [Int]
}
