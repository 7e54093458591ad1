import PaceEngine
import PaceLanguage

/// How two programs with the same declarations differ, and the rules that depend on it.
struct ProgramDifference {
  /// The rules whose verdict may differ, however far from the change; empty if all may.
  private(set) var rules: Set<RuleID> = []
  /// The first program's comparisons that differ in the other one.
  private(set) var comparisons: [ExpressionID] = []
  /// What the changed parts themselves read, the nearest to a change first.
  private(set) var attributes: [AttributeID] = []
  private(set) var params: Set<ParamID> = []
  private(set) var streams: Set<StreamID> = []
  /// Whether the difference may change when the subject ends.
  private(set) var touchesEnd = false
  /// Whether nodes with the same index are the same place in both programs.
  let isAligned: Bool

  /// How the gates of rules differ; nil if they don't.
  let pacing: PacingChange?

  private let program: Program
  private let other: Program
  private var changed: Set<ExpressionID> = []
  /// The attributes with another default.
  private let changedInitials: Set<AttributeID>

  init(_ program: Program, _ other: Program) {
    self.program = program
    self.other = other
    pacing = PacingChange(program, other)
    let found = program.changedExpressions(in: other)
    isAligned = found != nil
    changed = Set(found ?? [])
    attributes = program.subject.attributes.indices.map { AttributeID($0) }.filter {
      program.subject.attributes[$0.index].initial != other.subject.attributes[$0.index].initial
    }
    changedInitials = Set(attributes)
    addParams()
    addGates()
    addComparisons()
    addRules()
  }

  private mutating func addParams() {
    for index in program.params.indices {
      let values = program.presets.map { $0.values[index] } + [program.params[index].initial]
      let others = other.presets.map { $0.values[index] } + [other.params[index].initial]
      if values != others { params.insert(ParamID(index)) }
    }
  }

  /// Adds the gates that only the first program has, and what they read.
  private mutating func addGates() {
    let gates = program.rules.map { $0.gates } + program.noticeKinds.map { $0.policy }
    let others = other.rules.map { $0.gates } + other.noticeKinds.map { $0.policy }
    for (own, theirs) in zip(gates, others) where own.count != theirs.count {
      let texts = theirs.map { other.line(of: $0.span) }
      for gate in own where !texts.contains(program.line(of: gate.span)) {
        note(References(gate.kind.parts, in: program))
        if let condition = gate.kind.condition { program.walk(condition) { changed.insert($0) } }
      }
    }
  }

  private mutating func note(_ references: References) {
    let new = references.attributes.subtracting(attributes)
    attributes += new.sorted { $0.index < $1.index }
    streams.formUnion(references.streams)
  }

  /// The comparisons that are changed or hold something changed, and what they read.
  private mutating func addComparisons() {
    var found: [(references: References, size: Int)] = []
    for id in program.expressions.ids {
      let sides = program[id].operation.isComparison ? program[id].operation.children : []
      var isChanged = changed.contains(id)
      var size = 0
      for side in sides {
        program.walk(side) {
          size += 1
          isChanged = isChanged || holdsChange($0)
        }
      }
      guard isChanged else { continue }
      if !sides.isEmpty { comparisons.append(id) }
      found.append((References(id, in: program), size))
    }
    for comparison in found.sorted(by: { $0.size < $1.size }) { note(comparison.references) }
  }

  private func holdsChange(_ id: ExpressionID) -> Bool {
    if changed.contains(id) { return true }
    return program.parts(of: id).contains { part in
      switch part.operand {
      case .param(let param): params.contains(param)
      case .attribute(let attribute): changedInitials.contains(attribute)
      case .constant, nil: false
      }
    }
  }

  private mutating func addRules() {
    var keys = Set(
      DeclarationTexts.differences(DeclarationTexts(program), DeclarationTexts(other)).map { $0.key })
    keys.formUnion(params.map { DeclarationKey(.param, program.params[$0.index].name.text) })
    // A change of the subject counts here only through what rules read; a changed end shows in every rule.
    touchesEnd = touchesEnd(keys)
    if keys.remove(DeclarationKey(.subject)) != nil, changedInitials.isEmpty { return }
    for rule in program.rules.ids {
      let influences = Influences(on: [rule], in: program, .notice)
      let isTouched =
        !influences.declarations.isDisjoint(with: keys)
        || !influences.references.attributes.isDisjoint(with: changedInitials)
      if isTouched { rules.insert(rule) }
    }
  }

  /// Plans of the two programs without the rules that the difference doesn't touch, so that it is found sooner.
  var plans: [Plan] {
    // A change of the subject's end shows in any rule.
    if rules.isEmpty || touchesEnd { return [Plan(program), Plan(other)] }
    var kept = rules
    for rule in rules {
      if let raise = program[rule].raise { kept.formUnion(program.scales[raise.scale.index].rules) }
    }
    while true {
      let one = Influences(on: Array(kept), in: program, .notice)
      let two = Influences(on: Array(one.rules), in: other, .notice)
      if one.rules == two.rules { return [one, two].map { Plan($0.program, part: $0.part, textsOf: nil) } }
      kept = two.rules
    }
  }

  /// What the touched rules rest on in one of the programs; nil if they are all of its rules.
  func focus(in program: Program) -> Influences? {
    if rules.isEmpty { return nil }
    let ending = (program.subject.ends?.parts ?? []).filter { touchesEnd || $0.role == .endDelay }
    return Influences(
      on: rules.sorted { $0.index < $1.index }, in: program, .notice, ending: ending)
  }

  private func touchesEnd(_ keys: Set<DeclarationKey>) -> Bool {
    guard let ends = program.subject.ends else { return false }
    if other.subject.ends?.delay != ends.delay { return true }
    let references = References(ends.parts, in: program)
    return !references.attributes.isDisjoint(with: changedInitials)
      || !references.params.isDisjoint(with: params)
      || references.streams.contains { program.declaration(of: $0).map(keys.contains) ?? false }
  }
}

extension Program {
  /// The expressions that another program has otherwise; nil if the nodes of the two don't correspond.
  func changedExpressions(in other: Program) -> [ExpressionID]? {
    guard other.expressions.count == expressions.count else { return nil }
    return expressions.ids.filter { self[$0].operation != other[$0].operation }
  }
}
