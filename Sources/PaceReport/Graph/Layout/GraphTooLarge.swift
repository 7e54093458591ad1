import PaceLanguage

/// A graph with too many lanes to be laid out: it would take minutes and gigabytes, and nobody could read it.
public struct GraphTooLarge: Error {
  /// How many lanes a graph may have; to lay out so many takes some seconds.
  static let mostLanes = 1_500_000

  let lanes: Int

  public var message: String {
    "this graph is too large to be drawn: its lines pass other boxes at \(ValueText.count(lanes)) places, "
      + "more than \(ValueText.count(Self.mostLanes))"
  }
}
