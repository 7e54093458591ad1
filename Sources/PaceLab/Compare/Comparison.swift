public import PaceEngine
import PaceLanguage

/// Runs subject after subject on two sides and gathers what differs, each difference with its cause.
public struct Comparison: Sendable {
  public let before: ComparedSide
  public let after: ComparedSide
  public private(set) var differences: [FiringDifference] = []
  /// What differs between the sides and may be a cause, in order of first appearance.
  public private(set) var causes: [ComparedCause] = []
  public private(set) var subjects = 0
  /// How many events each side has read and kept.
  public private(set) var events = (before: 0, after: 0)
  /// How many subjects have any difference.
  public private(set) var differing = 0
  /// How often each rule fired, by its name.
  public private(set) var firingsBefore: [String: Int] = [:]
  public private(set) var firingsAfter: [String: Int] = [:]

  /// Notes on the runs of each side, by that side's program.
  public private(set) var notesBefore = RunNotes()
  public private(set) var notesAfter = RunNotes()

  private let movedWithin: Int64
  private let declared: [ComparedCause]
  private var first: Machine
  private var second: Machine
  private var trials: CauseTrials
  private var indices: [ComparedCause: Int] = [:]
  /// For each pair of presets, the parameters whose values differ.
  private var values: [[PresetID?]: [ParamDifference]] = [:]
  private var dependencies: [String: Set<DeclarationKey>] = [:]

  /// A firing that comes up to `movedWithin` milliseconds earlier or later counts as moved.
  public init(_ before: ComparedSide, _ after: ComparedSide, movedWithin: Int64) {
    self.before = before
    self.after = after
    self.movedWithin = movedWithin
    first = Machine(before.plan, options: before.options)
    second = Machine(after.plan, options: after.options)
    let (old, new) = (DeclarationTexts(before.program), DeclarationTexts(after.program))
    declared = DeclarationTexts.differences(old, new)
    trials = CauseTrials(before, after, old, new)
  }

  /// The rules of both sides, in the order of the second's, then those that only the first has.
  public var rules: [String] {
    let names = after.program.rules.map { $0.name.text }
    let known = Set(names)
    return names + before.program.rules.map { $0.name.text }.filter { !known.contains($0) }
  }

  /// Compares a subject by each side's own log of it, nil if that side doesn't know the subject.
  ///
  /// Returns the instant by which a side has more firings than can be held, so that nothing is compared; else nil.
  /// Throws if its evaluation ends early.
  @discardableResult
  public mutating func add(
    _ subject: String, before old: SubjectLog?, after new: SubjectLog?
  ) throws(RunawaySubject) -> Instant? {
    subjects += 1
    events.before += old?.keptCount(by: before.plan) ?? 0
    events.after += new?.keptCount(by: after.plan) ?? 0
    let firingsOld = try Self.firings(old, &first, before.program)
    let firingsNew = try Self.firings(new, &second, after.program)
    if let cutOff = firingsOld.cutOff ?? firingsNew.cutOff { return cutOff }
    notesBefore.add(firingsOld.notes)
    notesAfter.add(firingsNew.notes)
    for (rule, firings) in firingsOld.byRule { firingsBefore[rule, default: 0] += firings.count }
    for (rule, firings) in firingsNew.byRule { firingsAfter[rule, default: 0] += firings.count }
    var found = FiringDifference.all(firingsOld, firingsNew, subject: subject, movedWithin: movedWithin)
    if found.isEmpty { return nil }
    differing += 1
    if let zone = (new ?? old)?.record.zone {
      for index in found.indices { found[index].zone = zone }
    }
    explain(&found, old, new)
    differences += found
    return nil
  }

  private static func firings(
    _ log: SubjectLog?, _ machine: inout Machine, _ program: Program
  ) throws(RunawaySubject) -> ComparedFirings {
    var firings = ComparedFirings(of: program)
    if let log { try firings.gather(log, in: &machine) }
    return firings
  }

  /// A parameter that has another value on the other side.
  private struct ParamDifference: Sendable {
    var cause: Int
    /// The first side's value; nil if it has none.
    var value: Constant?
  }

