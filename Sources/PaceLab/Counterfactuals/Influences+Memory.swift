import PaceEngine
import PaceLanguage

extension Influences {
  /// The rules whose firings a parameter affects; nil if it affects any other memory.
  func firingRules(affectedBy param: ParamID) -> [RuleID]? {
    if entersStreams(param) { return nil }
    var found = Set(rules.filter { References.of($0, in: program).params.contains(param) })
    addListeners(to: &found)
    let rules = found.sorted { $0.index < $1.index }
    return rememberOnlyCooldowns(rules) ? rules : nil
  }

  /// Adds the rules that read the firings of these, those that read theirs, and so on.
  private func addListeners(to found: inout Set<RuleID>) {
    var ofStream: [StreamID: [RuleID]] = [:]
    for rule in rules {
      for stream in References.of(rule, in: program).streams { ofStream[stream, default: []].append(rule) }
    }
    var waiting = Array(found)
    while let next = waiting.popLast() {
      // Taken away, so that each list is read once, however many rules it listens to.
      let listeners = firings(of: [next]).flatMap { ofStream.removeValue(forKey: $0) ?? [] }
      waiting += listeners.filter { found.insert($0).inserted }
    }
  }

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

  private func firings(of rules: Set<RuleID>) -> Set<StreamID> {
    var streams: Set<StreamID> = []
    for rule in rules {
      streams.insert(program[rule].firings)
      if let kind = program.noticeKind(of: program[rule]) { streams.insert(kind.firings) }
    }
    return streams
  }

  /// Whether these are rules with `on` whose firings are remembered for their own cooldowns only.
  func rememberOnlyCooldowns(_ rules: [RuleID]) -> Bool {
    rules.allSatisfy(remembersOnlyCooldown) && !looksBack(at: Set(rules))
  }

  /// How far back any condition looks; nil for no limit.
  func reach(in machine: Machine) -> Int64? {
    var reach: Int64 = 0
    var isEndless = false
    walkConditions { operation in
      if operation.isStreak { isEndless = true }
      guard let reading = operation.reading else { return }
      let length = reading.window.length.flatMap { longest($0, machine) }
      if let length { reach = max(reach, length) } else { isEndless = true }
    }
    return isEndless ? nil : reach
  }

  /// Whether nothing is remembered from one calendar day to the next but episodes.
  var remembersOnlyEpisodes: Bool {
    rules.allSatisfy(forgetsFirings) && !looksBack(at: rules, allowsToday: true)
  }

  private func forgetsFirings(_ id: RuleID) -> Bool {
    let rule = program[id]
    guard rule.hold == nil, rule.until == nil else { return false }
    if rule.repetition.delay != nil { return false }
    // Levels stand from one event to the next.
    if let raise = rule.raise, raise.whenFired, references.scales.contains(raise.scale) { return false }
    let shared = program.policy(of: rule)
    let counts = rule.gates.map { lastingLimit($0.kind) }
    return !counts.contains(nil)
      && shared.allSatisfy { !$0.kind.countsFirings || $0.kind.limit?.window.isToday ?? false }
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

  /// The instant before which rows cannot affect any condition from the beginning of a day on; nil if unknown.
  ///
  /// The machine has all events before the day.
  func reach(before day: Instant, in machine: Machine) -> Instant? {
    guard program.subject.ends == nil else { return nil }
    var reach: Instant? = day
    func extend(to instant: Instant?) {
      if let known = reach { reach = instant.map { min($0, known) } }
    }
    walkConditions { operation in
      if operation.isStreak { extend(to: nil) }
      guard let reading = operation.reading, !reading.window.isToday else { return }
      if let operand = reading.window.length {
        let length = longest(operand, machine).map { day.milliseconds.subtractingReportingOverflow($0) }
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

  private func remembersOnlyCooldown(_ id: RuleID) -> Bool {
    let rule = program[id]
    guard rule.trigger.stream != nil, rule.hold == nil, rule.until == nil else { return false }
    // Levels stand from one event to the next.
    if let raise = rule.raise, references.scales.contains(raise.scale) { return false }
    return rule.gates.allSatisfy { !$0.kind.countsFirings || $0.kind.cooldown != nil }
      && program.firings(countedByGatesOf: rule).isSubset(of: [rule.firings])
  }

  /// Whether any rule counts earlier firings of these rules, or measures the time since one, or a streak.
  private func looksBack(at rules: Set<RuleID>, allowsToday: Bool = false) -> Bool {
    let streams = firings(of: rules)
    var looks = false
    walkConditions { operation in
      if operation.isStreak { looks = true }
      guard let reading = operation.reading, !(allowsToday && reading.window.isToday) else { return }
      if reading.reads(streams) { looks = true }
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

extension Reading {
  /// Whether it reads one of these streams, or starts at an event of one.
  fileprivate func reads(_ streams: Set<StreamID>) -> Bool {
    streams.contains(stream) || window.anchor.map { streams.contains($0) } ?? false
  }
}
