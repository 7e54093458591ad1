import PaceEngine
import PaceLab
import PaceLanguage

/// The steps before a rule's gates: its trigger, its `for`, its episode.
struct CourseText: Sendable {
  let page: ExplainPage
  let account: RuleAccount

  private var program: Program { page.program }
  private var rule: Rule { program[account.rule] }
  private var condition: ConditionText { page.condition }
  private var printer: ValuePrinter { condition.printer }

  /// An outcome other than fired and held; `on` for a rule without `emit` whose state is on.
  static func state(_ account: RuleAccount, _ program: Program) -> String {
    let isState = program[account.rule].emission == nil && account.outcome == .alreadyFired
    return isState ? "on" : account.outcome.text
  }

  /// `on entry: 21:31 large (8c1f)`
  var trigger: String {
    let isMet = account.outcome != .notTriggered
    if let stream = rule.trigger.stream {
      let head = "on \(program[stream].name): "
      guard let event = account.event else { return head + absence(of: stream) }
      // That a bare truth is true goes without saying.
      let asked = page.explanation.account.asked(of: stream, program).filter {
        $0.event == event && !condition.isLeaf($0.condition)
      }
      let told = asked.map { condition.brief($0.condition) }.joined(separator: " and ")
      let reasons = asked.isEmpty ? "" : ", where \(told)"
      return head + condition.evidence.parts([event]).joined() + reasons
    }
    if let time = rule.trigger.time {
      return "at \(printer.valued(time, .time)): \(isMet ? "now" : "not now")"
    }
    if let (step, hours) = rule.trigger.ticks {
      let span = "from \(printer.valued(hours.start, .time)) to \(printer.valued(hours.end, .time))"
      return "every \(printer.valued(step, .duration)) \(span): \(isMet ? "now" : "not now")"
    }
    if rule.emission == nil { return "none: it has a state and says nothing" }
    if rule.repetition.isDaily { return "none: once a day while it lasts, as soon as its gates are open" }
    if let delay = rule.repetition.delay {
      return "none: every \(printer.valued(delay, .duration)) while it lasts, as soon as its gates are open"
    }
    return "none: once an episode, as soon as its gates are open"
  }

  /// Why a stream has no event at the instant: `not 21:09 entry (8c1f), for it asks size >= 100`.
  private func absence(of stream: StreamID) -> String {
    let log = page.explanation.log
    let known = log.count(upTo: page.at)
    let rows = (0..<known).reversed().prefix { log.events.instant(of: $0) == page.at }.reversed()
    let refused = rows.filter { program.holds(log.events[$0], in: stream) }
    guard !refused.isEmpty else { return "no such event at this instant" }
    let missed = page.explanation.account.asked(of: stream, program).filter { !$0.condition.value.isTrue }
    var reasons = missed.map { "it asks \(condition.brief($0.condition))" }
    if refused.contains(where: { hasDebounce(log.events[$0]) }) {
      reasons.append("it may have come too soon after one of its kind")
    }
    let names = condition.evidence.parts(refused.map { EventOrdinal($0) })
    return "not \(names.joined(separator: " · "))"
      + (reasons.isEmpty ? "" : ", for \(reasons.joined(separator: ", or "))")
  }

  private func hasDebounce(_ event: EventRecord) -> Bool {
    let type = program.events[event.event.index]
    return (event.kind.flatMap { type.kinds[$0.index].debounce } ?? type.debounce) != nil
  }

  /// `10 min: true since 21:00:00, not yet for long enough, on from 21:10:00`
  var hold: String? {
    guard let hold = rule.hold else { return nil }
    let head = "\(printer.valued(hold, .duration)): "
    guard let since = account.trueSince else { return head + "the condition is not true" }
    var text = "\(head)true since \(clock(since))"
    if let until = account.waitsUntil { text += ", on from \(clock(until))" }
    if let name = printer.nameWithoutValue(hold) {
      text += ", and never for long enough: \(name) has no value"
    }
    return text
  }

  /// Only a rule without a trigger speaks once an episode.
  var episode: String? {
    guard rule.trigger.isNone, rule.emission != nil else { return nil }
    guard account.isOn else { return "none: the state is off" }
    guard let spoke = account.spokeAt else { return "nothing said in it before" }
    return "spoke at \(clock(spoke))\(again)"
  }

  /// `; a new day has begun, and it repeats daily`: why it speaks once more in an episode, or will.
  private var again: String {
    let isDue = account.outcome == .fired || account.outcome == .held
    if rule.repetition.isDaily {
      return isDue
        ? "; a new day has begun, and it repeats daily" : "; it repeats daily, from the next day on"
    }
    guard let delay = rule.repetition.delay else { return "" }
    let length = printer.valued(delay, .duration)
    return isDue ? "; \(length) have passed, after which it repeats" : "; it repeats after \(length)"
  }

  private func clock(_ instant: Instant) -> String { page.time.clock(instant, besides: page.at) }
}
