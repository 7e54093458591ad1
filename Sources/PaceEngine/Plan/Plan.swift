public import PaceLanguage

/// A program made ready to run.
public final class Plan: Sendable {
  public let program: Program
  /// The rules that it evaluates, in declaration order.
  public let rules: [RuleID]
  let tables: PlanTables
  let code: Code

  /// - Parameters:
  ///   - other: a plan whose numbering of texts is reused, so that both can read the same rows.
  ///   - isMeasured: whether looks at expressions are measured, for machines with a clock.
  public convenience init(_ program: Program, textsOf other: Plan? = nil, isMeasured: Bool = false) {
    self.init(program, part: PlanPart(wholeOf: program), textsOf: other, isMeasured: isMeasured)
  }

  /// - Parameters:
  ///   - part: what to evaluate.
  ///   - other: the plan that numbered the texts of the rows; nil if each machine numbers them itself.
  public init(_ program: Program, part: PlanPart, textsOf other: Plan?, isMeasured: Bool = false) {
    self.program = program
    rules = part.rules
    var builder = PlanBuilder(program: program, part, texts: other?.tables.texts ?? [])
    tables = builder.build(isMeasured: isMeasured)
    code = Code(tables)
  }
}

/// A plan's tables: flat nodes in dependency order, names resolved to slots.
///
/// Equal expressions are one node and equal windows one window, whichever rule they stand in.
struct PlanTables: Sendable {
  let program: Program
  /// The message of each rule of the program; nil for rules without one, and for those left out.
  var messages: [Template?]

  /// Children before parents, except that shared and measured values stand at the end.
  var nodes: [Node] = []
  /// Whether a node's value moves between boundaries.
  var moves: [Bool] = []
  /// Whether a node's value rests on the memory of rules, through levels. Such a value is not known past the next
  /// boundary.
  var recalls: [Bool] = []
  /// The node of each expression of the program; some constant for those left out.
  var nodeOfExpression: [NodeID] = []
  /// How many values are shared.
  var memoCount = 0
  var slots: [SlotOrigin] = []
  var columns: [StreamID] = []
  /// The column of each stream; nil if nothing looks back at the stream.
  var columnOfStream: [ColumnID?] = []
  var series: [PlannedSeries] = []
  /// The place of each field in the values of each event, by field and then event; -1 for none.
  var placeOfField: [Int] = []
  var windows: [PlannedWindow] = []
  /// The windows over each column.
  var windowsOfColumn: [[WindowID]] = []
  /// In order of evaluation, then one that does nothing, which stands for all that are left out.
  var rules: [PlannedRule] = []
  /// The gates of every rule, rule after rule.
  var gates: [PlannedGate] = []
  /// The parts, rule after rule, whose overflow the rule's condition may not show.
  var suspects: [Suspect] = []
  /// The index in `rules` of each rule of the program.
  var indexOfRule: [Int] = []
  var events: [PlannedEvent] = []
  /// The places of the fields of type `schedule`, event after event.
  var scheduleFields: [Int] = []
  /// The kinds of each event and then one for no kind, event after event; the lists below are in their order.
  var kinds: [PlannedKind] = []
  var defaults: [Value] = []
  var entries: [ColumnID] = []
  var derivations: [PlannedDerivation] = []
  /// The members of derivations.
  var members: [StreamID] = []
  var triggered: [PlannedTrigger] = []
  /// For each scale the indices in `rules` of the rules that raise it.
  var raisers: [[Int]] = []
  /// For each notice kind the indices in `rules` of the rules that emit it.
  var emitters: [[Int]] = []
  /// For each column, the rules whose verdict may change when it grows.
  var readersOfColumn: [[Reader]] = []
  /// For each column, whether something other than a window asks for its newest event.
  var asksForNewest: [Bool] = []
  /// For each scale, the rules that read it, directly or through another scale.
  var readersOfScale: [[Reader]] = []
  /// The slots that attributes fill.
  var attributeSlots: [AttributeSlot] = []
  /// The slots that are worked out from others, in order.
  var derivedSlots: [Slot] = []
  /// The texts that stand in the program, in the order of their numbers.
  var texts: [String] = []
  /// When a subject ends by itself: how long after which stream.
  var ends: (delay: Slot, column: ColumnID)?
  /// The slots that attributes of type `schedule` fill.
  var scheduleSlots: [Slot] = []
  /// The `streak` calls.
  var streaks: [PlannedStreak] = []

  /// For each node, whether it may be unknown because of an overflow.
  var overflows: [Bool] = []

  /// Empty tables for the builder to fill.
  init(_ program: Program) {
    self.program = program
    messages = Array(repeating: nil, count: program.rules.count)
  }
}
