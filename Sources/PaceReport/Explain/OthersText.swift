import PaceEngine
import PaceLab
import PaceLanguage

/// The rules of an instant that are not shown in full.
struct OthersText: Sendable {
  /// The most lines of the summary, with figures and without.
  private static let (most, few) = (5, 2)
  /// The most untriggered rules that are always named.
  private static let mostUntried = 3

  let page: ExplainPage
  private let others: [RuleAccount]

  init(page: ExplainPage) {
    self.page = page
    others = page.explanation.account.rules.filter { !page.explanation.focus.contains($0.rule) }
  }

  private var label: String { page.explanation.focus.isEmpty ? "rules" : "others" }

  // MARK: A line each

  var table: [String] {
    let names = others.map { page.program[$0.rule].name.text }
    let column = names.reduce(0) { max($0, $1.displayWidth) } + 2
    let width = max(page.room - column, 20)
    let lines = zip(others, names).flatMap { account, name in
      self.lines(account, width: width).enumerated().map { index, line in
        (index == 0 ? name : "").padded(to: column) + line
      }
    }
    return page.labelled(label, lines, indent: 0)
  }

  /// `idle: 3.5 >= 4.0, too low by 0.5`, on one line if that is possible.
  private func lines(_ account: RuleAccount, width: Int) -> [String] {
    let outcome = outcome(account)
    guard let reason = reason(account) else { return [outcome] }
    let whole = "\(outcome): \(reason)"
    guard whole.displayWidth > width, let condition = account.condition else {
      return Wrapping.lines(whole, width: width)
    }
    let ways = [page.condition.pieces(condition), page.condition.figurePieces(condition)].map { pieces in
      Wrapping.lines(["\(outcome): \(pieces.first ?? "")"] + pieces.dropFirst(), width: width)
    }
    return ways.first { $0.allSatisfy { $0.displayWidth <= width } }
      ?? Wrapping.lines("\(outcome): \(page.condition.figures(condition))", width: width)
  }

  private func outcome(_ account: RuleAccount) -> String {
    guard account.outcome == .held, let gate = account.gate else {
      return account.outcome == .fired ? page.style.bold("fired") : CourseText.state(account, page.program)
    }
    return "held by \(gate.fullName)"
  }

  /// The reason for a rule's outcome, in few words.
  private func reason(_ account: RuleAccount) -> String? {
    switch account.outcome {
    case .notTriggered: return nil
    case .waiting: return account.waitsUntil.map { "until \(page.time.clock($0, besides: page.at))" }
    case .held:
      if let opens = account.opensAt { return "opens \(page.opening(opens))" }
    case .idle, .unknown, .alreadyFired, .fired: break
    }
    return account.condition.map { page.condition.brief($0) }
  }

  // MARK: A few lines

  /// All of them in a few lines.
  func summary(_ way: ExplainDensity.Others) -> [String] {
    let all = figured(namesAll: true)
    var ways: [[String]] = []
    if way == .figures { ways.append(all) }
    if way != .counts { ways += [figured(namesAll: false), grouped(others, namesAll: false)] }
    for parts in ways {
      let lines = Wrapping.flow(parts, width: page.room)
      if lines.count <= (way == .figures ? Self.most : Self.few) {
        return page.labelled(label, lines, indent: 0)
      }
    }
    let counted = others.grouped { outcome($0) }.map { "\($0.elements.count) \($0.key)" }
    let text = "\(counted.joined(separator: ", ")) (`--at` has a line for each)"
    return others.isEmpty ? [] : page.labelled(label, Wrapping.lines(text, width: page.room), indent: 0)
  }

  /// `escalation idle: 3.5 >= 4.0, too low by 0.5`, then the rules without figures, by outcome.
  private func figured(namesAll: Bool) -> [String] {
    let parts = others.compactMap { account in
      figures(account).map { "\(page.program[account.rule].name.text) \(outcome(account)): \($0)" }
    }
    return parts + grouped(others.filter { figures($0) == nil }, namesAll: namesAll)
  }

  private func figures(_ account: RuleAccount) -> String? {
    switch account.outcome {
    case .idle, .unknown: account.condition.map { page.condition.figures($0) }
    case .held, .waiting: reason(account)
    case .fired, .alreadyFired, .notTriggered: nil
    }
  }

  /// `idle: escalation, rapid_repeat`; many that nothing triggered are only counted.
  private func grouped(_ accounts: [RuleAccount], namesAll: Bool) -> [String] {
    let untried = Outcome.notTriggered.text
    return accounts.grouped { outcome($0) }.map { outcome, accounts in
      if !namesAll, outcome == untried, accounts.count > Self.mostUntried {
        return "\(accounts.count) \(untried)"
      }
      let names = accounts.map { page.program[$0.rule].name.text }
      return "\(outcome): \(names.joined(separator: ", "))"
    }
  }
}
