import PaceLanguage

/// The numbers, durations, times and dates that a program compares with, under any of its presets.
///
/// Verdicts change at these, so trials are made of these and of the milliseconds beside them.
struct ProgramConstants {
  private(set) var numbers: [Int64] = []
  private(set) var durations: [Int64] = []
  private(set) var times: [Int64] = []
  private(set) var dates: [Int64] = []
  /// The durations that differ between the two programs.
  private(set) var changedDurations: [Int64] = []
  /// The durations in the order of the program, repeated ones included.
  private var placedDurations: [Int64] = []
  private(set) var texts: [String] = []
  /// Whether anything follows the calendar, so that trials should last for days.
  private(set) var readsCalendar = false
  private let program: Program

  /// The constants of a program; with a focus, only those of its rules and of what they rest on.
  init(_ program: Program, _ focus: Influences? = nil) {
    self.program = program
    let nodes = focus?.expressions(of: .notice).sorted { $0.index < $1.index }
    for id in nodes ?? program.expressions.ids {
      add(program.constants(at: id))
      if case .text(let text)? = program[id].operation.constant, program[id].type == .text {
        texts.append(text)
      }
      readsCalendar = readsCalendar || program[id].operation.dependsOnCalendar
    }
    for (index, rule) in program.rules.enumerated() where focus?.rules.contains(RuleID(index)) ?? true {
      add(program.constants(of: program.parts(of: rule)))
      readsCalendar = readsCalendar || rule.trigger.followsClock || rule.repetition.isDaily
      addLimits(of: rule.gates)
    }
    for kind in program.noticeKinds where kind.rules.contains(where: { focus?.rules.contains($0) ?? true }) {
      add(program.constants(of: kind.policy.flatMap { $0.kind.parts }))
      addLimits(of: kind.policy)
    }
    add(program.constants(of: program.subject.ends?.parts ?? []))
    durations += program.debounces
    if readsCalendar { times.append(program.calendar.dayStart) }
    placedDurations = durations
    sort()
  }

  /// The constants of two programs with the same declarations, as far as they can tell the programs apart.
  init(_ program: Program, _ second: Program, _ difference: ProgramDifference) {
    self.init(program, difference.focus(in: program))
    let other = ProgramConstants(second, difference.focus(in: second))
    numbers += other.numbers
    durations += other.durations
    changedDurations = changes(of: other)
    times += other.times
    dates += other.dates
    texts += other.texts
    readsCalendar = readsCalendar || other.readsCalendar
    sort()
  }

  private func changes(of other: ProgramConstants) -> [Int64] {
    let (mine, theirs) = (placedDurations, other.placedDurations)
    if mine.count == theirs.count { return zip(mine, theirs).flatMap { $0 == $1 ? [] : [$0, $1] } }
    // Something was taken out. Its duration may also stand elsewhere, so occurrences are counted.
    let all = Set(mine + theirs)
    return all.filter { span in mine.count { $0 == span } != theirs.count { $0 == span } }
  }

  private mutating func sort() {
    texts = texts.unique
    changedDurations = Set(changedDurations).sorted()
    numbers = Set(numbers).sorted()
    durations = Set(durations).sorted()
    times = Set(times).sorted()
    dates = Set(dates).sorted()
  }

  private mutating func addLimits(of gates: [Gate]) {
    readsCalendar = readsCalendar || gates.contains { $0.kind.limit?.window.days != nil }
  }

  private mutating func add(_ constants: [ConstantUse]) {
    for constant in constants {
      switch constant.type {
      case .number: numbers += program.bits(of: constant)
      case .duration: durations += program.bits(of: constant)
      case .time: times += program.bits(of: constant)
      case .date: dates += program.bits(of: constant)
      case .text: texts += program.texts(of: constant.operand)
      case .bool, .preset, .schedule, .weekday, .enumeration, .level: break
      }
    }
  }
}
