extension OracleRun {
  /// Values of parameters and attributes for one subject.
  static func constants(of program: OracleProgram, _ log: OracleLog) -> [String: OracleValue] {
    var result: [String: OracleValue] = [:]
    var preset = log.preset
    for attribute in program.subject.attributes {
      let value = log.attributes.first { $0.name == attribute.name }?.value ?? attribute.initial
      result[attribute.name] = value
      if attribute.type == .preset, preset == nil, case .choice(let name, _)? = value { preset = name }
    }
    if preset == nil, program.presets.count == 1 { preset = program.presets.first?.name }
    for param in program.params {
      result[param.name] =
        log.settings.last { $0.name == param.name }?.value
        ?? setting(of: param.name, in: preset, program) ?? param.initial
    }
    return result
  }

  private static func setting(of param: String, in preset: String?, _ program: OracleProgram) -> OracleValue?
  {
    guard let preset = program.presets.first(where: { $0.name == preset }) else { return nil }
    return preset.values.first { $0.name == param }?.value
      ?? preset.base.flatMap { setting(of: param, in: $0, program) }
  }

  /// The rows up to `until` that debouncing keeps.
  static func debounced(_ program: OracleProgram, _ log: OracleLog) -> [OracleRow] {
    var result: [OracleRow] = []
    for row in log.rows where row.at <= log.until ?? .max {
      let event = program.events.first { $0.name == row.event }
      let length = event?.kinds.first { $0.name == row.kind }?.debounce ?? event?.debounce ?? 0
      let last = result.last { $0.event == row.event && $0.kind == row.kind }
      if let last, row.at - last.at < length { continue }
      result.append(row)
    }
    return result
  }

  /// 0 and every duration in the program's text or in a parameter or attribute, ascending.
  static func durations(of program: OracleProgram, _ constants: [String: OracleValue]) -> [Int64] {
    var found: Set<Int64> = [0]
    for value in constants.values {
      if case .duration(let length) = value { found.insert(length) }
    }
    for value in program.literals {
      if case .duration(let length) = value { found.insert(length) }
    }
    return found.sorted()
  }

  static func usesCalendar(_ program: OracleProgram) -> Bool {
    if program.calendar != nil { return true }
    var uses = program.rules.contains {
      switch $0.trigger {
      case .at, .every: true
      case .none, .on: $0.repetition == .daily
      }
    }
    for gate in program.rules.flatMap(\.gates) + program.policies.flatMap(\.gates) {
      switch gate {
      case .quiet, .limit(_, .today), .limit(_, .thisWeek), .limit(_, .thisMonth): uses = true
      default: break
      }
    }
    for expression in program.expressions {
      expression.walk { node in
        switch node {
        case .due, .streak, .elapsed, .clockWithin, .weekday, .date: uses = true
        case .count(_, let window), .aggregate(_, _, _, let window):
          if [.today, .yesterday, .thisWeek, .thisMonth].contains(window) { uses = true }
        default: break
        }
      }
    }
    return uses
  }

  /// The comparisons of values that grow with nothing logged; one that can change twice becomes two.
  static func movingComparisons(of program: OracleProgram) -> [OracleExpression] {
    var found: Set<OracleExpression> = []
    var result: [OracleExpression] = []
    func keep(_ comparison: OracleExpression) {
      if found.insert(comparison).inserted { result.append(comparison) }
    }
    for expression in program.expressions {
      expression.walk { node in
        guard node.moves(in: program) else { return }
        switch node {
        case .comparison(.equal, let left, let right), .comparison(.unequal, let left, let right):
          keep(.comparison(.atLeast, left, right))
          keep(.comparison(.greater, left, right))
        case .comparison: keep(node)
        case .within(let value, let low, let high, let isClosed):
          keep(.comparison(.atLeast, value, low))
          keep(.comparison(isClosed ? .atMost : .less, value, high))
        // `else` gives its other value once this one overflows.
        case .binary(.otherwise, let value, _): keep(.comparison(.equal, value, value))
        default: break
        }
      }
    }
    return result
  }

  /// Collects the instants at which something may change; needless ones do no harm.
  mutating func prepareCandidates() {
    var found = Set([log.lookedAt, log.silentThrough.map { $0 + 1 }].compactMap { $0 })
    let bounds = [kept.last?.at, log.endedAt, log.until, given.last?.at, lastOfDay]
    let last = bounds.compactMap { $0 }.max().map { max($0, start) } ?? start
    let reach = durations.last ?? 0
    let anchors =
      [start, log.endedAt, log.startedAt].compactMap { $0 } + kept.map(\.at) + given.map(\.at)
    for anchor in anchors {
      for length in durations { found.formUnion([anchor + length, anchor + length + 1]) }
    }
    if usesCalendar {
      let dayStart = program.calendar?.dayStart ?? 0
      let bound = min(last + reach, log.until ?? .max)
      days = zone.days(startingAt: dayStart, from: start, to: bound)
      let clocks = Set(program.literals + Array(constants.values)).filter {
        if case .time = $0 { true } else { false }
      }
      for day in days where day.start >= start - 3 * OracleZone.day {
        found.insert(day.start)
        for clock in clocks {
          if let instant = zone.occurrence(of: clock.rank, on: day.date) { found.insert(instant) }
        }
        insertTicks(of: day.date, &found)
      }
      found.formUnion(zone.changes.map(\.at))
    }
    candidates = found.filter { $0 >= start }.sorted()
  }

  private func insertTicks(of date: Int64, _ found: inout Set<Int64>) {
    for rule in program.rules {
      guard case .every(let step, let from, let to) = rule.trigger, case .duration(let length)? = value(step),
        length > 0, case .time(let first)? = value(from), case .time(let last)? = value(to), first != last,
        let start = zone.occurrence(of: first, on: date), let end = zone.end(of: first, last, from: start)
      else { continue }
      for tick in stride(from: start, to: end, by: Int64.Stride(length)) { found.insert(tick) }
    }
  }

  /// The order of evaluation: next comes the first declared rule whose dependencies are all done.
  static func evaluationOrder(of program: OracleProgram) -> [Int] {
    let needs = program.rules.map { program.dependencies(of: $0) }
    var done: [Int] = []
    while done.count < needs.count {
      let ready = needs.indices.first { index in
        !done.contains(index) && needs[index].allSatisfy { done.contains($0) || $0 == index }
      }
      guard let next = ready ?? needs.indices.first(where: { !done.contains($0) }) else { break }
      done.append(next)
    }
    return done
  }
}

extension Array where Element == Int64 {
  /// The index of the first element greater than `value` in a sorted array.
  func firstIndex(after value: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func insertSorted(_ value: Int64) {
    let index = firstIndex(after: value)
    if index > 0, self[index - 1] == value { return }
    insert(value, at: index)
  }
}
