public import PaceLanguage

/// Something that scenarios should make happen, so that a change to it could be noticed.
public struct CoverageGoal: Sendable {
  /// What a goal is about; a summary counts each sort by itself.
  public enum Sort: String, CaseIterable, Sendable {
    case rules, outcomes, boundaries, gates
  }

  enum Aim: Hashable, Sendable {
    case fires(RuleID)
    case turnsOn(RuleID)
    /// A comparison, or another part of a condition that is true or false by itself.
    case isTrue(ExpressionID)
    case isFalse(ExpressionID)
    /// The sides of a comparison are equal; `end` is the index of its limit, since `in` has several.
    case meets(ExpressionID, end: Int)
    /// The sides differ by at most a step, and the truth is the opposite of that for equal sides.
    case misses(ExpressionID, end: Int)
    case holds(GatePlace)
    case letsPass(GatePlace)
  }

  public var sort: Sort
  /// The declaration that it belongs to: a rule, a policy, a stream or a definition.
  public var owner: String
  /// The place of what is to be covered.
  public var span: SourceSpan
  /// Its source, on one line.
  public var text: String
  /// What was never seen, such as `never true`.
  public var lack: String
  public var isMet = false
  var aim: Aim
}

/// The place of a gate in a rule, or in a policy, where it counts once for all rules of the kind.
struct GatePlace: Hashable, Sendable {
  enum Owner: Hashable, Sendable {
    case rule(RuleID)
    case policy(NoticeKindID)
  }
  var owner: Owner
  var index: Int
}

/// How much of a program its scenarios reach.
public struct CoverageReport: Sendable {
  /// In the order of the program.
  public var goals: [CoverageGoal]

  public var missed: [CoverageGoal] { goals.filter { !$0.isMet } }

  public func count(_ sort: CoverageGoal.Sort) -> (met: Int, all: Int) {
    let goals = goals.filter { $0.sort == sort }
    return (goals.count { $0.isMet }, goals.count)
  }

  /// Hundredths of a percent, rounded down, so that 100 % means all.
  public var share: Int { Self.share(of: [self]) }

  /// The share of several programs together, in hundredths of a percent.
  public static func share(of reports: [CoverageReport]) -> Int {
    let all = reports.reduce(0) { $0 + $1.goals.count }
    return all == 0 ? 10_000 : reports.reduce(0) { $0 + $1.goals.count { $0.isMet } } * 10_000 / all
  }
}
