import PaceEngine
import PaceLanguage

/// What was observed of one trial in one world.
struct Observation {
  /// What was seen at an instant with rows or a change that came by itself.
  struct Look: Timed {
    var at: Instant
    var isOn: [Bool]
    /// What is changed between two programs, if that is looked for: three values for each comparison.
    var changed: [Value] = []
    /// How many parts the nearest rule still lacks to speak, among the rules that the change touches.
    var missing = 0
  }

  /// How near something watched came to changing, seen at rows and at the end; see `WatchedExpressions`.
  struct Approach {
    var watched: Int
    var truth: Truth
    var distance: UInt64
  }

  let trial: Trial
  /// The index of the world.
  let world: Int
  private(set) var firings: [Firing] = []
  /// Empty if held firings are not observed.
  private(set) var holdings: [Holding] = []
  /// For each scale, up to the last one with changes.
  private var changes: [[LevelChange]] = []
  var looks: [Look] = []
  /// How many instants without a row were evaluated.
  var rowless = 0
  var approaches: [Approach] = []
  /// When the subject ended, or will; nil for never.
  var end: Instant?

  /// Nothing seen yet.
  init(of trial: Trial, in world: Int) {
    self.trial = trial
    self.world = world
  }

  func changes(of scale: ScaleID) -> [LevelChange] {
    changes.indices.contains(scale.index) ? changes[scale.index] : []
  }

  mutating func note(_ record: Record) {
    switch record {
    case .fired(let firing): firings.append(firing)
    case .held(let holding): holdings.append(holding)
    case .level(let change):
      while changes.count <= change.scale.index { changes.append([]) }
      changes[change.scale.index].append(change)
    case .account, .overflow, .runaway: break
    }
  }

  /// The first instant at which `isWanted` is true of a scale's levels here and in another observation, with the
  /// level here.
  func instant(
    of scale: ScaleID, against other: Observation, where isWanted: (Int, Int) -> Bool
  ) -> (at: Instant, level: Int)? {
    var (mine, theirs) = (changes(of: scale)[...], other.changes(of: scale)[...])
    var (level, otherLevel) = (0, 0)
    while let at = [mine.first?.at, theirs.first?.at].compactMap({ $0 }).min() {
      while let change = mine.first, change.at == at {
        level = change.level
        mine.removeFirst()
      }
      while let change = theirs.first, change.at == at {
        otherLevel = change.level
        theirs.removeFirst()
      }
      if isWanted(level, otherLevel) { return (at, level) }
    }
    return nil
  }

  func fires(_ rule: RuleID, at instant: Instant) -> Bool {
    firings.at(instant).contains { $0.rule == rule }
  }

  func isOn(_ rule: RuleID, at instant: Instant) -> Bool? { looks.at(instant).first?.isOn[rule.index] }

  /// What the trial comes to: the rules that fired, those whose state was on at a look, and the last levels.
  struct Outcome: Equatable {
    var fired: Set<RuleID>
    var wereOn: Set<Int>
    var levels: [Int]
  }

  var outcome: Outcome {
    Outcome(
      fired: Set(firings.map { $0.rule }),
      wereOn: Set(looks.flatMap { look in look.isOn.indices.filter { look.isOn[$0] } }),
      levels: changes.map { $0.last?.level ?? 0 })
  }

  /// The states when last observed; nil before the first look.
  func states(at instant: Instant) -> [Bool]? {
    let count = looks.count(before: instant.later(by: 1))
    return count == 0 ? nil : looks[count - 1].isOn
  }
}

/// Something observed at an instant, kept in the order of time.
protocol Timed {
  var at: Instant { get }
}

extension Firing: Timed {}
extension Holding: Timed {}

extension Array where Element: Timed {
  /// How many come before an instant.
  func count(before instant: Instant) -> Int { partitioningIndex { $0.at >= instant } }

  func at(_ instant: Instant) -> ArraySlice<Element> {
    self[count(before: instant)...].prefix { $0.at == instant }
  }
}
