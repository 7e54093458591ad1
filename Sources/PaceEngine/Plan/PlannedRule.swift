import PaceLanguage

/// A gate with its names resolved.
struct PlannedGate {
  enum Kind {
    case unless(NodeID)
    /// Holds for this long after each of the rule's own firings, the last instant included.
    case cooldown(Slot)
    /// Holds while the window has at least as many firings as the slot says; `reached` is that comparison.
    case limit(WindowID, Slot, reached: NodeID)
    case quiet(from: Slot, to: Slot)
  }
  var kind: Kind
  var reference: GateReference
  var condition: ExpressionID?
}

/// A rule with its names resolved; it holds no references, so that reading one costs no reference counting.
struct PlannedRule {
  enum Trigger {
    case none
    case on(StreamID)
    case at(Slot)
    case every(Slot, from: Slot, to: Slot)

    /// Whether the clock triggers the rule.
    var hasTicks: Bool {
      switch self {
      case .none, .on: false
      case .at, .every: true
      }
    }
  }
  enum Repeat {
    case never
    case after(Slot)
    case daily
  }

  var id: RuleID
  var trigger: Trigger
  /// Nil for a condition that is always true.
  var condition: NodeID?
  var hold: Slot?
  var until: NodeID?
  /// Whether what makes the condition true changes the `until` too.
  var endFollowsCondition = false
  var raise: Rule.Raise?
  /// The notice kind that it emits; nil for none.
  var kind: NoticeKindID?
  var repetition: Repeat
  /// Where its gates stand in `PlanTables.gates`: its own, then those of its kind's policy.
  var gates: Range<Int>
  /// Where what may overflow unseen stands in `PlanTables.suspects`.
  var suspects = 0..<0
  /// Its own cooldown, if nothing in it can overflow: then the cooldown may be asked first.
  var cooldown: Slot?
  /// The columns of this rule's and its kind's firings; nil if nothing looks back at them.
  var ownFirings: ColumnID?
  var kindFirings: ColumnID?
  /// Whether its state may depend on what rules do at the end of an instant: on levels, or on firings without an event.
  var hearsEnd = false

  /// Whether it can speak.
  var emits: Bool { kind != nil }

  /// Whether its state at an instant depends on earlier instants.
  var hasMemory: Bool { hold != nil || until != nil }

  /// Whether it may speak more than once in an episode.
  var repeats: Bool {
    if case .never = repetition { return false }
    return true
  }

  /// Whether only an event of the log can make it speak.
  var isOn: Bool {
    if case .on = trigger { return true }
    return false
  }

  /// Whether it speaks at events only, and its state rests on no earlier instant.
  var isMomentary: Bool { emits && isOn && !hasMemory }

  /// Whether its state has to be followed at every instant, apart from the levels it raises.
  var isFollowedAtEveryInstant: Bool { emits && (!isOn || hasMemory) }
}

extension PlannedRule {
  /// A rule that does nothing.
  init(leftOut id: RuleID) {
    self.init(id: id, trigger: .none, repetition: .never, gates: 0..<0)
  }
}

/// A part of a rule whose overflow its condition's value doesn't show.
struct Suspect {
  var node: NodeID
  var expression: ExpressionID
}

extension PlanTables {
  /// Whether something in a rule may overflow.
  func mayOverflow(_ rule: PlannedRule) -> Bool {
    !rule.suspects.isEmpty || rule.condition.map { overflows[$0.index] } == true
  }

  /// Whether a value is the same at every instant if there are no rows.
  func restsOnRows(_ id: NodeID) -> Bool {
    let node = nodes[id.index]
    return node.traits.isDisjoint(with: [.isFleeting, .readsClock])
      && node.children.allSatisfy { restsOnRows($0) }
  }
}

/// A rule that reads a column or a scale.
struct Reader {
  /// Its index in `PlanTables.rules`.
  var rule: Int
  /// Whether its condition reads it, and not only its gates, its `until` or its own memory.
  var inCondition: Bool
}
