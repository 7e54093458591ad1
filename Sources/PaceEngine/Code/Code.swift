import PaceLanguage

/// Many short lists in one block, read without reference counting.
struct CellLists<Element> {
  let elements: Cells<Element>
  /// Where each list begins, then where the last one ends.
  private let starts: Cells<Int>

  init(_ lists: [[Element]], in arena: Arena) {
    var starts = [0]
    for list in lists { starts.append(starts[starts.count - 1] + list.count) }
    elements = arena.cells(lists.flatMap { $0 })
    self.starts = arena.cells(starts)
  }

  @inline(__always)
  subscript(list: Int) -> Range<Int> { starts[list]..<starts[list &+ 1] }
}

/// Where the values of a series stand in its column.
struct SeriesCode {
  var column: Int
  var field: FieldNameID
  /// The lane of running sums, modulo 2^64.
  var sum: Int
  /// The lane of the sums' upper halves; -1 if 64 bits hold any sum.
  var high = -1
  /// The lane that counts unknown values; -1 if none is unknown.
  var unknown = -1
  /// Whether no value is negative, so that a sum does not grow when rows leave its window.
  var isNeverNegative = false
}

/// Values of a window that are kept ready for an aggregate.
struct QueueCode {
  enum Order {
    /// The candidates for the least or the greatest value, as a monotone queue: the index of each, then its value.
    case least, greatest
    /// All known values, in ascending order.
    case sorted
  }

  /// The store's column that holds them.
  var column: Int
  var window: WindowID
  var series: SeriesID
  var order: Order
}

/// A daily span of the clock.
struct SpanCode: Hashable {
  var from: Slot
  var to: Slot
}

/// The rules of one block of 64 that read a column or scale.
struct Mark {
  var block: Int
  var rules: UInt64 = 0
  /// Those of `rules` whose condition reads it.
  var stale: UInt64 = 0
}

/// The rules looked at without a triggering event, and the columns and scales that mark them.
struct Watch {
  /// The watched rules of each block of 64.
  let rules: Cells<UInt64>
  /// Those of `rules` that emit nothing, and so are never tried, though something in them may overflow.
  let overflowingUntried: Cells<UInt64>
  let readersOfColumn: CellLists<Mark>
  let readersOfScale: CellLists<Mark>
}

/// A plan as flat tables: what the machine runs. Each machine holds the tables' addresses itself.
struct Code: Sendable {
  /// Owns the tables.
  private let arena: Arena
  let nodes: Cells<Node>
  /// The index of a node's queue, span, streak or memo; -1 for none.
  let parts: Cells<Int>
  /// Whether a node's value moves between boundaries.
  let moves: Cells<Bool>
  let rules: Cells<RuleCode>
  let planned: Cells<PlannedRule>
  /// For each rule, whether only the day and the order of its firings are read afterwards, not their instants.
  let firesAtAnyInstant: Cells<Bool>
  let gates: Cells<PlannedGate>
  let suspects: Cells<Suspect>
  /// The gates to ask when it only matters whether one holds, rule after rule.
  let checks: Cells<Int>
  /// The span of each quiet gate; -1 for other gates.
  let gateSpans: Cells<Int>
  let windows: Cells<PlannedWindow>
  let windowsOfColumn: CellLists<WindowID>
  /// Whether a window's rows are read one by one, and not only its sums; if not, old rows are dropped.
  let asksForRows: Cells<Bool>
  let series: Cells<SeriesCode>
  let seriesOfColumn: CellLists<Int>
  let queues: Cells<QueueCode>
  let queuesOfColumn: CellLists<Int>
  let scheduleFields: Cells<Int>
  let kinds: Cells<PlannedKind>
  let defaults: Cells<Value>
  let entries: Cells<ColumnID>
  let derivations: Cells<PlannedDerivation>
  let members: Cells<StreamID>
  let triggered: Cells<PlannedTrigger>
  let placeOfField: Cells<Int>
  /// For a slot whose value is another slot's rounded up to a whole number, that other slot; -1 for other slots.
  /// `isMoreThanWhole` says whether the whole number must be greater than the other value, not only as great.
  let boundOfWhole: Cells<Int>
  let isMoreThanWhole: Cells<Bool>
  /// The rules that raise each scale, the highest level first.
  let raisers: CellLists<Int>
  let emitters: CellLists<Int>
  /// The index of each scale's first level among the levels of all scales.
  let firstLevels: Cells<Int>
  let levelCount: Int
  let indexOfRule: Cells<Int>
  /// Whether a guard may forbid a message once it is filled in.
  let mayWithhold: Bool
  /// The values that each rule's message is filled with.
  let messageValues: CellLists<NodeID>
  /// The spans of `clock in` and `quiet`, and in `elapsedSpans` the spans of `elapsed`.
  let clockSpans: Cells<SpanCode>
  let elapsedSpans: Cells<SpanCode>
  /// The watch of each `Extent`.
  let watches: (firings: Watch, accounts: Watch, levels: Watch)
  let events: Cells<PlannedEvent>
  /// `ends after`: the slot of the delay and the column; -1 if a subject doesn't end by itself.
  let endDelay: Int
  let endColumn: Int
  /// The shape of each column, then of each queue, then of the column of rowless instants.
  let columns: [Column.Shape]
  /// The store's column of the instants of the last 24 hours at which no row stood.
  let rowlessColumn: Int
  let slotCount: Int
  let subject: SubjectCode
  let memoCount: Int
  let streakCount: Int
  let streamCount: Int
  let mostFields: Int

