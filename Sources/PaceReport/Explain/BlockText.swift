import PaceEngine
import PaceLab
import PaceLanguage

/// One rule's verdict at one instant in full, with the reasons step by step.
struct BlockText: Sendable {
  let page: ExplainPage
  let account: RuleAccount

  private var program: Program { page.program }
  private var style: Style { page.style }
  private var explanation: Explanation { page.explanation }

  func lines(_ density: ExplainDensity) -> [String] {
    let opening = OpeningText(page: page, account: account).sentence
    var lines = Wrapping.lines(opening, width: page.width, hanging: 0) + head
    if let message = account.message { lines += labelled("says", [message.printable]) }
    if account.isWithheld { lines += labelled("says", [style.dim(Words.messageWithheld)]) }
    let course = CourseText(page: page, account: account)
    lines += labelled("trigger", [course.trigger])
    let text = ConditionLayout(page: page, density: density)
    if let condition = account.condition { lines += text.lines(of: condition, "because") }
    if let until = account.until {
      let head = account.onSince.map {
        labelled("until", ["on since \(page.time.clock($0, besides: page.at)), and not ended:"])
      }
      lines += (head ?? []) + text.lines(of: until, head == nil ? "until" : "")
    }
    if let hold = course.hold { lines += labelled("for", [hold]) }
    if let episode = course.episode { lines += labelled("episode", [episode]) }
    let gates = GateText(page: page, account: account).lines(density.gates)
    lines += density.condition != .parts ? flow("gates", gates) : labelled("gates", gates)
    lines += flips(density)
    lines += flow("next", next)
    return lines
  }

  /// `fast_pace FIRED at 21:31:00   session s1, preset balanced   rules/take-care.pace:63`
  private var head: [String] {
    let name = program[account.rule].name.text
    let start = "\(style.bold(name)) \(outcome) at \(page.time.clock(page.at))"
    let place = style.dim(program.place(of: program[account.rule].span).printable)
    let ways = [("   ", false), ("  ", false), ("  ", true)].map { gap, isShort in
      [start, page.subject(isShort: isShort), place].joined(separator: gap)
    }
    if let line = ways.first(where: { $0.displayWidth <= page.width }) { return [line] }
    let pieces = Wrapping.broken(name, width: page.width).map(style.bold)
    let words = pieces + ["\(outcome) at \(page.time.clock(page.at))"]
    return Wrapping.lines(words + [" \(page.subject(isShort: true))", place], width: page.width)
  }

  private var outcome: String {
    switch account.outcome {
    case .fired: return style.green("FIRED")
    case .held:
      let gate = account.gate.map { " by \($0.fullName)" } ?? ""
      return style.yellow("HELD\(gate)")
    default: return style.dim(CourseText.state(account, program))
    }
  }

  private func flips(_ density: ExplainDensity) -> [String] {
    guard let report = explanation.flips.first(where: { $0.rule == account.rule }) else { return [] }
    let conditions = [account.condition, account.until].compactMap { $0 }
    // The rows that the account shows.
    let shown = conditions.flatMap { page.condition.rows(of: $0) } + [account.event].compactMap { $0 }
    let text = FlipText(page: page, told: Set(shown))
    let found = text.parts(report.flips)
    let others = text.others(report)
    if density.condition != .parts {
      return flow("flips", density.gates == .counted ? found : found + others)
    }
    let lines = others.flatMap { Wrapping.lines($0, width: page.room).map(style.dim) }
    return page.labelled("flips", Wrapping.flow(found, width: page.room) + lines)
  }

  private var next: [String] {
    explanation.next.compactMap { step in
      switch step {
      case .clears(account.rule, let instant):
        "clears at \(page.time.clock(instant, besides: page.at)) if nothing more is logged"
      case .opens(account.rule, let gate, let instant):
        "\(gate.fullName) opens \(page.opening(instant))\(later)"
      default: nil
      }
    }
  }

  /// Says that an open gate helps only a later event, because a rule with `on` loses the firing that was held.
  private var later: String {
    guard account.outcome == .held, let stream = program[account.rule].trigger.stream else { return "" }
    return ", for a later \(program[stream].name)"
  }

  /// Texts under a label, each on lines of its own.
  private func labelled(_ label: String, _ texts: [String]) -> [String] {
    page.labelled(label, texts.flatMap { Wrapping.lines($0, width: page.room) })
  }

  /// Parts under a label, as many on a line as fit.
  private func flow(_ label: String, _ parts: [String]) -> [String] {
    page.labelled(label, Wrapping.flow(parts, width: page.room))
  }
}
