import PaceLanguage

extension PlanBuilder {
  mutating func addEvents() {
    let reach = reachOfStreams()
    var members = 0
    for (index, event) in program.events.enumerated() {
      plan.events.append(
        PlannedEvent(stream: event.stream, kindCount: event.kinds.count, firstKind: plan.debounce.count))
      plan.kindStreams.append(event.kinds.map { $0.stream })
      var derivations: [PlannedDerivation] = []
      for (id, stream) in program.streams.enumerated() {
        guard case .derived(let parts, let condition) = stream.kind, reach[id][index] else { continue }
        plan.members.append(parts)
        derivations.append(
          PlannedDerivation(
            stream: StreamID(id), members: members, condition: condition.map { planned($0) }))
        members += 1
      }
      plan.derivations.append(derivations)
      plan.triggered.append(
        plan.rules.indices.filter { position in
          if case .on(let stream) = plan.rules[position].trigger { return reach[stream.index][index] }
          return false
        })
      addKinds(of: event)
    }
  }

  private mutating func addKinds(of event: EventType) {
    let ordinary = event.fields.map { value(of: $0.initial) }
    for kind in event.kinds {
      plan.defaults.append(
        zip(kind.values, ordinary).map { own, other in own.map { value(of: $0) } ?? other })
      plan.debounce.append(kind.debounce ?? event.debounce)
    }
    plan.defaults.append(ordinary)
    plan.debounce.append(event.debounce)
  }

  /// Notes which series each column has, and where they find their values.
  mutating func addSeries() {
    var lists: [[SeriesID]] = Array(repeating: [], count: plan.columns.count)
    for (index, series) in plan.series.enumerated() {
      lists[series.column.index].append(SeriesID(index))
      let slots = program.fieldNames[series.field.index].slots
      plan.fieldOfSeries.append(contentsOf: program.events.indices.map { slots[$0] ?? -1 })
    }
    plan.seriesOfColumn = Lists(lists)
  }

  /// For each stream and event, whether an event of that type can be in the stream.
  private func reachOfStreams() -> [[Bool]] {
    var reach: [[Bool]] = []
    for stream in program.streams {
      var events = Array(repeating: false, count: program.events.count)
      switch stream.kind {
      case .event(let event), .kind(let event, _): events[event.index] = true
      case .derived(let members, _):
        for member in members where member.index < reach.count {
          for index in events.indices where reach[member.index][index] { events[index] = true }
        }
      case .firings, .notices: break
      }
      reach.append(events)
    }
    return reach
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
    var ofColumn: [[Int]] = Array(repeating: [], count: plan.columns.count)
    var ofScale: [[Int]] = Array(repeating: [], count: program.scales.count)
    for index in plan.rules.indices {
      var reading = Reading(plan: plan)
      reading.visit(rule: index)
      for column in reading.columns { ofColumn[column.index].append(index) }
      for scale in reading.scales { ofScale[scale.index].append(index) }
    }
    plan.readersOfColumn = Lists(ofColumn)
    plan.readersOfScale = Lists(ofScale)
  }
}

/// What a rule's verdict rests on.
private struct Reading {
  let plan: Plan
  var columns: Set<ColumnID> = []
  var scales: Set<ScaleID> = []
  private var seen: Set<NodeID> = []

  init(plan: Plan) { self.plan = plan }

  mutating func visit(rule index: Int) {
    let rule = plan.rules[index]
    if let condition = rule.condition { visit(condition) }
    if let until = rule.until { visit(until) }
    if let column = rule.ownFirings { columns.insert(column) }
    if let column = rule.kindFirings { columns.insert(column) }
    for gate in plan.gates[rule.gates] {
      switch gate.kind {
      case .unless(let node): visit(node)
      case .limit(let window, _, _): visit(window)
      case .cooldown, .quiet: break
      }
    }
  }

  private mutating func visit(_ window: WindowID) {
    let planned = plan.windows[window.index]
    columns.insert(planned.column)
    if case .after(let other) = planned.start { columns.insert(other) }
  }

  private mutating func visit(_ id: NodeID) {
    guard seen.insert(id).inserted else { return }
    let node = plan.nodes[id.index]
    switch node {
    case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
      .mean(let window, _), .reaches(let window, _):
      visit(window)
    case .latest(let series): columns.insert(plan.series[series.index].column)
    case .since(let column): columns.insert(column)
    case .level(let scale):
      guard scales.insert(scale).inserted else { return }
      for raiser in plan.raisers.elements[plan.raisers[scale.index]] { visit(rule: raiser) }
    default: break
    }
    for child in node.children { visit(child) }
  }
}
