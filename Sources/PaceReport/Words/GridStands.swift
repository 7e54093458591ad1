import PaceLab
import PaceLanguage

extension [String] {
  /// ` (balanced, strict)`, to follow what has these names; empty for none.
  var inParentheses: String { isEmpty ? "" : " (\(joined(separator: ", ")))" }
}

/// Where presets stand on a grid of values, and the parameters' own values if no preset is the default.
struct GridStands: Sendable {
  private let all: [GridStand]
  /// What the one in force is called: the default, or the one that was given.
  let force: String

  /// - Parameter given: the preset that every subject was given.
  init(_ grid: SweepGrid, of program: Program, given: PresetID?) {
    force = given == nil ? "default" : "given"
    let inForce = given ?? program.defaultPreset
    let presets = program.presets.enumerated().compactMap { index, preset in
      GridStand(preset.name.text, isInForce: inForce == PresetID(index), preset.values, grid, program)
    }
    let declared = program.params.map { $0.initial }
    let own = inForce == nil ? GridStand(force, isInForce: true, declared, grid, program) : nil
    all = presets + (own.map { [$0] } ?? [])
  }

  /// Presets that have the same values.
  struct Group: Sendable {
    let point: Int?
    let place: Double?
    let names: [String]
    let isInForce: Bool
    /// `balanced (default) at 10 min, 2`
    let words: String
  }

  /// What charts mark, from the lowest place up: places on the grid and, with one parameter, between two values.
  var marked: [Group] {
    let places = Set(all.compactMap { $0.place }).sorted()
    return places.map { place in
      let here = all.filter { $0.place == place }
      return Group(
        point: here[0].point, place: place, names: here.map { $0.name },
        isInForce: here.contains { $0.isInForce },
        words: "\(here.map(named).joined(separator: ", ")) at \(here[0].texts.joined(separator: ", "))")
    }
  }

  /// The presets that give every parameter of the grid its value at a point.
  func names(at point: Int) -> [String] { all.filter { $0.point == point }.map { $0.name } }

  /// Whether a subject that names no preset has the values of a point.
  func isInForce(at point: Int) -> Bool { all.contains { $0.point == point && $0.isInForce } }

  /// The presets that are not on the grid: `relaxed at 8 min, 3 · balanced (default) at 10 min, 2`.
  var offGrid: String { words(all.filter { $0.point == nil }) }

  /// The presets that no chart marks, worded as in `offGrid`.
  var unmarked: String { words(all.filter { $0.place == nil }) }

  private func words(_ stands: [GridStand]) -> String {
    stands.map { "\(named($0)) at \($0.texts.joined(separator: ", "))" }.joined(separator: " · ")
  }

  private func named(_ stand: GridStand) -> String {
    stand.isInForce && stand.name != force ? "\(stand.name) (\(force))" : stand.name
  }
}
