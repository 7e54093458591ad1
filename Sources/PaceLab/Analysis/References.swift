import PaceLanguage

/// What a part of a program reads, directly or through definitions and the conditions of streams.
struct References: Sendable {
  private(set) var params: Set<ParamID> = []
  private(set) var attributes: Set<AttributeID> = []
  private(set) var defines: Set<DefineID> = []
  private(set) var streams: Set<StreamID> = []
  private(set) var scales: Set<ScaleID> = []
  private(set) var fields: Set<FieldNameID> = []
  /// The streams and scales in the order in which they were found.
  private(set) var streamsFound: [StreamID] = []
  private(set) var scalesFound: [ScaleID] = []
  let program: Program

  init(_ program: Program) { self.program = program }

  /// What a rule reads: its clauses, its own gates and those of its kind's policy.
  static func of(_ rule: RuleID, in program: Program) -> References {
    var references = References(program)
    references.add(program.allParts(of: program[rule]))
    return references
  }

  mutating func add(_ parts: [Part]) {
    for part in parts { add(part) }
  }

  mutating func add(_ part: Part) {
    switch part.target {
    case .expression(let id): add(program.parts(of: id))
    case .operand(.param(let param)): params.insert(param)
    case .operand(.attribute(let attribute)): attributes.insert(attribute)
    case .operand(.constant): break
    case .stream(let stream): add(stream)
    case .field(let field): fields.insert(field)
    case .scale(let scale): if scales.insert(scale).inserted { scalesFound.append(scale) }
    case .define(let define):
      if defines.insert(define).inserted { add(program.defines[define.index].value) }
    }
  }

  mutating func add(_ expression: ExpressionID) { add(program.parts(of: expression)) }

  mutating func add(_ stream: StreamID) {
    guard streams.insert(stream).inserted else { return }
    streamsFound.append(stream)
    add(program.parts(of: stream))
  }
}

extension References {
  /// What the visible parts of a program read: rules, policies, figures, and the subject's end.
  ///
  /// Definitions without a label and streams that nothing names are not visible by themselves.
  static func observed(in program: Program) -> References {
    var references = References(program)
    for rule in program.rules { references.add(program.parts(of: rule)) }
    for gate in program.noticeKinds.flatMap({ $0.policy }) { references.add(gate.kind.parts) }
    for (index, define) in program.defines.enumerated() where define.label != nil {
      references.add(Part(.define(DefineID(index)), .value))
    }
    references.add(program.subject.ends?.parts ?? [])
    return references
  }
}
