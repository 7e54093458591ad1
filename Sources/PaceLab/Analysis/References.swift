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

  init(_ parts: [Part], in program: Program) {
    self.program = program
    add(parts)
  }

  init(_ expression: ExpressionID, in program: Program) {
    self.init(program.parts(of: expression), in: program)
  }

  /// What a rule reads: its clauses, its own gates and those of its kind's policy.
  static func of(_ rule: RuleID, in program: Program) -> References {
    References(program.allParts(of: program[rule]), in: program)
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
    let figures = program.defines.indices.filter { program.defines[$0].label != nil }
    let parts =
      program.rules.flatMap { program.parts(of: $0) }
      + program.noticeKinds.flatMap { $0.policy }.flatMap { $0.kind.parts }
      + figures.map { Part(.define(DefineID($0)), .value) }
    return References(parts + (program.subject.ends?.parts ?? []), in: program)
  }
}
