import PaceEngine
import PaceLanguage

extension Influences {
  /// The longest that a window may be at any value of its parameter; nil if that is not known.
  private func longest(_ operand: Operand, _ machine: Machine) -> Int64? {
    switch operand {
    case .constant(let value): return value.bits
    case .param(let param):
      let value = machine.value(of: param)
      guard !value.isUnknown, let range = program.params[param.index].range else { return nil }
      return max(value.bits, range.upperBound)
    case .attribute: return nil
    }
  }

  /// Whether rules remember nothing but their episodes, and firings for their own cooldowns and limits.
  ///
  /// - Parameter overnight: whether only what lasts from one calendar day to the next counts; if not, there may be
  ///   neither episodes nor limits.
  func rememberLittle(overnight: Bool) -> Bool {
    rules.allSatisfy { remembersLittle($0, overnight: overnight) } && !looksBack(overnight: overnight)
  }

  private func remembersLittle(_ id: RuleID, overnight: Bool) -> Bool {
    let rule = program[id]
    guard rule.hold == nil, rule.until == nil, rule.repetition.delay == nil,
      overnight || rule.trigger.stream != nil
    else { return false }
    // Levels stand from one event to the next.
    if let raise = rule.raise, raise.whenFired, references.scales.contains(raise.scale) { return false }
    let own = rule.gates.allSatisfy { gate in
      if gate.kind.cooldown != nil { return rule.trigger.stream != nil }
      return overnight ? lastingLimit(gate.kind) != nil : !gate.kind.countsFirings
    }
    return own
      && program.policy(of: rule).allSatisfy {
        !$0.kind.countsFirings || overnight && $0.kind.limit?.window.isToday ?? false
      }
  }

  /// Whether the parameter is the length of a rule's own cooldown.
  func isCooldown(_ param: ParamID) -> Bool {
    rules.contains { program[$0].gates.contains { $0.kind.cooldown == .param(param) } }
  }

  /// The most firings of its own from earlier days that a rule's gate counts; nil if their times matter,
  /// or there are too many.
  private func lastingLimit(_ gate: Gate.Kind) -> Int? {
    guard gate.countsFirings, gate.limit?.window.isToday != true else { return 0 }
    guard let limit = gate.limit, case .constant(let most) = limit.count, limit.window.length == nil,
      limit.window.days == nil
    else { return nil }
    // Numbers are in millionths.
    let whole = most.bits / Arithmetic.unit
    return (0...3).contains(whole) ? Int(whole) : nil
  }

  /// The most firings from earlier days that any gate of a rule counts; nil if no gate counts any.
  func lastingLimit(of rule: RuleID) -> Int? {
    let most = program[rule].gates.compactMap { lastingLimit($0.kind) }.max() ?? 0
    return most == 0 ? nil : most
  }

  /// The instant before which no row affects a condition from `start` on; nil if unknown.
  ///
  /// The machine has all events before `start`. `isDay` says whether `start` begins a calendar day.
  func reach(before start: Instant, isDay: Bool, in machine: Machine) -> Instant? {
    guard program.subject.ends == nil else { return nil }
    var reach: Instant? = start
    func extend(to instant: Instant?) {
      if let known = reach { reach = instant.map { min($0, known) } }
    }
    walkConditions { operation in
      if operation.isStreak { extend(to: nil) }
      guard let reading = operation.reading, !(isDay && reading.window.isToday) else { return }
      if let operand = reading.window.length {
        let length = longest(operand, machine).map { start.milliseconds.subtractingReportingOverflow($0) }
        extend(to: length.flatMap { $0.overflow ? nil : Instant($0.partialValue) })
      } else {
        let isNewest = reading.aggregate == nil && reading.window == .whole
        let stream = reading.window.anchor ?? (isNewest ? reading.stream : nil)
        extend(to: stream.flatMap { machine.newest(of: $0) })
      }
    }
    return reach
  }

  /// Whether a rule reads firings or levels of the rules that can affect the verdict.
  func readsOthers(_ rule: RuleID) -> Bool {
    let references = References.of(rule, in: program)
    return references.streams.contains { program.rules(firingInto: $0).contains(where: rules.contains) }
      || references.scales.contains { program.scales[$0.index].rules.contains(where: rules.contains) }
  }

  /// Whether the parameter decides which events are in a stream, or when the subject ends.
  func entersStreams(_ param: ParamID) -> Bool {
    program.subject.ends?.delay == .param(param) || readByStreams.params.contains(param)
  }

  /// Whether any rule counts earlier firings, or measures the time since one, or a streak.
  ///
  /// - Parameter overnight: whether only those of earlier days count.
  private func looksBack(overnight: Bool) -> Bool {
    var streams: Set<StreamID> = []
    for rule in rules {
      streams.insert(program[rule].firings)
      if let kind = program.noticeKind(of: program[rule]) { streams.insert(kind.firings) }
    }
    var looks = false
    walkConditions { operation in
      if operation.isStreak { looks = true }
      guard let reading = operation.reading, !(overnight && reading.window.isToday) else { return }
      if streams.contains(reading.stream) || reading.window.anchor.map(streams.contains) ?? false {
        looks = true
      }
    }
    return looks
  }

  /// Visits every condition that can affect the rules.
  private func walkConditions(_ visit: (ExpressionNode.Operation) -> Void) {
    for part in rules.flatMap({ program.allParts(of: program[$0]) }) where part.role != .message {
      if let root = part.expression { program.walk(root) { visit(program[$0].operation) } }
    }
  }
}
