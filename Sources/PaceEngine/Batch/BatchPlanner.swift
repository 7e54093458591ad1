import PaceLanguage

/// Looks whether a plan can be evaluated rule by rule.
struct BatchPlanner {
  private let plan: Plan
  private var batch = BatchPlan()
  private var places: [StreamID: Int] = [:]
  /// The rules and kinds whose firings are all known.
  private var passed: Set<Int> = []
  private var merged: Set<NoticeKindID> = []

  private init(_ plan: Plan) { self.plan = plan }

  /// Nil where it can't.
  static func plan(for plan: Plan) -> BatchPlan? {
    var planner = BatchPlanner(plan)
    return planner.build()
  }

  private mutating func build() -> BatchPlan? {
    for index in plan.rules.indices where plan.rules[index].emits {
      guard let pass = pass(of: index) else { return nil }
      batch.passes.append(pass)
      passed.insert(index)
    }
    if let ends = plan.ends, batch.looksBetweenEvents, !admits(ends.column) { return nil }
    guard addAttributes() else { return nil }
    addKinds()
    addSpans()
    batch.placeOfColumn = plan.columns.enumerated().map { index, stream in
      if case .firings(let rule) = plan.program.streams[stream.index].kind {
        return plan.columns.count + rule.index
      }
      return index
    }
    var depths: [Int] = []
    for node in plan.nodes {
      // What is shared was moved behind its parents.
      let depth = node.children.map { $0.index < depths.count ? depths[$0.index] : 0 }.max() ?? 0
      depths.append(depth + 1)
    }
    batch.depth = (depths.max() ?? 0) + 2
    batch.isLogged = Array(repeating: false, count: plan.columns.count + plan.rules.count)
    for (column, _) in batch.logged { batch.isLogged[column.index] = true }
    return batch
  }

  private mutating func pass(of index: Int) -> BatchPlan.Pass? {
    let rule = plan.rules[index]
    guard !rule.hasMemory, let asked = asked(of: index) else { return nil }
    let conditions = batch.gates[asked.gates] + (rule.condition.map { [$0] } ?? [])
    switch rule.trigger {
    case .on(let stream):
      for condition in conditions where !admitsAtEvents(condition) { return nil }
      return place(of: stream).map { .events(asked, stream: $0) }
    case .none:
      for condition in conditions where !admitsBetweenEvents(condition) { return nil }
      batch.looksBetweenEvents = true
      return .follow(asked)
    case .at, .every: return nil
    }
  }

  private mutating func asked(of index: Int) -> BatchPlan.Rule? {
    let rule = plan.rules[index]
    let first = batch.gates.count
    var asked = BatchPlan.Rule(
      index: index, place: plan.columns.count + rule.id.index, condition: rule.condition, gates: first..<first
    )
    switch rule.repetition {
    case .never: break
    case .after(let pause): asked.pause = pause
    case .daily: return nil
    }
    for gate in plan.gates[rule.gates] {
      switch gate.kind {
      case .unless(let node, _): batch.gates.append(node)
      case .cooldown(let span):
        if asked.cooldown != nil { return nil }
        asked.cooldown = span
      case .limit, .quiet: return nil
      }
    }
    asked.gates = first..<batch.gates.count
    return asked
  }

  private mutating func add(_ watch: Watching) -> BatchPlan.Watch {
    batch.watchedColumns += watch.columns
    batch.deadlines += watch.deadlines
    return BatchPlan.Watch(
      streams: watch.streams,
      columns: (batch.watchedColumns.count - watch.columns.count)..<batch.watchedColumns.count,
      deadlines: (batch.deadlines.count - watch.deadlines.count)..<batch.deadlines.count)
  }

  // MARK: Conditions

  /// Whether a node can be worked out at the events of a subject.
  private mutating func admitsAtEvents(_ id: NodeID) -> Bool {
    switch plan.nodes[id.index] {
    case .since(let column): admits(column)
    case .firesRule(let rule): passed.contains(plan.indexOfRule[rule.index])
    case .firesKind(let kind): plan.emitters[kind.index].allSatisfy { hasPassed(emitter: $0) }
    case let node: admits(node) && node.children.allSatisfy { admitsAtEvents($0) }
    }
  }

