import PaceLanguage

/// The facts of a rule that every try needs.
struct RuleCode {
  struct Traits: OptionSet {
    var rawValue: UInt16
    static var emits: Traits { Traits(rawValue: 1) }
    static var isOn: Traits { Traits(rawValue: 2) }
    static var hasTicks: Traits { Traits(rawValue: 4) }
    static var hasMemory: Traits { Traits(rawValue: 8) }
    static var raises: Traits { Traits(rawValue: 16) }
    static var raisesWhenFired: Traits { Traits(rawValue: 32) }
    /// The condition may be unknown because of an overflow.
    static var canOverflow: Traits { Traits(rawValue: 64) }
    static var isAlwaysOn: Traits { Traits(rawValue: 128) }
    /// Something in the rule may overflow and leave the condition known.
    static var mayHideOverflow: Traits { Traits(rawValue: 256) }
    /// Its memory is carried only after the instant's tries: they may change its state, or an overflow is noted then.
    static var closesLate: Traits { Traits(rawValue: 512) }
    /// With no rows, its state is the same at every instant and nothing in it can overflow.
    static var restsOnRows: Traits { Traits(rawValue: 1024) }

    /// The generic `contains` of `OptionSet` takes two fifths of the time of a debug build's evaluation.
    func contains(_ other: Traits) -> Bool { rawValue & other.rawValue == other.rawValue }

    /// Whether only events can make the rule speak, and its state rests on no earlier instant.
    var isMomentary: Bool { contains(.isOn) && !contains(.hasMemory) }
  }
  var id: RuleID
  var traits: Traits = []
  /// Unused if the rule is always on.
  var condition = NodeID(0)
  /// The slot of the rule's own cooldown if it may be asked before the condition; else -1.
  var cooldown: Int32
  /// The range of the rule's other gates in `Code.checks`.
  var firstCheck: Int32
  var endOfChecks: Int32
  /// The columns that a firing is entered in; -1 for none.
  var ownFirings: Int32
  var kindFirings: Int32

  init(_ rule: PlannedRule, _ plan: PlanTables, _ checks: inout [Int]) {
    id = rule.id
    cooldown = rule.cooldown.map { Int32($0.index) } ?? -1
    firstCheck = Int32(checks.count)
    for gate in rule.gates {
      if case .cooldown(let span) = plan.gates[gate].kind, cooldown == span.index { continue }
      checks.append(gate)
    }
    endOfChecks = Int32(checks.count)
    ownFirings = rule.ownFirings.map { Int32($0.index) } ?? -1
    kindFirings = rule.kindFirings.map { Int32($0.index) } ?? -1
    if rule.emits { traits.insert(.emits) }
    if rule.isOn { traits.insert(.isOn) }
    if rule.trigger.hasTicks { traits.insert(.hasTicks) }
    if rule.hasMemory { traits.insert(.hasMemory) }
    if !rule.suspects.isEmpty { traits.insert(.mayHideOverflow) }
    if rule.hearsEnd || !rule.emits && plan.mayOverflow(rule) { traits.insert(.closesLate) }
    if let raise = rule.raise { traits.insert(raise.whenFired ? .raisesWhenFired : .raises) }
    guard let condition = rule.condition else {
      traits.insert(.isAlwaysOn)
      return
    }
    self.condition = condition
    if plan.overflows[condition.index] { traits.insert(.canOverflow) }
    let others: Traits = [.hasMemory, .closesLate, .canOverflow, .mayHideOverflow]
    if traits.isDisjoint(with: others), plan.restsOnRows(condition) { traits.insert(.restsOnRows) }
  }
}
