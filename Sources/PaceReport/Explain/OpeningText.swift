import PaceEngine
import PaceLanguage

/// A rule's verdict in one sentence, for the person who was notified or wasn't.
///
/// `Units in the last hour: 3, above 2, where balanced calls it a fast pace.` It is made of the labels of
/// definitions, kinds and rules, and of names where there are none.
struct OpeningText: Sendable {
  /// The most facts that a sentence tells.
  private static let most = 3

  let page: ExplainPage
  let account: RuleAccount

  private var program: Program { page.program }
  private var rule: Rule { program[account.rule] }
  /// The words for conditions, which are brief even if all else is shown in full.
  private var condition: ConditionText {
    var text = page.condition
    text.isFull = false
    return text
  }
  private var printer: ValuePrinter { page.condition.printer }

  var sentence: String {
    let text = statement.printable
    return (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + "."
  }

  private var statement: String {
    let why = facts(of: account.condition)
    switch account.outcome {
    case .fired: return occasion + (kept ?? why + lasted + calling)
    case .held: return occasion + (kept ?? why + lasted + calling) + ", but " + hindrance
    case .waiting:
      let since = account.trueSince.map { ", so since \(clock($0))" } ?? ""
      let due = account.waitsUntil.map { ", and long enough at \(clock($0))" } ?? ""
      let missing = rule.hold.flatMap { printer.nameWithoutValue($0) }
      let never = missing.map { ", and never long enough, because \($0) has no value" } ?? ""
      return "\(why)\(since)\(due)\(never)"
    case .alreadyFired: return lasting(why)
    case .idle: return occasion + why
    case .unknown: return occasion + (why.isEmpty ? "it can't be known" : why)
    case .notTriggered: return missing
    }
  }

  /// `, for 30 min`: how long the condition had to be true.
  private var lasted: String { rule.hold.map { ", for \(printer.value($0, .duration))" } ?? "" }

  // MARK: Why

  /// What decided a condition, in as few words as it takes.
  private func facts(of node: ConditionNode?) -> String {
    guard let node else { return "" }
    let parts = decisive(node)
    // A setting that is merely on or off is told only if there is nothing else to tell.
    let telling = parts.filter { !isSetting($0) }
    if telling.count == 1, condition.isNamed(telling[0]) { return named(telling[0]) }
    return joined((telling.isEmpty ? parts : telling).map(fact))
  }

  /// Facts with a figure come first, and those about the same figure stand together.
  private func joined(_ facts: [Fact]) -> String {
    var figures: [(name: String, text: String)] = []
    for fact in facts {
      guard let figure = fact.figure else { continue }
      let known = figures.firstIndex { $0.name == figure.name }
      if let known, !fact.text.isEmpty { figures[known].text += " and \(fact.text)" }
      if known == nil {
        let rest = fact.text.isEmpty ? "" : ", \(fact.text)"
        figures.append((figure.name, "\(figure.name): \(figure.value)\(rest)"))
      }
    }
    var texts = figures.map { $0.text }
    for fact in facts where fact.figure == nil && !texts.contains(fact.text) { texts.append(fact.text) }
    let more = texts.count > Self.most ? ["\(texts.count - Self.most) more"] : []
    let shown = texts.prefix(Self.most) + more
    // Facts that hold a comma or an `and` are told apart by semicolons.
    return shown.count > 1 && texts.contains { $0.contains(",") || $0.split(separator: " ").contains("and") }
      ? shown.joined(separator: "; ") : Noun.all(Array(shown))
  }

  /// `open today: due today and not settled`: a named definition that decided alone.
  private func named(_ node: ConditionNode) -> String {
    let inner = condition.deciding(node).filter { !isSetting($0) }.map(fact)
    let words = condition.words(for: node) ?? node.text
    return inner.isEmpty ? words : "\(words): \(joined(inner))"
  }

  /// Whether a part is just an attribute or a parameter, or the negation of one.
  private func isSetting(_ node: ConditionNode) -> Bool {
    let operation = program[node.expression].operation
    if operation.shape == .negation, let inner = node.children.first { return isSetting(inner) }
    return operation.operand != nil && operation.constant == nil
  }

  private func decisive(_ node: ConditionNode) -> [ConditionNode] {
    let node = condition.unfolded(node)
    guard case .junction(let sign) = condition.shape(of: node) else { return [node] }
    let parts = condition.decisive(node, sign)
    return parts.flatMap { decisive($0) }
  }

  /// One fact: a figure with its value and how it compares, or just a text.
  private struct Fact {
    var figure: Figure?
    var text: String
  }

  /// `units in the last hour: 3`
  private struct Figure {
    var name: String
    var value: String
  }

  private func fact(_ node: ConditionNode) -> Fact {
    if condition.shape(of: node).compares, let side = node.children.first(where: { $0.value.isUnknown }) {
      return Fact(text: "\(name(side)) is not known")
    }
    switch condition.shape(of: node) {
    case .relation(let relation) where node.children.count == 2:
      return comparison(node, relation, isTrue: node.value.isTrue)
    case .range where node.children.count == 3:
      let ends = node.children.dropFirst().map { value($0) }
      return Fact(
        figure: figure(node.children[0]),
        text: "\(node.value.isTrue ? "" : "not ")from \(ends[0]) to \(ends[1])")
    case .list:
      let values = node.children.dropFirst().map { value($0) }
      return Fact(
        figure: figure(node.children[0]), text: node.value.isTrue ? "" : "not \(Noun.either(values))")
    case .negation:
      guard let inner = node.children.first, !condition.isComposite(inner) else { break }
      return truth(inner) ?? denied(condition.unfolded(inner), isTrue: node.value.isTrue)
    case .definition, .junction, .relation, .range, .plain: break
    }
    if let truth = truth(node) { return truth }
    let inner = condition.unfolded(node)
    if inner.expression != node.expression { return fact(inner) }
    guard phrase(node) != nil else { return Fact(text: condition.brief(node)) }
    return node.value.isUnknown
      ? Fact(text: "\(name(node)) is not known") : Fact(figure: figure(node), text: "")
  }

  /// What stands after `not`: a comparison is told as its opposite, so that a miss reads like one.
  private func denied(_ node: ConditionNode, isTrue: Bool) -> Fact {
    guard case .relation(let relation) = condition.shape(of: node), node.children.count == 2,
      !node.value.isUnknown
    else { return fact(node) }
    return comparison(node, relation.denied, isTrue: isTrue)
  }

  private func truth(_ node: ConditionNode) -> Fact? {
    let isUnknown = node.value.isUnknown
    let clause = program.clause(for: node.expression, in: rule, isTrue: node.value.isTrue || isUnknown)
    guard let clause else { return condition.words(for: node).map { Fact(text: $0) } }
    return Fact(text: isUnknown ? "whether \(clause) is not known" : clause)
  }

  /// `units in the last hour: 3, above 2`, or `no entry today`
  private func comparison(_ node: ConditionNode, _ relation: Relation, isTrue: Bool) -> Fact {
    let (left, right) = (node.children[0], node.children[1])
    let isNone = left.value.bits == 0 && (isTrue || right.value.bits == Arithmetic.unit)
    if isNone, let reading = program[program.resolved(left.expression)].operation.reading,
      reading.aggregate == .count
    {
      let window = program.phrase(for: reading.window) { printer.value($0, .duration) }
      return Fact(text: "no \(program.noun(of: reading.stream)) \(window)")
    }
    let isSame = left.value == right.value
    let isEquality = relation == .equal || relation == .notEqual
    if isEquality, right.value.bits == 0, let parts = divided(left) {
      let isNot = isSame ? "" : "not "
      return Fact(figure: figure(parts[0]), text: "\(isNot)a multiple of \(value(parts[1]))")
    }
    if isEquality {
      return Fact(figure: figure(left), text: isSame ? "" : "not \(value(right))")
    }
    let sides = figures(left, right)
    return Fact(
      figure: figure(left, sides.left),
      text: "\(Self.words(relation, isTrue)) \(sides.right)")
  }

  /// Both sides with at most two decimals, unless they would then look alike.
  private func figures(_ left: ConditionNode, _ right: ConditionNode) -> (left: String, right: String) {
    let exact = (value(left), value(right))
    guard left.type == .number, left.value != right.value else { return exact }
    let rounded = [left, right].map { side in
      printer.text(Value(Words.rounded(side.value.bits, to: 10_000)), .number)
    }
    return rounded[0] == rounded[1] ? exact : (rounded[0], rounded[1])
  }

  private static func words(_ relation: Relation, _ isTrue: Bool) -> String {
    switch relation {
    case .greater: isTrue ? "above" : "not above"
    case .greaterOrEqual: isTrue ? "at least" : "below"
    case .less: isTrue ? "below" : "not below"
    case .lessOrEqual: isTrue ? "at most" : "above"
    case .equal, .notEqual: ""
    }
  }

  /// The dividend and the divisor of a remainder; nil for anything else.
  private func divided(_ node: ConditionNode) -> [ConditionNode]? {
    let node = condition.unfolded(node)
    return program[node.expression].operation.isRemainder ? node.children : nil
  }

  private func figure(_ node: ConditionNode, _ value: String? = nil) -> Figure {
    Figure(name: name(node), value: value ?? self.value(node))
  }

  private func name(_ node: ConditionNode) -> String { phrase(node) ?? node.text }

  private func phrase(_ node: ConditionNode) -> String? {
    program.phrase(for: node.expression) { printer.value($0, .duration) }
  }

  private func value(_ node: ConditionNode) -> String { printer.text(node.value, node.type) }

  // MARK: What it is called

  /// `, where balanced calls it a fast pace`: the preset that set the values and the rule's label, if any.
  private var calling: String {
    let preset = isSetByPreset ? program.presetName(page.explanation.account.preset) : nil
    switch (preset, rule.label?.text) {
    case (let preset?, let label?): return ", where \(preset) calls it \(label.printable)"
    case (nil, let label?): return ": \(label.printable)"
    case (let preset?, nil): return ", as \(preset) has it"
    case (nil, nil): return ""
    }
  }

  /// Whether what decided the condition reads a parameter that the preset sets.
  private var isSetByPreset: Bool {
    guard let preset = page.explanation.account.preset, let node = account.condition else { return false }
    let values = program.presets[preset.index].values
    var isSet = false
    for part in decisive(node) {
      program.walk(part.expression) { id in
        let operands = [program[id].operation.operand] + program.parts(of: id).map { $0.operand }
        for case .param(let param)? in operands {
          let value = printer.constant(printer.machine.value(of: param), program.params[param.index].type)
          // A value that was set takes precedence over the preset's.
          isSet = isSet || values[param.index] == value
        }
      }
    }
    return isSet
  }

  // MARK: When

  /// `at 21:00: ` for a rule with `at`; for one without a condition `entry at 21:31`, or `it is 21:30`.
  private var occasion: String {
    if account.condition == nil {
      return account.event.map { condition.evidence.spoken($0) } ?? "it is \(clock(page.at))"
    }
    return rule.trigger.time.map { "at \(printer.value($0, .time)): " } ?? ""
  }

  /// Why the rule was not tried.
  private var missing: String {
    if let stream = rule.trigger.stream { return "no \(program.noun(of: stream)) at \(clock(page.at))" }
    if let time = rule.trigger.time { return "it is looked at \(printer.value(time, .time)) only" }
    if let (step, hours) = rule.trigger.ticks {
      return
        "it is looked at every \(printer.value(step, .duration)) from \(printer.value(hours.start, .time)) to "
        + "\(printer.value(hours.end, .time)), and not at \(clock(page.at))"
    }
    return "nothing to look at"
  }

  /// `on since 10:00, and its end has not come: no entry today`: a state that only its `until` keeps on.
  private var kept: String? {
    guard account.isKeptOn, let since = account.onSince, let until = account.until else { return nil }
    return "on since \(clock(since)), and its end has not come: \(facts(of: until))"
  }

  /// A rule that is on and says nothing, or nothing more.
  private func lasting(_ why: String) -> String {
    if let kept { return kept }
    if rule.emission == nil { return why + calling }
    guard let spoke = account.spokeAt else { return "\(why), which has been told" }
    return "\(why), which was told at \(clock(spoke))"
  }

  /// What held a notice back.
  private var hindrance: String {
    guard let reference = account.gate, let gate = account.gates.first(where: { $0.gate == reference })
    else { return "it was held back" }
    return GateText(page: page, account: account).hindrance(gate)
      ?? "held back: \(facts(of: gate.condition))"
  }

  private func clock(_ instant: Instant) -> String { page.time.shortClock(instant, besides: page.at) }
}