  /// Whether it can be worked out when a condition is true, between events as well.
  private mutating func admitsBetweenEvents(_ id: NodeID) -> Bool {
    switch plan.nodes[id.index] {
    case .slot: return true
    case .shared(let a, _), .not(let a): return admitsBetweenEvents(a)
    case .and(let a, let b), .or(let a, let b): return admitsBetweenEvents(a) && admitsBetweenEvents(b)
    case .reaches(let window, _): return admits(window)
    case .against(_, let a, _):
      if case .since(let column) = plan.nodes[a.index] { return admits(column) }
    default: break
    }
    var watch = Watching()
    guard admits(id, watch: &watch) else { return false }
    batch.watches[id] = add(watch)
    return true
  }

  /// Whether a node's value can be worked out between events as well, and what there is to watch then.
  private mutating func admits(_ id: NodeID, watch: inout Watching) -> Bool {
    let node = plan.nodes[id.index]
    if case .against(let relation, let a, let span) = node, case .since(let column) = plan.nodes[a.index] {
      guard admits(column) else { return false }
      note(column, &watch)
      switch relation {
      case .greaterOrEqual, .less: watch.note(.reaching, column, span)
      case .greater, .lessOrEqual: watch.note(.passing, column, span)
      case .equal, .notEqual:
        watch.note(.reaching, column, span)
        watch.note(.passing, column, span)
      }
      return true
    }
    guard admits(node), node.children.allSatisfy({ admits($0, watch: &watch) }) else { return false }
    switch node {
    case .count(let window), .sum(let window, _): note(window, .leaving, &watch)
    case .reaches(let window, let least): note(window, .leavingLast(least: least), &watch)
    case .latest(let series): note(plan.series[series.index].column, &watch)
    default: break
    }
    return true
  }

  private func note(_ column: ColumnID, _ watch: inout Watching) {
    let stream = plan.columns[column.index]
    switch plan.program.streams[stream.index].kind {
    case .event, .kind, .derived: watch.streams |= bit(of: stream)
    case .firings(let rule): note(firingsOf: plan.indexOfRule[rule.index], column, &watch)
    case .notices(let kind):
      for emitter in plan.emitters.elements[plan.emitters[kind.index]] {
        note(firingsOf: emitter, column, &watch)
      }
    }
  }

  /// What an `on` rule says comes with events of its stream.
  private func note(firingsOf index: Int, _ column: ColumnID, _ watch: inout Watching) {
    if case .on(let stream) = plan.rules[index].trigger {
      watch.streams |= bit(of: stream)
    } else if !watch.columns.contains(column) {
      watch.columns.append(column)
    }
  }

  private func note(_ window: WindowID, _ sort: BatchPlan.Deadline.Sort, _ watch: inout Watching) {
    let window = plan.windows[window.index]
    note(window.column, &watch)
    if case .last(let span) = window.start { watch.note(sort, window.column, span) }
  }

  /// Whether a node can be worked out at all, its parts aside.
  private mutating func admits(_ node: Node) -> Bool {
    switch node {
    case .slot, .negate, .not, .and, .or, .otherwise, .add, .subtract, .subtractTimes, .multiply, .divide,
      .remainder, .comparison, .within, .against, .shared:
      return true
    case .count(let window), .reaches(let window, _): return admits(window)
    case .sum(let window, let series):
      if !batch.summed.contains(series) { batch.summed.append(series) }
      return admits(window)
    case .latest(let series): return admits(plan.series[series.index].column)
    case .field, .since, .firesRule, .firesKind, .least, .greatest, .mean, .due, .streak, .elapsed,
      .clockWithin, .weekday, .date, .level:
      return false
    }
  }

  private mutating func admits(_ window: WindowID) -> Bool {
    switch plan.windows[window.index].start {
    case .whole, .last: admits(plan.windows[window.index].column)
    case .today, .thisWeek, .thisMonth, .after: false
    }
  }

