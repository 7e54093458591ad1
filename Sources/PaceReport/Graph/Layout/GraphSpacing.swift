/// How far apart things are drawn, in pixels.
enum GraphSpacing {
  /// Between two boxes of a layer, two lines that pass through it, and a box and a line.
  static let boxes = 18
  static let lanes = 8
  static let boxAndLane = 11
  /// Between two pins of a box, and two lines between layers.
  static let pins = 8
  static let tracks = 8
  /// Between a layer and the nearest line between layers, before it and after it.
  static let before = 14
  static let after = 10
}
