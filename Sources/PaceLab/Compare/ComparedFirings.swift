import PaceEngine
import PaceLanguage

/// The firings of a run, to be found by rule and instant.
struct FiringsByRule {
  /// Those of each rule, in the order of time.
  private let firings: [String: [ComparedFiring]]

  /// The firings come in the order of time.
  init(_ firings: [ComparedFiring]) { self.firings = Dictionary(grouping: firings) { $0.rule } }

  /// A rule's first firing at an instant; nil if there is none.
  func first(of rule: String, at instant: Instant) -> ComparedFiring? {
    guard let own = firings[rule] else { return nil }
    let place = own.partitioningIndex { $0.at >= instant }
    return place < own.count && own[place].at == instant ? own[place] : nil
  }
}

/// A firing with everything about it that is compared.
struct ComparedFiring {
  var rule: String
  var at: Instant
  /// What the rule raises and emits, under the names `level`, `kind` and `severity`.
  var manner: [String: String]
  /// Where each scale stands after the instant.
  var levels: [String: String]
  /// Its message with all values filled in; nil if it has none, or a guard withholds it.
  var message: String?

  /// The firings among records, which must include level changes.
  static func all(in records: [Record], of program: Program) -> [ComparedFiring] {
    var firings: [ComparedFiring] = []
    var standing: [String: String] = [:]
    for scale in program.scales { standing[scale.name.text] = scale.levels.first?.name }
    // Level changes follow the firings of their instant.
    var settled = 0
    func settle() {
      for index in settled..<firings.count { firings[index].levels = standing }
      settled = firings.count
    }
    for record in records {
      switch record {
      case .fired(let firing):
        if let last = firings.last, last.at < firing.at { settle() }
        let rule = program[firing.rule]
        firings.append(
          ComparedFiring(
            rule: rule.name.text, at: firing.at, manner: manner(of: rule, program), levels: [:],
            message: firing.message))
      case .level(let change):
        if let last = firings.last, last.at < change.at { settle() }
        let scale = program.scales[change.scale.index]
        standing[scale.name.text] = scale.levels[change.level].name
      case .held, .overflow, .runaway, .account: break
      }
    }
    settle()
    return firings
  }

  private static func manner(of rule: Rule, _ program: Program) -> [String: String] {
    var manner: [String: String] = [:]
    if let raise = rule.raise { manner["level"] = program.scales[raise.scale.index].levels[raise.level].name }
    if let emission = rule.emission { manner["kind"] = program.noticeKinds[emission.kind.index].name }
    if let severity = rule.severity { manner["severity"] = String(severity) }
    return manner
  }

  /// The first thing that differs in two firings of one rule at one instant: its name and both values.
  static func change(
    _ before: ComparedFiring, _ after: ComparedFiring
  ) -> (what: String, before: String?, after: String?)? {
    for (old, new) in [(before.manner, after.manner), (before.levels, after.levels)] {
      for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
        return (name, old[name], new[name])
      }
    }
    return before.message == after.message ? nil : (Self.messageName, before.message, after.message)
  }

  /// The name under which a difference of messages is reported.
  private static let messageName = "message"

  /// The firing's value under one of the names that `change` gives.
  subscript(_ what: String) -> String? {
    manner[what] ?? levels[what] ?? (what == Self.messageName ? message : nil)
  }
}