  /// Whether what a column holds is known when the rule that is looked at is evaluated.
  private mutating func admits(_ column: ColumnID) -> Bool {
    let stream = plan.columns[column.index]
    switch plan.program.streams[stream.index].kind {
    case .event, .kind, .derived:
      if batch.logged.contains(where: { $0.column == column }) { return true }
      guard let place = place(of: stream) else { return false }
      batch.logged.append((column, place))
      return true
    case .firings(let rule): return passed.contains(plan.indexOfRule[rule.index])
    case .notices(let kind):
      if merged.contains(kind) { return true }
      guard plan.emitters[kind.index].allSatisfy({ hasPassed(emitter: $0) }) else { return false }
      merged.insert(kind)
      let areAllAtEvents = plan.emitters[kind.index].allSatisfy {
        plan.rules[plan.emitters.elements[$0]].isOn
      }
      batch.passes.append(.merge(kind, column, areAllAtEvents: areAllAtEvents))
      return true
    }
  }

  private func hasPassed(emitter position: Int) -> Bool {
    passed.contains(plan.emitters.elements[position])
  }

  // MARK: Streams

  /// The place of a logged stream; nil where what is in it can't be told from fields alone.
  private mutating func place(of stream: StreamID) -> Int? {
    if let known = places[stream] { return known }
    var planned = BatchPlan.Stream()
    if case .derived(let members, let condition) = plan.program.streams[stream.index].kind {
      planned.condition = condition.map { plan.nodeOfExpression[$0.index] }
      if let condition = planned.condition, !restsOnFields(condition) { return nil }
      for member in members {
        guard let place = place(of: member) else { return nil }
        planned.members |= 1 &<< UInt64(truncatingIfNeeded: place)
      }
    }
    guard batch.streams.count < UInt64.bitWidth else { return nil }
    if planned.members != 0 { batch.derived.append(batch.streams.count) }
    batch.streams.append(planned)
    places[stream] = batch.streams.count - 1
    return places[stream]
  }

  private func restsOnFields(_ id: NodeID) -> Bool {
    switch plan.nodes[id.index] {
    case .field: true
    case let node where node.readsMore: false
    case let node: node.children.allSatisfy { restsOnFields($0) }
    }
  }

  private mutating func addKinds() {
    for (index, event) in plan.program.events.enumerated() {
      let own = bit(of: event.stream)
      for kind in event.kinds { add(own | bit(of: kind.stream)) }
      add(own)
      for _ in 0...event.kinds.count { batch.eventOfKind.append(index) }
    }
    batch.keepsRows = batch.logged.map { logged in plan.series.contains { $0.column == logged.column } }
  }

  /// Adds the streams of a kind.
  private mutating func add(_ streams: UInt64) {
    for first in Swift.stride(from: 0, to: batch.stride, by: 4) {
      var lanes = SIMD4<UInt64>.zero
      for lane in 0..<4 { lanes[lane] = streams &>> UInt64(truncatingIfNeeded: first + lane) & 1 }
      batch.streamsOfKind.append(lanes)
    }
  }

  /// False where a text is among them: it has another number in each subject.
  private mutating func addAttributes() -> Bool {
    batch.attributes = plan.attributeSlots.map { $0.attribute.index }
    if let preset = plan.program.subject.presetAttribute?.index, !batch.attributes.contains(preset) {
      batch.attributes.append(preset)
    }
    return batch.attributes.allSatisfy {
      switch plan.program.subject.attributes[$0].type {
      case .text, .schedule: false
      default: true
      }
    }
  }

  private mutating func addSpans() {
    for window in plan.windows { if case .last(let span) = window.start { batch.spans.append(span) } }
    batch.spans += batch.deadlines.map { $0.span }
    for pass in batch.passes {
      switch pass {
      case .events(let rule, _), .follow(let rule):
        batch.spans += [rule.cooldown, rule.pause].compactMap { $0 }
      case .merge: break
      }
    }
  }

  private func bit(of stream: StreamID) -> UInt64 {
    places[stream].map { 1 &<< UInt64(truncatingIfNeeded: $0) } ?? 0
  }
}

/// What is found of a rule that is to be watched.
private struct Watching {
  var streams: UInt64 = 0
  var columns: [ColumnID] = []
  var deadlines: [BatchPlan.Deadline] = []

  mutating func note(_ sort: BatchPlan.Deadline.Sort, _ column: ColumnID, _ span: Slot) {
    let deadline = BatchPlan.Deadline(column: column, span: span, sort: sort)
    if !deadlines.contains(deadline) { deadlines.append(deadline) }
  }
}
