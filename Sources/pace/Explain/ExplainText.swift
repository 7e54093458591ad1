import PaceEngine
import PaceLab
import PaceLanguage

/// `explain --format text`: one instant as a page for people.
struct ExplainText: Sendable {
  let program: Program
  let style: Style
  private static let width = 108
  private static let label = 12

  /// The page of one instant: the rules in focus in full, the others in a line each.
  func lines(of explanation: Explanation) -> [String] {
    let page = Page(explanation, program)
    var lines = explanation.focus.isEmpty ? [quiet(page)] : []
    for account in explanation.account.rules where explanation.focus.contains(account.rule) {
      lines += block(account, page)
    }
    lines += levels(page)
    lines += silent(page)
    return lines
  }

  /// What several parts of the page need.
  private struct Page {
    let explanation: Explanation
    let time: TimeText
    let printer: ValuePrinter
    let condition: ConditionText

    init(_ explanation: Explanation, _ program: Program) {
      self.explanation = explanation
      time = TimeText(explanation.log.record.zone)
      printer = ValuePrinter(program, explanation.evaluator, explanation.log)
      let evidence = EvidenceText(program: program, log: explanation.log, printer: printer, time: time)
      condition = ConditionText(program: program, printer: printer, evidence: evidence)
    }
  }

  private func block(_ account: RuleAccount, _ page: Page) -> [String] {
    let explanation = page.explanation
    let rule = program[account.rule]
    let head = "\(style.bold(rule.name.text)) \(outcome(account, page))"
    let place = style.dim(program.place(of: rule.span))
    var lines = ["\(head) at \(page.time.clock(explanation.account.at))   \(subject(page))   \(place)"]
    if let message = account.message { lines += labelled("says", [message.printable]) }
    let course = CourseText(program: program, condition: page.condition, time: page.time)
    lines += labelled("trigger", [course.trigger(of: account, in: explanation)])
    if let condition = account.condition { lines += labelled("because", conditionLines(condition, page)) }
    if let until = account.until { lines += labelled("until", conditionLines(until, page)) }
    if let hold = course.hold(of: account, in: explanation) { lines += labelled("for", [hold]) }
    if let episode = course.episode(of: account, in: explanation) { lines += labelled("episode", [episode]) }
    lines += labelled(
      "gates", GateText(program, page.condition, page.time).lines(of: account, in: explanation))
    lines += flips(of: account, page)
    lines += labelled("next", wrapped(next(of: account, page)))
    return lines
  }

  /// What stands in place of a rule's head where none had anything to say.
  private func quiet(_ page: Page) -> String {
    let at = page.time.clock(page.explanation.account.at)
    return "nothing said or held back at \(at)   \(subject(page))"
  }

  /// `session s1, preset balanced`
  private func subject(_ page: Page) -> String {
    let preset = program.presetName(page.explanation.account.preset).map { ", preset \($0)" } ?? ""
    return "\(program.subject.name.text) \(page.explanation.log.id.printable)\(preset)"
  }

  private func outcome(_ account: RuleAccount, _ page: Page) -> String {
    switch account.outcome {
    case .fired: return style.green("FIRED")
    case .held:
      let gate = account.gate.map { " by \($0.isPolicy ? "policy " : "")\($0.name.text)" } ?? ""
      return style.yellow("HELD\(gate)")
    default: return style.dim(CourseText.state(account, program))
    }
  }

  /// A condition's lines with its verdicts in a column, and the rows behind it below each.
  private func conditionLines(_ node: ConditionNode, _ page: Page) -> [String] {
    let lines = page.condition.lines(of: node)
    let indented = lines.map { String(repeating: "  ", count: $0.depth) + $0.text }
    let column = min(indented.reduce(0) { max($0, $1.displayWidth) }, 76)
    var result: [String] = []
    for (line, text) in zip(lines, indented) {
      result.append(
        line.verdict.isEmpty ? text : "\(text.padded(to: column))   \(verdict(line.verdict))")
      let rows = wrapped(line.evidence).map { String(repeating: "  ", count: line.depth + 1) + style.dim($0) }
      result += rows
    }
    return result
  }

  private func verdict(_ text: String) -> String {
    if text.hasPrefix("true") { return style.green(text) }
    return text.hasPrefix("unknown") ? style.yellow(text) : style.red(text)
  }

  private func flips(of account: RuleAccount, _ page: Page) -> [String] {
    guard let report = page.explanation.flips.first(where: { $0.rule == account.rule }) else { return [] }
    let evaluator = page.explanation.evaluator
    let text = FlipText(program: program, log: page.explanation.log, time: page.time) {
      evaluator.value(of: $0)
    }
    let others = text.others(report).map { style.dim($0) }
    return labelled("flips", wrapped(text.parts(report, at: page.explanation.account.at)) + others)
  }

