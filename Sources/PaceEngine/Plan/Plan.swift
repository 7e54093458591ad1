public import PaceLanguage

/// A program made ready to run: flat nodes in dependency order, names resolved to slots.
public struct Plan: Sendable {
  public let program: Program

  public init(_ program: Program) {
    self.program = program
  }
}