  /// The lane of the ordinals of events.
  static var ordinalLane: Int { 1 }

  init(_ plan: PlanTables) {
    arena = Arena()
    events = arena.cells(plan.events)
    slotCount = plan.slots.count
    subject = SubjectCode(plan, in: arena)
    memoCount = plan.memoCount
    streakCount = plan.streaks.count
    streamCount = plan.program.streams.count
    mostFields = plan.program.events.map { $0.fields.count }.max() ?? 0
    endDelay = plan.ends?.delay.index ?? -1
    endColumn = plan.ends?.column.index ?? -1
    var parts = PartTables(plan)
    nodes = arena.cells(plan.nodes)
    self.parts = arena.cells(plan.nodes.indices.map { parts.part(of: $0) })
    gateSpans = arena.cells(plan.gates.map { parts.span(of: $0) })
    clockSpans = arena.cells(parts.clockSpans)
    elapsedSpans = arena.cells(parts.elapsedSpans)
    queues = arena.cells(parts.queues)
    columns = parts.columns + [Column.Shape(lanes: 1)]
    rowlessColumn = columns.count - 1
    moves = arena.cells(plan.moves)
    planned = arena.cells(plan.rules)
    firesAtAnyInstant = arena.cells(Code.rulesFiringAtAnyInstant(plan))
    var checks: [Int] = []
    rules = arena.cells(plan.rules.map { RuleCode($0, plan, &checks) })
    self.checks = arena.cells(checks)
    gates = arena.cells(plan.gates)
    suspects = arena.cells(plan.suspects)
    windows = arena.cells(plan.windows)
    asksForRows = arena.cells(Code.windowsAskedForRows(plan))
    windowsOfColumn = CellLists(plan.windowsOfColumn, in: arena)
    series = arena.cells(parts.series)
    seriesOfColumn = CellLists(parts.lists { $0.series.map { $0.column } }, in: arena)
    let series = parts.series
    queuesOfColumn = CellLists(parts.lists { $0.queues.map { series[$0.series.index].column } }, in: arena)
    scheduleFields = arena.cells(plan.scheduleFields)
    kinds = arena.cells(plan.kinds)
    defaults = arena.cells(plan.defaults)
    entries = arena.cells(plan.entries)
    derivations = arena.cells(plan.derivations)
    members = arena.cells(plan.members)
    triggered = arena.cells(plan.triggered)
    placeOfField = arena.cells(plan.placeOfField)
    let wholes = plan.slots.map { origin in
      if case .leastWhole(let bound, let isMore) = origin { (bound.index, isMore) } else { (-1, false) }
    }
    boundOfWhole = arena.cells(wholes.map { $0.0 })
    isMoreThanWhole = arena.cells(wholes.map { $0.1 })
    raisers = CellLists(plan.raisers.map { Code.fromHighest($0, plan) }, in: arena)
    emitters = CellLists(plan.emitters, in: arena)
    let ends = plan.program.scales.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.levels.count) }
    levelCount = ends[ends.count - 1]
    firstLevels = arena.cells(Array(ends.dropLast()))
    indexOfRule = arena.cells(plan.indexOfRule)
    mayWithhold = plan.messages.contains { $0?.maySayForbidden == true }
    messageValues = CellLists(plan.rules.map { Code.messageValues(of: $0.id, plan) }, in: arena)
    watches = (
      Watch(plan, .firings, in: arena), Watch(plan, .accounts, in: arena), Watch(plan, .levels, in: arena)
    )
  }

  private static func windowsAskedForRows(_ plan: PlanTables) -> [Bool] {
    var asked = plan.windows.map { _ in false }
    for node in plan.nodes where node.traits.contains(.readsRows) {
      if let window = node.parts.window { asked[window.index] = true }
    }
    return asked
  }

  private static func rulesFiringAtAnyInstant(_ plan: PlanTables) -> [Bool] {
    var isRead = plan.columns.map { _ in false }
    for window in plan.windows {
      if case .last = window.start { isRead[window.column.index] = true }
    }
    for node in plan.nodes {
      if let column = node.parts.column { isRead[column.index] = true }
    }
    return plan.rules.map { rule in
      let cools = rule.gates.contains { if case .cooldown = plan.gates[$0].kind { true } else { false } }
      let pauses = if case .after = rule.repetition { true } else { false }
      return !cools && !pauses && !rule.trigger.hasTicks
        && [rule.ownFirings, rule.kindFirings].allSatisfy { $0.map { !isRead[$0.index] } ?? true }
    }
  }

  private static func messageValues(of rule: RuleID, _ plan: PlanTables) -> [NodeID] {
    guard let parts = plan.messages[rule.index]?.parts else { return [] }
    return parts.compactMap { part in
      if case .value(let expression) = part { plan.nodeOfExpression[expression.index] } else { nil }
    }
  }

  private static func fromHighest(_ rules: [Int], _ plan: PlanTables) -> [Int] {
    rules.sorted { (plan.rules[$0].raise?.level ?? 0) > (plan.rules[$1].raise?.level ?? 0) }
  }
}
