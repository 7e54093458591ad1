public import PaceLab
public import PaceLanguage

extension SweepScore {
  /// What its `cells` count.
  static let heads = ["caught", "missed", "false", "unlabelled"]
  var cells: [String] { [caught, missed, falseAlarms, unlabelled].map { String($0) } }
}

/// A sweep's result with the words that all its formats share.
public struct SweepView: Sendable {
  let result: SweepResult
  /// The packs as they were named.
  let pack: String
  let database: String
  /// The preset that every subject was given.
  let preset: String?
  let settings: [String]
  let hasLabels: Bool
  let stands: GridStands

  /// - Parameters:
  ///   - pack: the packs as they were named.
  ///   - database: the file of the log; nil for standard input.
  ///   - preset: the one that every subject was given; nil if each had its own.
  ///   - settings: what was set for the sweep, as `name=value`.
  ///   - hasLabels: whether the sweep counted labels.
  public init(
    _ result: SweepResult, of pack: String, on database: String?, preset: PresetID?, settings: [String],
    hasLabels: Bool
  ) {
    self.result = result
    self.pack = pack
    self.database = database ?? "standard input"
    self.preset = result.program.presetName(preset)
    self.settings = settings
    self.hasLabels = hasLabels
    stands = GridStands(result.grid, of: result.program, given: preset)
  }

  var program: Program { result.program }
  var grid: SweepGrid { result.grid }

  /// `100 sessions · 812 events · preset balanced · fast_pace_units=3`
  var scope: String {
    let subjects = Noun.count(result.subjects, program.noun)
    let parts = [subjects, Noun.count(result.events, "event")] + (preset.map { ["preset \($0)"] } ?? [])
    return (parts + settings).joined(separator: " · ")
  }

  /// The values that a point sets, as a preset would write them.
  func texts(of point: Int) -> [String] {
    zip(grid.axes, grid.indices(of: point)).map { $0.text($1, program) }
  }

  func name(of rule: RuleID) -> String { program[rule].name.text }

  /// The rules that fire the same however the parameters are set.
  var steadyRules: [RuleID] {
    let affected = Set(result.affectedRules)
    return program.rules.ids.filter { !affected.contains($0) && program[$0].emission != nil }
  }

  /// The scales that have something to show.
  var scales: [Int] {
    guard result.hasLevels else { return [] }
    return program.scales.indices.filter { scale in
      !program.scales[scale].rules.isEmpty
        && result.points.contains { $0.levels[scale].contains { $0 > 0 } }
    }
  }

  /// `fast_pace_units = 2, rapid_window`: where a jump or a flat stretch lies, apart from its own axis.
  func place(of point: Int, besides axis: Int) -> String {
    let texts = texts(of: point)
    let others = grid.axes.indices.filter { $0 != axis }.map { "\(grid.axes[$0].name) = \(texts[$0])" }
    return others.isEmpty ? "" : " where " + others.joined(separator: ", ")
  }
}
