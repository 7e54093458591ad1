import PaceEngine
import PaceLanguage

/// The instants after the one asked about at which a verdict may come to be another of itself.
///
/// Between two of them only what grows with time moves, so that a verdict that differs at the last
/// millisecond before one differs from some instant on, which is found by bisection.
struct TurningPoints {
  /// How far ahead is looked.
  static let reach: Int64 = 7 * 86_400_000
  /// How many instants are looked at.
  private static let limit = 2_000
  /// How many deadlines of the evaluator itself are followed.
  private static let mostDeadlines = 300
  /// How many changes of one comparison are followed.
  private static let mostChanges = 100

  private let program: Program
  private let start: Int64
  private let end: Int64
  private(set) var instants: [Int64] = []
  /// Whether there may be more of them than are looked at.
  private(set) var isCut = false

  /// `evaluator` has been told of what is known, whether or not the instant is over for it.
  init(_ situation: Situation, _ evaluator: Machine) {
    program = situation.program
    let now = situation.at.milliseconds
    start = now
    let (sum, overflow) = now.addingReportingOverflow(Self.reach)
    end = overflow ? .max : sum
    var evaluator = evaluator
    evaluator.advance(to: situation.at)
    var found: Set<Int64> = []
    let constants = Constants(situation, evaluator)
    addClocks(constants.times, situation, to: &found)
    addDeadlines(&evaluator, to: &found)
    var origins = [start] + situation.log.record.given.map { $0.at.milliseconds }
    for case .fired(let firing) in evaluator.records { origins.append(firing.at.milliseconds) }
    let known = situation.log.events.prefix(situation.log.count(upTo: situation.at))
    for length in constants.lengths {
      // Rows come in the order of time: what is longer ago has passed.
      let near = known.reversed().lazy.map { $0.at.milliseconds }.prefix { now - $0 <= length }
      for origin in origins + near {
        let (reached, overflow) = origin.addingReportingOverflow(length)
        guard !overflow, reached < .max else { continue }
        for instant in [reached, reached + 1] where instant > start && instant <= end {
          found.insert(instant)
        }
      }
    }
    if start < .max { found.insert(start + 1) }
    // What is logged at a subject's end counts for nothing after it, and what comes later starts it anew.
    if let last = evaluator.end?.milliseconds, last >= start, last < end {
      found.formUnion([last, last + 1])
    }
    if found.count > Self.limit { isCut = true }
    instants = Array(found.sorted().prefix(Self.limit))
  }

  private mutating func addClocks(_ times: [Int64], _ situation: Situation, to found: inout Set<Int64>) {
    let rules = situation.program.calendar
    let calendar = LocalCalendar(zone: situation.log.record.zone, dayStart: rules.dayStart)
    for time in times + [rules.dayStart] {
      var after = start
      while let next = calendar.nextClockInstant(time, after: after), next <= end, next > after {
        found.insert(next)
        after = next
      }
    }
    for day in 0..<8 { found.insert(calendar.dayEnd(of: calendar.day(at: start) + Int64(day))) }
  }

  private mutating func addDeadlines(_ evaluator: inout Machine, to found: inout Set<Int64>) {
    addCrossings(evaluator, to: &found)
    for _ in 0..<Self.mostDeadlines {
      guard let deadline = evaluator.nextDeadline(upTo: Instant(end)), deadline.milliseconds <= end else {
        return
      }
      found.insert(deadline.milliseconds)
      if deadline.milliseconds < end { found.insert(deadline.milliseconds + 1) }
      let told = evaluator.records.count
      evaluator.advance(to: deadline)
      if evaluator.records.count > told { addCrossings(evaluator, to: &found) }
    }
    isCut = true
  }

  /// The instants at which comparisons of what grows with time change, if nothing fires in between.
  private mutating func addCrossings(_ evaluator: Machine, to found: inout Set<Int64>) {
    for index in program.expressions.indices where program.comparesMoving(ExpressionID(index)) {
      var last = Instant(start)
      for _ in 0..<Self.mostChanges {
        let change = evaluator.nextChange(of: ExpressionID(index), after: last, limit: Instant(end))
        guard let change, change > last else { break }
        found.insert(change.milliseconds)
        last = change
      }
    }
  }

  /// The first instant at which `differs` says so, that is at or just after one of the points.
  ///
  /// It is handed a copy of the evaluator, which all of what lies before the last point has passed through.
  func first(from evaluator: Machine, where differs: (inout Machine, Instant) -> Bool) -> Instant? {
    var passed = evaluator
    func isOver(_ instant: Int64) -> Bool {
      var copy = passed
      copy.forgetRecords()
      return differs(&copy, Instant(instant))
    }
    var last = start
    for point in instants where point > last {
      if point - 1 > last, isOver(point - 1) {
        return Instant(bisected(from: last, to: point - 1, isOver))
      }
      if isOver(point) { return Instant(point) }
      passed.advance(to: Instant(point - 1))
      last = point
    }
    return nil
  }

  private func bisected(from start: Int64, to end: Int64, _ isOver: (Int64) -> Bool) -> Int64 {
    var low = start
    var high = end
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isOver(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension Program {
  /// Whether an expression compares something that grows with time.
  fileprivate func comparesMoving(_ id: ExpressionID) -> Bool {
    self[id].operation.isComparison && contains(id) { $0.grows }
  }
}

/// The lengths and clock times that a program measures a subject's time by.
private struct Constants {
  private(set) var lengths: Set<Int64> = []
  private(set) var times: [Int64] = []

  init(_ situation: Situation, _ evaluator: Machine) {
    let program = situation.program
    for index in program.expressions.indices { add(program.constants(at: ExpressionID(index))) }
    for (index, param) in program.params.enumerated() { add(evaluator.value(of: ParamID(index)), param.type) }
    for (index, attribute) in program.subject.attributes.enumerated() {
      let own = situation.log.record.attributes
      if own.indices.contains(index), !own[index].isUnknown {
        add(own[index], attribute.type)
      } else if case .value(let value)? = attribute.initial {
        add(value, attribute.type)
      }
    }
    for rule in program.rules { add(program.constants(of: program.parts(of: rule))) }
    for gate in program.noticeKinds.flatMap({ $0.policy }) { add(program.constants(of: gate.kind.parts)) }
    add(program.constants(of: program.subject.ends?.parts ?? []))
    for event in program.events {
      for length in [event.debounce] + event.kinds.map({ $0.debounce }) {
        lengths.formUnion(length.map { [$0] } ?? [])
      }
    }
    lengths.remove(0)
  }

  /// What is written down; parameters and attributes are added by themselves.
  private mutating func add(_ constants: [ConstantUse]) {
    for constant in constants where constant.role != .tickStep {
      if case .constant(let value) = constant.operand { add(value, constant.type) }
    }
  }

  private mutating func add(_ value: Value, _ type: ValueType) {
    if value.isUnknown { return }
    switch type {
    case .duration: if value.bits > 0 { lengths.insert(value.bits) }
    case .time: times.append(value.bits)
    default: break
    }
  }
}
