import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// A question about an instant of a subject.
struct Moment {
  let setting: Setting
  let supposed: SupposedLog
  let outlook: Outlook
  /// The instant asked about; if the subject ended before it, the outlook is from the end.
  let asked: Instant
  /// The rule asked about; nil for all.
  let rule: RuleID?
  /// Whether the question named a notice by its number.
  let isNotice: Bool
  let isFull: Bool
  /// How many columns the page has for an explanation; nil for the default.
  let width: Int?

  /// - Parameter notice: the number of a notice in `pace eval`, which takes precedence over `at` and `rule`.
  init(
    _ setting: Setting, _ supposed: SupposedLog, at: Instant?, rule: RuleID?, notice: Int?, isFull: Bool,
    width: Int?
  ) throws(RequestFailure) {
    self.setting = setting
    self.supposed = supposed
    self.isFull = isFull
    self.width = width.map { max($0, Self.leastWidth) }
    isNotice = notice != nil
    var (instant, asked) = (at, rule)
    if let notice {
      guard let firing = Self.firing(notice, setting, supposed.log) else {
        throw RequestFailure("there is no notice \(notice)")
      }
      (instant, asked) = (firing.at, firing.rule)
    }
    guard let instant else { throw RequestFailure("no instant was named") }
    self.rule = asked
    self.asked = instant
    let plan = setting.rules.plan
    guard let outlook = Outlook.standing(of: supposed.log, at: instant, plan, options: setting.options) else {
      throw RequestFailure("\(Words.subject(supposed.log.id, of: plan.program)) has not begun by then")
    }
    if let runaway = outlook.runaway {
      throw RequestFailure(runaway.sentence(supposed.log.id, plan.program))
    }
    self.outlook = outlook
  }

  /// The least width of a terminal.
  private static let leastWidth = 40

  private static func firing(_ number: Int, _ setting: Setting, _ log: SubjectLog) -> Firing? {
    var machine = Machine(setting.rules.plan, options: setting.options)
    try? log.run(in: &machine)
    let firings = machine.takeRecords().compactMap { $0.firing }
    return firings.indices.contains(number - 1) ? firings[number - 1] : nil
  }

  /// The verdict of every rule, and the machine that gave it.
  var answer: (account: Account, machine: Machine) {
    get throws(RequestFailure) {
      if let answer = outlook.answer { return answer }
      throw RequestFailure("nothing is known of this instant")
    }
  }

  /// The verdict of every rule, and the flips of those in focus.
  func explanation() throws(RequestFailure) -> Explanation {
    let (account, machine) = try answer
    let focus = rule.map { [$0] } ?? account.speaking
    let reports = focus.sorted { $0.index < $1.index }.map { rule in
      FlipSearch(outlook, account, rule: rule, mostRows: FlipSearch.mostRows / focus.count).search()
    }
    return Explanation(
      supposed.log, account, focus: focus, flips: reports, next: outlook.steps(of: focus), machine: machine,
      asked: asked == account.at ? nil : asked)
  }
}
