import PaceEngine
import PaceLanguage

/// The firings of a run, to be found by rule and instant.
struct FiringsByRule {
  /// Those of each rule, in the order of time.
  private var firings: [String: [ComparedFiring]] = [:]
  private(set) var notes = RunNotes()
  /// The instant by which there were too many to hold, so that the rest was left out; else nil.
  private(set) var cutOff: Instant?
  private let program: Program
  /// What each rule raises and emits, shared by all its firings.
  private let manners: [[String: String]]
  /// Where each scale stands, by their names.
  private var standing: [String: String] = [:]
  /// The firings of the last instant, whose level changes follow them.
  private var pending: [(rule: RuleID, firing: ComparedFiring)] = []

  /// Takes records, which must include level changes.
  init(of program: Program) {
    self.program = program
    manners = program.rules.map { ComparedFiring.manner(of: $0, program) }
    for scale in program.scales { standing[scale.name.text] = scale.levels.first?.name }
  }

  /// How many firings of a log are held, and how many more for each row.
  private static let mostFirings = 1_000_000
  private static let mostOfRow = 100

  /// Runs a log and gathers its firings; those of an evaluation that ends early too, before it throws.
  mutating func gather(_ log: SubjectLog, in machine: inout Machine) throws(RunawaySubject) {
    defer { settle() }
    var left = Self.mostFirings + Self.mostOfRow * log.events.count
    try log.pass(in: &machine) { record in
      take(record)
      notes.add(record, of: log.id)
      guard let firing = record.firing else { return true }
      left -= 1
      if left < 0 { cutOff = firing.at }
      return left >= 0
    }
    notes.add(&machine, of: log)
  }

  var rules: Set<String> { Set(firings.keys) }

  /// The firings of a rule, in the order of time.
  subscript(rule: String) -> [ComparedFiring] { firings[rule] ?? [] }

  /// A rule's first firing at an instant; nil if there is none.
  func first(of rule: String, at instant: Instant) -> ComparedFiring? {
    guard let own = firings[rule] else { return nil }
    let place = own.partitioningIndex { $0.at >= instant }
    return place < own.count && own[place].at == instant ? own[place] : nil
  }

  private mutating func take(_ record: Record) {
    switch record {
    case .fired(let firing):
      if let last = pending.last, last.firing.at < firing.at { settle() }
      let manner = manners[firing.rule.index]
      let found = ComparedFiring(at: firing.at, manner: manner, levels: [:], message: firing.message)
      pending.append((firing.rule, found))
    case .level(let change):
      if let last = pending.last, last.firing.at < change.at { settle() }
      let scale = program.scales[change.scale.index]
      standing[scale.name.text] = scale.levels[change.level].name
    case .held, .overflow, .runaway, .account: break
    }
  }

  private mutating func settle() {
    for (rule, var firing) in pending {
      firing.levels = standing
      firings[program[rule].name.text, default: []].append(firing)
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// A firing with everything about it that is compared, besides its rule.
struct ComparedFiring {
  var at: Instant
  /// What the rule raises and emits, under the names `level`, `kind` and `severity`.
  var manner: [String: String]
  /// Where each scale stands after the instant.
  var levels: [String: String]
  /// Its message with all values filled in; nil if it has none, or a guard withholds it.
  var message: String?

  fileprivate static func manner(of rule: Rule, _ program: Program) -> [String: String] {
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
    for (old, new) in [(before.manner, after.manner), (before.levels, after.levels)] where old != new {
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
