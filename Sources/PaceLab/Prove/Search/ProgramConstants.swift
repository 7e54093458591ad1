import PaceLanguage

/// The numbers, durations and times that a program compares with, under any of its presets.
///
/// What rules object to begins and ends at these, so these, and a millisecond to either side, are what
/// trials are made of.
struct ProgramConstants {
  private(set) var numbers: [Int64] = []
  private(set) var durations: [Int64] = []
  private(set) var times: [Int64] = []
  /// Those of `times` that only some of several programs compare with.
  private(set) var changedTimes: [Int64] = []
  /// Those of `durations` that stand at a place where another of several programs has something else.
  private(set) var changedDurations: [Int64] = []
  /// One for each place of a duration, in the order of the program.
  private var placedDurations: [Int64] = []
  private(set) var texts: [String] = []
  /// Whether anything follows the calendar, so that trials should last for days.
  private(set) var readsCalendar = false
  private let program: Program

  /// With a focus, those of its rules and of what they rest on.
  init(_ program: Program, focus: ProgramFocus? = nil) {
    self.program = program
    for (index, expression) in program.expressions.enumerated()
    where focus?.expressions.contains(ExpressionID(index)) ?? true { add(expression) }
    for (index, rule) in program.rules.enumerated()
    where focus?.rules.contains(RuleID(index)) ?? true { add(rule) }
    for kind in program.noticeKinds where kind.rules.contains(where: { focus?.rules.contains($0) ?? true }) {
      for gate in kind.policy { add(gate) }
    }
    if let ends = program.subject.ends { add(ends.delay, .duration) }
    for event in program.events {
      for span in [event.debounce] + event.kinds.map(\.debounce) {
        if let span { add(.constant(Value(span)), .duration) }
      }
    }
    if readsCalendar { times.append(program.calendar.dayStart) }
    placedDurations = durations
    sort()
  }

  /// Those of several programs that declare the same.
  init(_ programs: [Program], focus: ProgramFocus? = nil) {
    self.init(programs[0], focus: focus)
    for program in programs.dropFirst() {
      let other = ProgramConstants(program, focus: focus.map { ProgramFocus(on: $0.rules, of: program) })
      numbers += other.numbers
      durations += other.durations
      changedDurations += changes(of: other)
      changedTimes += Set(times).symmetricDifference(other.times).sorted()
      times += other.times
      texts += other.texts.filter { !texts.contains($0) }
      readsCalendar = readsCalendar || other.readsCalendar
    }
    sort()
  }

  private func changes(of other: ProgramConstants) -> [Int64] {
    let (mine, theirs) = (placedDurations, other.placedDurations)
    if mine.count == theirs.count { return zip(mine, theirs).flatMap { $0 == $1 ? [] : [$0, $1] } }
    // Something was taken out; what it was may well stand elsewhere too.
    let all = Set(mine + theirs)
    return all.filter { span in mine.count { $0 == span } != theirs.count { $0 == span } }
  }

  private mutating func sort() {
    changedDurations = Set(changedDurations).sorted()
    numbers = Set(numbers).sorted()
    durations = Set(durations).sorted()
    times = Set(times).sorted()
  }

  private mutating func add(_ node: ExpressionNode) {
    switch node.operation {
    case .constant(let constant): add([constant], node.type)
    case .param(let param): add(.param(param), node.type)
    case .attribute(let attribute): add(.attribute(attribute), node.type)
    case .aggregate(_, _, _, let window): add(window)
    case .elapsed(let from, let to), .clockWithin(let from, let to):
      readsCalendar = true
      add(from, .time)
      add(to, .time)
    case .due, .streak, .weekday, .date: readsCalendar = true
    default: break
    }
  }

  private mutating func add(_ rule: Rule) {
    switch rule.trigger {
    case .none, .on: break
    case .at(let time):
      readsCalendar = true
      add(time, .time)
    case .every(let step, let from, let to):
      readsCalendar = true
      add(step, .duration)
      add(from, .time)
      add(to, .time)
    }
    if let hold = rule.hold { add(hold, .duration) }
    switch rule.repetition {
    case .never: break
    case .after(let pause): add(pause, .duration)
    case .daily: readsCalendar = true
    }
    for gate in rule.gates { add(gate) }
  }

  private mutating func add(_ gate: Gate) {
    switch gate.kind {
    case .unless: break
    case .cooldown(let span): add(span, .duration)
    case .quiet(let from, let to):
      add(from, .time)
      add(to, .time)
    case .limit(let most, let window):
      add(most, .number)
      add(window)
    }
  }

  private mutating func add(_ window: Window) {
    switch window {
    case .whole, .after: break
    case .last(let span): add(span, .duration)
    case .today, .thisWeek, .thisMonth: readsCalendar = true
    }
  }

  private mutating func add(_ operand: Operand, _ type: ValueType) {
    switch operand {
    case .constant(let value): add([.value(value)], type)
    case .param(let param):
      add(program.presets.map { $0.values[param.index] } + [program.params[param.index].initial], type)
    case .attribute(let attribute): add([program.subject.attributes[attribute.index].initial], type)
    }
  }

  private mutating func add(_ constants: [Constant?], _ type: ValueType) {
    for constant in constants {
      switch (constant, type) {
      case (.value(let value), .number): numbers.append(value.bits)
      case (.value(let value), .duration): durations.append(value.bits)
      case (.value(let value), .time): times.append(value.bits)
      case (.text(let text), .text) where !texts.contains(text): texts.append(text)
      default: break
      }
    }
  }
}
