/// How often a rule fires under one value of a parameter and under its neighbour.
public struct FiringStep: Sendable {
  public var before: Int
  public var after: Int

  public var size: Int { abs(after - before) }

  /// Whether the size is at least `least` firings and a quarter of `whole`.
  func isCliff(of whole: Int, least: Int) -> Bool { size >= max(least, (whole + 3) / 4) }
}
