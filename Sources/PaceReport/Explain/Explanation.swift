public import PaceEngine
public import PaceLab
public import PaceLanguage

/// The verdict of every rule at one instant of one subject, with what is needed to explain it.
public struct Explanation: Sendable {
  var log: SubjectLog
  var account: Account
  /// The instant asked about, if only an earlier one can be explained, and is explained instead; else nil.
  var asked: Instant?
  /// The rules to show in full; the others get a line each.
  var focus: Set<RuleID>
  /// The flips of those rules.
  var flips: [FlipReport]
  /// What comes next if nothing more is logged, the nearest first.
  var next: [NextStep]
  /// The machine that gave the account: it knows the subject's texts and parameters.
  var machine: Machine

  public var at: Instant { account.at }

  /// The rules shown in full, in the order of their declarations.
  public var focused: [RuleID] { focus.sorted { $0.index < $1.index } }

  /// `flips` belong to the rules in `focus`, `next` to the situation of `log` and `account`.
  public init(
    _ log: SubjectLog, _ account: Account, focus: Set<RuleID>, flips: [FlipReport], next: [NextStep],
    machine: Machine, asked: Instant?
  ) {
    self.log = log
    self.account = account
    self.asked = asked
    self.focus = focus
    self.flips = flips
    self.next = next
    self.machine = machine
  }
}

extension Account {
  /// What the conditions of a stream, and of the streams that it is made of, were asked at the instant.
  func asked(of stream: StreamID, _ program: Program) -> [StreamAccount] {
    guard case .derived(let members, _) = program[stream].kind else { return [] }
    return members.flatMap { asked(of: $0, program) } + streams.filter { $0.stream == stream }
  }
}
