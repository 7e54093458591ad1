import PaceLanguage

/// Proves, where it can, that a mutant does the same as the program whatever is logged.
struct EquivalenceProver: Sendable {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// Why the mutant cannot be told from the program; nil where that is not proved.
  func proof(of mutant: Mutant, _ mutated: Program) -> String? { nil }
}