  /// Finds the causes of each difference: of the changes that its rule depends on, those that play a part.
  ///
  /// A change of a source bears on every rule, but only if the sides have read different logs.
  private mutating func explain(
    _ found: inout [FiringDifference], _ old: SubjectLog?, _ new: SubjectLog?
  ) {
    var sources = declared.filter { $0.key.sort == .source }.map { index(of: $0) }
    if !sources.isEmpty, let old, let new, old.holdsTheSame(as: new) { sources = [] }
    guard let log = new else {
      for place in found.indices {
        found[place].causes = sources
        if sources.count > 1 { found[place].bearing = .open }
      }
      return
    }
    let params = paramDifferences(first.preset, second.preset)
    let others = declared.filter { $0.key.sort != .source }.map { index(of: $0) }
    let all = params.map { $0.cause } + others + sources
    var changes: [Int: CauseTrials.Change] = [:]
    for cause in all { changes[cause] = CauseTrials.Change(key: causes[cause].key) }
    for param in params { changes[param.cause]?.value = param.value }
    for place in found.indices {
      let keys = dependencies(of: found[place])
      let relevant = all.filter { keys.contains(causes[$0].key) } + sources
      let orders = all.filter { changes[$0]?.isOrder == true }
      found[place].causes = relevant.isEmpty ? all : relevant + orders
    }
    trials.narrow(&found, of: log, changes)
  }

  /// The declarations that the rule or scale of a difference depends on, on either side.
  private mutating func dependencies(of difference: FiringDifference) -> Set<DeclarationKey> {
    var changed: String?
    if case .scale(let name) = difference.change?.aspect { changed = name }
    let key = "\(difference.rule) \(changed ?? "")"
    if let known = dependencies[key] { return known }
    var keys: Set<DeclarationKey> = []
    for program in [before.program, after.program] {
      if let rule = program.rules.firstIndex(where: { $0.name.text == difference.rule }) {
        keys.formUnion(Influences(on: [RuleID(rule)], in: program, .notice).declarations)
      }
      if let scale = program.scales.first(where: { $0.name.text == changed }) {
        keys.formUnion(Influences(on: scale.rules, in: program, .notice).declarations)
        keys.insert(DeclarationKey(.scale, scale.name.text))
      }
    }
    dependencies[key] = keys
    return keys
  }

  private mutating func paramDifferences(_ old: PresetID?, _ new: PresetID?) -> [ParamDifference] {
    if let known = values[[old, new]] { return known }
    var differences: [ParamDifference] = []
    for (number, param) in after.program.params.enumerated() {
      let name = param.name.text
      let place = before.program.params.firstIndex { $0.name.text == name }
      let was = place.flatMap { before.value(of: $0, under: old) }
      let type = place.map { before.program.params[$0].type }
      let now = after.value(of: number, under: new)
      let oldText = was.map { before.program.text(of: $0.constant, type: type ?? param.type) }
      let newText = now.map { after.program.text(of: $0.constant, type: param.type) }
      if oldText == newText { continue }
      let cause = ComparedCause(
        key: DeclarationKey(.param, name), isWhole: true, before: oldText, after: newText,
        placeBefore: was?.span.map { ComparedPlace($0, in: before.program) },
        placeAfter: now?.span.map { ComparedPlace($0, in: after.program) })
      let isSame = type == param.type && oldText != nil
      differences.append(ParamDifference(cause: index(of: cause), value: isSame ? was?.constant : nil))
    }
    values[[old, new]] = differences
    return differences
  }

  private mutating func index(of cause: ComparedCause) -> Int {
    if let known = indices[cause] { return known }
    indices[cause] = causes.count
    causes.append(cause)
    return causes.count - 1
  }
}

extension SubjectLog {
  /// Whether another log of the subject has the same events and attributes.
  fileprivate func holdsTheSame(as other: SubjectLog) -> Bool {
    record.startedAt == other.record.startedAt && record.endedAt == other.record.endedAt
      && record.attributes == other.record.attributes && record.zone == other.record.zone
      && texts == other.texts && events.count == other.events.count
      && zip(events, other.events).allSatisfy { one, two in
        one.event == two.event && one.kind == two.kind && one.at == two.at && one.values == two.values
      }
  }
}
