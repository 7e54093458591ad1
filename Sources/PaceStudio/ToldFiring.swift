import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// A firing, with the levels that follow it.
struct ToldFiring {
  /// Its number in `pace eval`.
  let number: Int
  let firing: Firing
  /// The level of every scale after the firing's instant.
  fileprivate(set) var levels: [Int]

  /// The firings of an evaluation that tells level changes too.
  static func all(_ records: [Record], of program: Program) -> [ToldFiring] {
    var levels = program.scales.map { _ in 0 }
    var told: [ToldFiring] = []
    // The index of the first firing whose instant may not be over.
    var open = 0
    for record in records {
      switch record {
      case .fired(let firing):
        if let last = told.last, last.firing.at < firing.at { open = told.count }
        told.append(ToldFiring(number: told.count + 1, firing: firing, levels: levels))
      case .level(let change):
        levels[change.scale.index] = change.level
        if let last = told.last, last.firing.at < change.at { open = told.count }
        for index in open..<told.count { told[index].levels = levels }
      case .held, .overflow, .runaway, .account: break
      }
    }
    return told
  }
}

/// What `pace compare` compares of a program's firings, besides rule, instant and message.
struct FiringManner {
  /// By the rule's index: the level that it raises, its kind and its severity.
  private let rules: [[String?]]
  private let scales: [String]
  private let levels: [[String]]
  /// Hashes of the texts above.
  private let ruleMarks: [Int]
  private let levelMarks: [[Int]]

  private static let names = ["level", "kind", "severity"]

  init(_ program: Program) {
    rules = program.rules.ids.map { rule in
      [program.levelName(of: rule), program.kindName(of: rule), program[rule].severity.map { String($0) }]
    }
    scales = program.scales.map { $0.name.text }
    levels = program.scales.map { $0.levels.map { $0.name } }
    ruleMarks = rules.map { $0.hashValue }
    levelMarks = zip(scales, levels).map { scale, levels in levels.map { [scale, $0].hashValue } }
  }

  /// A hash of a firing's level, kind, severity, message and the levels after it, to compare firings of one rule.
  func mark(of told: ToldFiring) -> Int {
    var mark = ruleMarks[told.firing.rule.index] &+ (told.firing.message?.hashValue ?? 0)
    for (scale, level) in told.levels.enumerated() { mark &+= levelMarks[scale][level] }
    return mark
  }

  /// The first difference of a firing from `before`, one of the same rule and instant in another program:
  /// `pace slow_down → good`. Nil if at most the messages differ.
  func change(_ told: ToldFiring, from before: ToldFiring, in other: FiringManner) -> String? {
    let (now, was) = (rules[told.firing.rule.index], other.rules[before.firing.rule.index])
    for (index, name) in Self.names.enumerated() where now[index] != was[index] {
      return "\(name) \(was[index] ?? "none") → \(now[index] ?? "none")"
    }
    for (scale, name) in scales.enumerated() {
      let level = levels[scale][told.levels[scale]]
      let place = other.scales.firstIndex(of: name)
      let earlier = place.map { other.levels[$0][before.levels[$0]] }
      if earlier != level { return "\(name) \(earlier ?? "none") → \(level)" }
    }
    return nil
  }
}
