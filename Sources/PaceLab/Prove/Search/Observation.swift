import PaceEngine
import PaceLanguage

/// What one trial came to in one world; instants are counted from its start.
struct Observation {
  struct Firing {
    var rule: RuleID
    var at: Int64
    /// Nil where messages are not looked at.
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

  /// What was seen at an instant at which rows came: for each rule whether its state is on.
  struct Look {
    var at: Int64
    var isOn: [Bool]
  }

  /// How near something watched came to turning over, seen at rows and at the end; see `WatchedExpressions`.
  struct Approach {
    var watched: Int
    var truth: Truth
    var distance: UInt64
  }

  var firings: [Firing] = []
  /// Empty where what is held is not looked at.
  var holdings: [Holding] = []
  var changes: [LevelChange] = []
  var looks: [Look] = []
  var approaches: [Approach] = []

  func level(of scale: ScaleID, at instant: Int64) -> Int {
    changes.last { $0.scale == scale && $0.at <= instant }?.level ?? 0
  }

  func fires(_ rule: RuleID, at instant: Int64) -> Bool {
    firings.contains { $0.rule == rule && $0.at == instant }
  }

  func isOn(_ rule: RuleID, at instant: Int64) -> Bool? {
    looks.first { $0.at == instant }?.isOn[rule.index]
  }
}
