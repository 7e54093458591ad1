public import PaceEngine
public import PaceLanguage

/// One side of a comparison: a program, and how its parameters are set.
public struct ComparedSide: Sendable {
  public let program: Program
  public let options: Machine.Options
  /// Its log must be decoded for this plan.
  public let plan: Plan

  /// `options` hold the preset, the values that were set, and how far to evaluate.
  ///
  /// The second side of a comparison numbers texts as the first does, so that a mix of both programs can read its
  /// log.
  public init(_ program: Program, options: Machine.Options, textsOf first: ComparedSide? = nil) {
    self.program = program
    var options = options
    options.tellsLevels = true
    self.options = options
    plan = Plan(program, textsOf: first?.plan)
  }

  /// A parameter's value under a preset and its place in the text, which a set value lacks.
  func value(of param: Int, under preset: PresetID?) -> (constant: Constant, span: SourceSpan?)? {
    if let set = options.overrides.last(where: { $0.param.index == param }) { return (set.value, nil) }
    let own = program.lineage(of: preset).flatMap { program.presets[$0.index].own }
    if let first = own.first(where: { $0.param.index == param }) { return (first.value, first.span) }
    return program.params[param].initial.map { ($0, program.params[param].span) }
  }
}

/// A line of a rule file.
public struct ComparedPlace: Hashable, Sendable {
  public var path: String
  public var line: Int

  public var text: String { "\(path):\(line)" }
}

extension ComparedPlace {
  init(_ span: SourceSpan, in program: Program) {
    let file = program.files[Int(span.file.index)]
    self.init(path: file.path, line: file.location(of: span.start).line)
  }
}

/// A declaration or a value that the two sides do not share.
public struct ComparedCause: Hashable, Sendable {
  public var key: DeclarationKey
  /// Whether a whole declaration was added or removed, or one value is compared; else it is a line of a declaration.
  public var isWhole: Bool
  /// The first side's text; nil if it has none.
  public var before: String?
  public var after: String?
  /// The place on the first side; nil for a value that was set, or if there is none.
  public var placeBefore: ComparedPlace?
  public var placeAfter: ComparedPlace?

  /// The place to look at: the second side's, else the first's.
  public var place: ComparedPlace? { placeAfter ?? placeBefore }
}