  private func next(of account: RuleAccount, _ page: Page) -> [String] {
    let at = page.explanation.account.at
    return page.explanation.next.compactMap { step in
      switch step {
      case .clears(account.rule, let instant):
        "clears at \(page.time.clock(instant, besides: at)) if nothing more is logged"
      case .opens(account.rule, let gate, let instant):
        "\(gate.isPolicy ? "policy " : "")\(gate.name.text) opens \(opening(instant, besides: at, page.time))"
      default: nil
      }
    }
  }

  /// A closed window opens a millisecond after its last instant, which is the one that people know.
  private func opening(_ instant: Instant, besides other: Instant, _ time: TimeText) -> String {
    let isAfter = instant.milliseconds % 1000 == 1
    let shown = isAfter ? Instant(instant.milliseconds - 1) : instant
    return "\(isAfter ? "after" : "at") \(time.clock(shown, besides: other))"
  }

  private func levels(_ page: Page) -> [String] {
    let at = page.explanation.account.at
    let parts = zip(program.scales.indices, page.explanation.account.levels).map { index, level in
      let scale = program.scales[index]
      var text = "\(scale.name.text) \(style.bold(scale.levels[level].name))"
      for step in page.explanation.next {
        switch step {
        case .level(ScaleID(index), let to, let instant):
          text += ", \(scale.levels[to].name) from \(page.time.clock(instant, besides: at))"
        case .raises(ScaleID(index), let to, let count, let events):
          text += ", \(scale.levels[to].name) after \(count) more \(kinds(events, count: count))"
        default: break
        }
      }
      return text
    }
    return labelled("levels", wrapped(parts), indent: 0) + labelled("free", free(page), indent: 0)
  }

  /// `entries, calls or pauses`; of very many the first.
  private func kinds(_ events: [LoggedKind], count: Int) -> String {
    let names = events.map { event in
      let name = event.name(in: program)
      return count == 1 ? name : Noun.plural(name)
    }
    let most = 6
    if names.count <= most + 1 { return Noun.either(names) }
    return Noun.either(names.prefix(most) + ["\(names.count - most) other kinds"])
  }

  private func free(_ page: Page) -> [String] {
    let at = page.explanation.account.at
    return page.explanation.next.compactMap { step in
      guard case .free(let logged, let instant, let end) = step else { return nil }
      let name = logged.supposedName(in: program)
      if instant == at { return "one more \(name) now would bring no notice" }
      let subject = program.subject.name.text.split(separator: "_").joined(separator: " ")
      let past = end.map { ", past the end of the \(subject) at \(page.time.clock($0, besides: at))" } ?? ""
      return "one more \(name) would first bring no notice at \(page.time.clock(instant, besides: at))\(past)"
    }
  }

  private func silent(_ page: Page) -> [String] {
    let others = page.explanation.account.rules.filter { !page.explanation.focus.contains($0.rule) }
    let cells = others.map { (program[$0.rule].name.text, shortOutcome($0)) }
    let taken =
      cells.reduce(0) { max($0, $1.0.displayWidth) } + cells.reduce(0) { max($0, $1.1.displayWidth) }
    var table = TextTable([.left, .left, .left])
    for (account, (name, outcome)) in zip(others, cells) {
      let reasons = reason(account, page, width: Self.width - Self.label - taken - 4)
      table.append([name, outcome, reasons.first ?? ""])
      for reason in reasons.dropFirst() { table.append(["", "", reason]) }
    }
    let head = page.explanation.focus.isEmpty ? "rules" : "others"
    return labelled(head, table.lines, indent: 0)
  }

  private func shortOutcome(_ account: RuleAccount) -> String {
    guard account.outcome == .held, let gate = account.gate else {
      return account.outcome == .fired ? style.bold("fired") : CourseText.state(account, program)
    }
    return "held by \(gate.isPolicy ? "policy " : "")\(gate.name.text)"
  }

  /// Why a rule is where it is, in few words.
  private func reason(_ account: RuleAccount, _ page: Page, width: Int) -> [String] {
    let at = page.explanation.account.at
    switch account.outcome {
    case .notTriggered: return []
    case .waiting: return account.waitsUntil.map { ["until \(page.time.clock($0, besides: at))"] } ?? []
    case .held:
      if let opens = account.opensAt { return ["opens \(opening(opens, besides: at, page.time))"] }
    case .idle, .unknown, .alreadyFired, .fired: break
    }
    return account.condition.map { page.condition.brief($0, width: width) } ?? []
  }

  /// Lines with a label before the first.
  private func labelled(_ label: String, _ lines: [String], indent: Int = 2) -> [String] {
    lines.enumerated().map { index, line in
      let head = String(repeating: " ", count: indent) + (index == 0 ? label : "")
      return style.dim(head.padded(to: Self.label)) + line
    }
  }

  /// Parts joined by dots, on as many lines as they need.
  private func wrapped(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.displayWidth + 3 + part.displayWidth <= Self.width - Self.label - 4 {
        lines[lines.count - 1] = "\(last) · \(part)"
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}
