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
  /// The bounds for all values that parameters may have.
  var bounds: BoundsAnalysis { proof.bounds }
  /// What shows that rules and levels are out of reach.
  let proof: UnreachableProof
  /// The claims of the orders of presets, after a search for counterexamples: a short one, as lint runs at every save.
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
    proof = UnreachableProof(program, canonical)
    claims = Prover(program, roots: roots).claims(budget: 400, shortens: false)
  }

  /// The bounds under each preset.
  var presetBounds: [BoundsAnalysis] { proof.assignments.filter { $0.preset != nil }.map { $0.bounds } }
}
