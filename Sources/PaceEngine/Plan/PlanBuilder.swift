import PaceLanguage

/// Makes a plan of a program: one pass over its expressions, then one over its rules.
struct PlanBuilder {
  let program: Program
  let part: PlanPart
  var plan: PlanTables
  /// Roughly how much work each node is.
  private(set) var costs: [Int] = []
  private var nodeIDs: [Node: NodeID] = [:]
  private var knownTexts: Set<String>
  private var slotIDs: [SlotOrigin: Slot] = [:]
  private var seriesIDs: [PlannedSeries: SeriesID] = [:]
  private var windowIDs: [PlannedWindow: WindowID] = [:]

  /// - Parameter texts: the texts with the first numbers, in their order.
  init(program: Program, _ part: PlanPart, texts: [String]) {
    self.program = program
    self.part = part
    plan = PlanTables(program)
    plan.texts = texts
    knownTexts = Set(texts)
  }

  /// - Parameter isMeasured: whether looks are counted.
  mutating func build(isMeasured: Bool) -> PlanTables {
    plan.columnOfStream = Array(repeating: nil, count: program.streams.count)
    addTexts()
    let isWhole = part.expressions.count == program.expressions.count
    let leftOut = isWhole ? NodeID(0) : node(.slot(slot(.constant(.value(.yes)))))
    plan.nodeOfExpression = Array(repeating: leftOut, count: program.expressions.count)
    for id in part.expressions { plan.nodeOfExpression[id.index] = node(of: program[id]) }
    if let ends = program.subject.ends {
      plan.ends = (slot(of: ends.delay), column(of: ends.stream))
    }
    addRules()
    addRecalls()
    addCooldowns()
    addEvents()
    addPlacesOfFields()
    addReaders()
    addSlotLists()
    addNewest()
    shareValues()
    if isMeasured { measureExpressions() }
    return plan
  }

  private mutating func addNewest() {
    plan.asksForNewest = Array(repeating: false, count: plan.columns.count)
    if let ends = plan.ends { plan.asksForNewest[ends.column.index] = true }
    for window in plan.windows {
      if case .after(let column) = window.start { plan.asksForNewest[column.index] = true }
    }
    for node in plan.nodes {
      let parts = node.parts
      if parts.window != nil { continue }
      let column = parts.column ?? parts.series.map { plan.series[$0.index].column }
      if let column { plan.asksForNewest[column.index] = true }
    }
  }

  private mutating func addSlotLists() {
    for (index, origin) in plan.slots.enumerated() {
      if case .attribute(let attribute) = origin {
        plan.attributeSlots.append(AttributeSlot(attribute: attribute.index, slot: index))
        let type = program.subject.attributes[attribute.index].type
        if type == .schedule { plan.scheduleSlots.append(Slot(index)) }
      }
      if origin.isDerived { plan.derivedSlots.append(Slot(index)) }
    }
  }

  /// Numbers the texts that attributes and parameters can have.
  private mutating func addTexts() {
    for attribute in program.subject.attributes { add(attribute.initial) }
    for param in part.params { add(program.params[param.index].initial) }
    for preset in program.presets {
      for param in part.params { add(preset.values[param.index]) }
    }
  }

  mutating func add(_ constant: Constant?) {
    if case .text(let text) = constant, knownTexts.insert(text).inserted { plan.texts.append(text) }
  }

  // MARK: Tables without repetition

  mutating func node(_ node: Node) -> NodeID {
    if let known = nodeIDs[node] { return known }
    guard isConstant(node) else { return append(node) }
    let original = append(node)
    let folded = self.node(.slot(slot(.folded(original))))
    nodeIDs[node] = folded
    return folded
  }

  private mutating func append(_ node: Node) -> NodeID {
    let id = NodeID(plan.nodes.count)
    plan.nodes.append(node)
    plan.moves.append(moves(node))
    costs.append(cost(of: node))
    nodeIDs[node] = id
    if case .streak(let condition, let skip) = node {
      plan.streaks.append(PlannedStreak(node: id, condition: condition, skip: skip))
    }
    return id
  }

  mutating func slot(_ origin: SlotOrigin) -> Slot {
    if let known = slotIDs[origin] { return known }
    let slot = Slot(plan.slots.count)
    plan.slots.append(origin)
    slotIDs[origin] = slot
    if case .constant(let constant) = origin { add(constant) }
    return slot
  }

  mutating func column(of stream: StreamID) -> ColumnID {
    if let known = plan.columnOfStream[stream.index] { return known }
    let column = ColumnID(plan.columns.count)
    plan.columns.append(stream)
    plan.windowsOfColumn.append([])
    plan.columnOfStream[stream.index] = column
    return column
  }

  mutating func series(_ stream: StreamID, _ field: FieldNameID) -> SeriesID {
    let planned = PlannedSeries(column: column(of: stream), field: field)
    if let known = seriesIDs[planned] { return known }
    let id = SeriesID(plan.series.count)
    plan.series.append(planned)
    seriesIDs[planned] = id
    return id
  }

  mutating func window(_ stream: StreamID, _ window: Window) -> WindowID {
    let start: WindowStart =
      switch window {
      case .whole: .whole
      case .last(let span): .last(slot(of: span))
      case .newest(let count): .newest(count)
      case .today: .today
      case .yesterday: .yesterday(today: self.window(stream, .today))
      case .thisWeek: .thisWeek
      case .thisMonth: .thisMonth
      case .after(let other): .after(column(of: other))
      }
    let planned = PlannedWindow(column: column(of: stream), start: start)
    if let known = windowIDs[planned] { return known }
    let id = WindowID(plan.windows.count)
    plan.windows.append(planned)
    plan.windowsOfColumn[planned.column.index].append(id)
    windowIDs[planned] = id
    return id
  }

  mutating func slot(of operand: Operand) -> Slot { slot(operand.origin) }
}
