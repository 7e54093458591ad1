public import PaceLanguage

/// What lint rules look at: a checked program, and facts about it that several of them need.
public struct LintContext: Sendable {
  public let program: Program
  /// The files that were named; only their scenarios run.
  public let roots: [FileID]
  /// What is wrong with a time zone's name, if anything.
  let zones: @Sendable (String) -> ZoneProblem?
  /// The zone in which times are read where the program names none; nil if that is left open.
  let zone: String?
  /// What rules, policies, figures and the subject's end read.
  let observed: References
  let canonical: CanonicalExpressions
  let declarations: DeclarationSpans
  /// The bounds for all values that parameters may have.
  var bounds: BoundsAnalysis { proof.bounds }
  /// What shows that rules and levels are out of reach.
  let proof: UnreachableProof
  /// What the orders of presets promise, after a short search for logs that break it: lint is run at every save.
  let claims: [OrderClaim]

  public init(
    _ program: Program, roots: [FileID], zone: String? = nil,
    zones: @escaping @Sendable (String) -> ZoneProblem? = { _ in nil }
  ) {
    self.program = program
    self.roots = roots
    self.zone = zone
    self.zones = zones
    observed = References.observed(in: program)
    canonical = CanonicalExpressions(program)
    declarations = DeclarationSpans(program)
    proof = UnreachableProof(program, canonical)
    claims = Prover(program, roots: roots).claims(budget: 400, shortens: false)
  }

  /// The bounds under each preset.
  var presetBounds: [BoundsAnalysis] { proof.assignments.filter { $0.preset != nil }.map { $0.bounds } }
}

/// The places of names and triggers for which the checked program keeps none.
struct DeclarationSpans: Sendable {
  private var streams: [String: SourceSpan] = [:]
  private var levels: [String: [SourceSpan]] = [:]
  private var triggers: [String: SourceSpan] = [:]

  init(_ program: Program) {
    for declaration in program.syntax.flatMap({ $0.declarations }) {
      switch declaration {
      case .stream(let stream): streams[stream.name.text] = stream.name.span
      case .scale(let scale): levels[scale.name.text] = scale.levels.map { $0.name.span }
      case .rule(let rule): triggers[rule.name.text] = rule.clauses.last { $0.isTrigger }?.span
      default: break
      }
    }
  }

  /// Where a stream's name is declared.
  func name(of stream: Stream) -> SourceSpan { streams[stream.name] ?? stream.span }

  func trigger(of rule: Rule) -> SourceSpan { triggers[rule.name.text] ?? rule.name.span }

  /// Where a level of a scale is declared.
  func name(ofLevel level: Int, of scale: Scale) -> SourceSpan {
    guard let spans = levels[scale.name.text], spans.indices.contains(level) else { return scale.span }
    return spans[level]
  }
}
