import PaceLanguage

/// Lists the mutants of a program, from its text: each is one that a person could write by hand.
struct MutantMaker {
  let program: Program
  var mutants: [Mutant] = []
  var owner = DeclarationKey(.subject)
  var presets: [String] = []
  /// The part of the owner that is being changed.
  var part = ""

  static func mutants(of program: Program) -> [Mutant] {
    var maker = MutantMaker(program: program)
    for file in program.syntax {
      for declaration in file.declarations { maker.add(declaration) }
    }
    maker.addSwaps()
    return maker.mutants.enumerated()
      .sorted { $0.element.span.isBefore($1.element.span) ?? ($0.offset < $1.offset) }
      .map { $0.element }
  }

  private mutating func add(_ declaration: Declaration) {
    (part, presets) = ("", [])
    switch declaration {
    case .calendar(let calendar): add(calendar)
    case .subject(let subject): add(subject)
    case .event(let event): add(event)
    case .stream(let stream):
      owner = DeclarationKey(.stream, stream.name.text)
      if let condition = stream.condition { add(condition) }
    case .param(let param):
      owner = DeclarationKey(.param, param.name.text)
      if let initial = param.initial { addNeighbours(of: initial, step: step(of: param.name), .threshold) }
    case .define(let define):
      owner = DeclarationKey(.define, define.name.text)
      add(define.value)
    case .rule(let rule):
      owner = DeclarationKey(.rule, rule.name.text)
      for clause in rule.clauses { add(clause) }
    case .policy(let policy):
      owner = DeclarationKey(.policy, policy.name.text)
      for gate in policy.gates { add(gate) }
    case .preset(let preset):
      for value in preset.values {
        (owner, presets) = (DeclarationKey(.param, value.name.text), [preset.name.text])
        addNeighbours(of: value.value, step: step(of: value.name), .threshold)
      }
    case .include, .scale, .order, .guard, .disclaimer, .source, .scenario: break
    }
  }

  private mutating func add(_ calendar: CalendarSyntax) {
    owner = DeclarationKey(.calendar)
    for case .dayStarts(let time) in calendar.items { addNeighbours(of: time, .window) }
  }

  private mutating func add(_ subject: SubjectSyntax) {
    for item in subject.items {
      switch item {
      case .attribute(let attribute):
        owner = DeclarationKey(.attribute, attribute.name.text)
        if let initial = attribute.initial { addNeighbours(of: initial, .threshold) }
      case .ends(let delay, _, _):
        owner = DeclarationKey(.subject)
        addNeighbours(of: delay, .window)
      }
    }
  }

  private mutating func add(_ event: EventSyntax) {
    owner = DeclarationKey(.event, event.name.text)
    for item in event.items {
      switch item {
      case .field: break
      case .debounce(let span, _):
        part = "debounce"
        addNeighbours(of: span, .window)
      case .kind(let kind):
        part = "\(kind.name.text) debounce"
        for case .debounce(let span, _) in kind.items { addNeighbours(of: span, .window) }
      }
    }
  }

  private mutating func add(_ clause: ClauseSyntax) {
    part = ""
    if let gate = clause.gate { add(gate) } else { add(clause.parts) }
  }

  private mutating func add(_ parts: [SyntaxPart]) {
    for syntax in parts {
      switch syntax {
      case .expression(let condition, let role):
        part = role.word
        add(condition)
      case .literal(let literal, let role):
        part = role.word
        let isThreshold = role == .triggerTime || role == .limitCount
        addNeighbours(of: literal, isThreshold ? .threshold : .window)
      }
    }
  }

  private mutating func add(_ gate: GateSyntax) {
    let file = program.files[Int(gate.span.file.index)]
    append(.gate, gate.span, "", [ItemRemoval.edit(removing: gate.span, from: file)])
    add(gate.parts)
  }

  func step(of param: Identifier) -> Int64? {
    program.params.first { $0.name.text == param.text }?.step
  }

  mutating func append(_ sort: Mutant.Sort, _ span: SourceSpan, _ after: String, _ edits: [TextEdit]) {
    mutants.append(
      Mutant(
        sort: sort, owner: owner, presets: presets, part: part, span: span, before: program.line(of: span),
        after: after, edits: edits))
  }
}

extension SourceSpan {
  /// Nil if both begin at the same place.
  fileprivate func isBefore(_ other: SourceSpan) -> Bool? {
    if file != other.file { return file.index < other.file.index }
    return start == other.start ? nil : start < other.start
  }
}
