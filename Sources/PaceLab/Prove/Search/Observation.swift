import PaceEngine
import PaceLanguage

/// What was observed of one trial in one world; instants are counted from its start.
struct Observation {
  struct Firing {
    var rule: RuleID
    var at: Int64
    /// Nil if messages are not observed.
    var message: String?
  }

  struct Holding {
    var rule: RuleID
    var at: Int64
    var gate: GateReference
  }

  struct LevelChange {
    var scale: ScaleID
    var level: Int
    var at: Int64
  }

  /// What was seen at an instant with rows or a change that came by itself.
  struct Look {
    var at: Int64
    var isOn: [Bool]
    /// What is changed between two programs, if that is looked for: three values for each comparison.
    var changed: [Value] = []
    /// How many parts the nearest rule still lacks to speak, among the rules that the change touches.
    var missing = 0
  }

  /// How near something watched came to turning over, seen at rows and at the end; see `WatchedExpressions`.
  struct Approach {
    var watched: Int
    var truth: Truth
    var distance: UInt64
  }

  var firings: [Firing] = []
  /// Empty if held firings are not observed.
  var holdings: [Holding] = []
  var changes: [LevelChange] = []
  var looks: [Look] = []
  /// How many instants without a row were evaluated.
  var rowless = 0
  var approaches: [Approach] = []
  /// When the subject ended, or will; nil for never.
  var end: Int64?

  func level(of scale: ScaleID, at instant: Int64) -> Int {
    changes.last { $0.scale == scale && $0.at <= instant }?.level ?? 0
  }

  func fires(_ rule: RuleID, at instant: Int64) -> Bool {
    firings.contains { $0.rule == rule && $0.at == instant }
  }

  func isOn(_ rule: RuleID, at instant: Int64) -> Bool? {
    looks.first { $0.at == instant }?.isOn[rule.index]
  }

  /// Whether a rule's state was on when last observed; nil before the first look.
  func stoodOn(_ rule: RuleID, at instant: Int64) -> Bool? {
    looks.last { $0.at <= instant }?.isOn[rule.index]
  }
}
