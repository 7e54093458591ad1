import PaceLanguage

extension PlanBuilder {
  mutating func addEvents() {
    var triggers: [[Int]] = Array(repeating: [], count: program.streams.count)
    for rule in plan.rules.indices {
      if case .on(let stream) = plan.rules[rule].trigger { triggers[stream.index].append(rule) }
    }
    let derived = program.streams.indices.filter {
      if case .derived = program.streams[$0].kind { true } else { false }
    }
    for event in program.events {
      let firstSchedule = plan.scheduleFields.count
      plan.scheduleFields += event.fields.indices.filter { event.fields[$0].type == .schedule }
      plan.events.append(
        PlannedEvent(
          kindCount: event.kinds.count, firstKind: plan.kinds.count,
          schedules: firstSchedule..<plan.scheduleFields.count))
      let ordinary = event.fields.map { value(of: $0.initial) }
      for kind in event.kinds {
        let values = zip(kind.values, ordinary).map { own, other in own.map { value(of: $0) } ?? other }
        let joined = addJoined([event.stream, kind.stream], derived, triggers)
        addKind(joined, values, kind.debounce ?? event.debounce)
      }
      addKind(addJoined([event.stream], derived, triggers), ordinary, event.debounce)
    }
  }

  /// Plans what an event enters, may enter and triggers.
  ///
  /// - Parameter streams: the streams that the event is certainly in.
  private mutating func addJoined(
    _ streams: [StreamID], _ derived: [Int], _ triggers: [[Int]]
  ) -> (entries: Range<Int>, derivations: Range<Int>, triggered: Range<Int>) {
    var joined = streams
    var certain = Set(streams)
    var possible: Set<StreamID> = []
    let firstDerivation = plan.derivations.count
    for index in derived {
      guard case .derived(let parts, let condition) = program.streams[index].kind else { continue }
      let id = StreamID(index)
      let isMember = parts.contains { certain.contains($0) }
      let members = isMember ? [] : parts.filter { possible.contains($0) }
      guard isMember || !members.isEmpty else { continue }
      if isMember, condition == nil {
        joined.append(id)
        certain.insert(id)
      } else {
        possible.insert(id)
        addDerivation(of: id, from: members, where: condition)
      }
    }
    let firstEntry = plan.entries.count
    plan.entries.append(contentsOf: joined.compactMap { plan.columnOfStream[$0.index] })
    let firstTrigger = plan.triggered.count
    var triggered = joined.flatMap { triggers[$0.index].map { PlannedTrigger(rule: $0, stream: nil) } }
    for id in derived.map({ StreamID($0) }) where possible.contains(id) {
      triggered += triggers[id.index].map { PlannedTrigger(rule: $0, stream: id) }
    }
    plan.triggered.append(contentsOf: triggered.sorted { $0.rule < $1.rule })
    return (
      firstEntry..<plan.entries.count, firstDerivation..<plan.derivations.count,
      firstTrigger..<plan.triggered.count
    )
  }

  private mutating func addKind(
    _ joined: (entries: Range<Int>, derivations: Range<Int>, triggered: Range<Int>), _ values: [Value],
    _ debounce: Int64?
  ) {
    plan.defaults.append(contentsOf: values)
    plan.kinds.append(
      PlannedKind(
        defaults: (plan.defaults.count - values.count)..<plan.defaults.count, debounce: debounce,
        entries: joined.entries, derivations: joined.derivations, triggered: joined.triggered))
  }

  private mutating func addDerivation(
    of stream: StreamID, from members: [StreamID], where condition: ExpressionID?
  ) {
    let first = plan.members.count
    plan.members.append(contentsOf: members)
    plan.derivations.append(
      PlannedDerivation(
        stream: stream, column: plan.columnOfStream[stream.index], members: first..<plan.members.count,
        condition: condition.map { planned($0) }))
  }

  /// Notes the place of each field in each event.
  mutating func addPlacesOfFields() {
    for name in program.fieldNames {
      plan.placeOfField.append(contentsOf: program.events.indices.map { name.slots[$0] ?? -1 })
    }
  }

  private mutating func value(of constant: Constant?) -> Value {
    switch constant {
    case nil: return .unknown
    case .value(let value): return value
    case .text(let text):
      add(constant)
      return plan.texts.firstIndex(of: text).map { Value(Int64($0)) } ?? .unknown
    }
  }

  /// Notes, for each column and scale, which rules have to be looked at again when it changes.
  mutating func addReaders() {
    var ofColumn: [[Reader]] = Array(repeating: [], count: plan.columns.count)
    var ofScale: [[Reader]] = Array(repeating: [], count: program.scales.count)
    var all = Reading(plan: plan)
    let untriggered = plan.rules.filter { !$0.isOn }.flatMap { [$0.ownFirings, $0.kindFirings] }
    let saidAtEnd = Set(untriggered.compactMap { $0 })
    for index in plan.rules.indices {
      all.forget()
      if let condition = plan.rules[index].condition { all.visit(condition) }
      let (columns, scales) = (all.columns, all.scales)
      if let until = plan.rules[index].until { all.visit(until) }
      plan.rules[index].hearsEnd = !all.scales.isEmpty || !all.columns.isDisjoint(with: saidAtEnd)
      all.visit(rule: index)
      for column in all.columns {
        ofColumn[column.index].append(Reader(rule: index, inCondition: columns.contains(column)))
      }
      for scale in all.scales {
        ofScale[scale.index].append(Reader(rule: index, inCondition: scales.contains(scale)))
      }
    }
    plan.readersOfColumn = ofColumn
    plan.readersOfScale = ofScale
  }
}

extension PlanTables {
  /// The columns that a gate's answer rests on.
  func columns(readByGate gate: Int) -> Set<ColumnID> {
    var reading = Reading(plan: self)
    reading.visit(gates[gate])
    return reading.columns
  }
}

/// What a rule's verdict rests on.
private struct Reading {
  let plan: PlanTables
  var columns: Set<ColumnID> = []
  var scales: Set<ScaleID> = []
  private var seen: Set<NodeID> = []

  init(plan: PlanTables) { self.plan = plan }

  /// Begins anew.
  mutating func forget() { (columns, scales, seen) = ([], [], []) }

  mutating func visit(rule index: Int) {
    let rule = plan.rules[index]
    if let condition = rule.condition { visit(condition) }
    if let until = rule.until { visit(until) }
    if let column = rule.ownFirings { columns.insert(column) }
    if let column = rule.kindFirings { columns.insert(column) }
    for gate in plan.gates[rule.gates] { visit(gate) }
  }

  mutating func visit(_ gate: PlannedGate) {
    switch gate.kind {
    case .unless(let node): visit(node)
    case .limit(let window, _, _): visit(window)
    case .cooldown, .quiet: break
    }
  }

  private mutating func visit(_ window: WindowID) {
    let planned = plan.windows[window.index]
    columns.insert(planned.column)
    if case .after(let other) = planned.start { columns.insert(other) }
  }

  mutating func visit(_ id: NodeID) {
    guard seen.insert(id).inserted else { return }
    let node = plan.nodes[id.index]
    let parts = node.parts
    if let window = parts.window { visit(window) }
    if let series = parts.series { columns.insert(plan.series[series.index].column) }
    if let column = parts.column { columns.insert(column) }
    if case .level(let scale) = node, scales.insert(scale).inserted {
      for raiser in plan.raisers[scale.index] { visit(rule: raiser) }
    }
    for child in parts.children { visit(child) }
  }
}
