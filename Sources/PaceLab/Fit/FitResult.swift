public import PaceLanguage

/// The result of a fit, with all that is needed to report it.
public struct FitResult: Sendable {
  public let program: Program
  public let grid: SweepGrid
  public let objective: FitObjective
  public let finding: FitFinding
  /// The preset that the recommended point is kept near to; nil for the parameters' defaults.
  public let preset: PresetID?
  /// The counts as things are: under the one preset asked for, else under each subject's own.
  public var present: SweepScore?
  /// The counts with each preset's values of the fitted parameters and all others as they are.
  public var presets: [(preset: PresetID, counts: SweepScore)] = []
  /// The labels that the recommended point gets wrong, subject after subject.
  public var mistakes: [FitMistake] = []
  /// Notes on the runs with the recommended values and with those of presets.
  public var notes = RunNotes()
  public var subjects = 0
  /// How many labels were judged.
  public var wanted = 0
  public var unwanted = 0
  /// The scores around the recommended point, for pictures.
  public var pictures: [FitPicture] = []

  public init(
    _ program: Program, _ grid: SweepGrid, _ objective: FitObjective, _ finding: FitFinding,
    nearTo preset: PresetID?
  ) {
    self.program = program
    self.grid = grid
    self.objective = objective
    self.finding = finding
    self.preset = preset
  }

  /// With fewer labels of a sort than this, hardly anything is sure.
  public static let few = 10

  /// Whether the recommended point gets every label that counts right.
  public var isFlawless: Bool { objective.isFlawless(finding.counts) }

  public var hasFewLabels: Bool { wanted < Self.few || unwanted < Self.few }

  /// The recommended value of each parameter as a preset would write it.
  public var texts: [String] { texts(of: finding.recommended) }

  public func texts(of point: Int) -> [String] {
    zip(grid.axes, grid.indices(of: point)).map { $0.text($1, program) }
  }

  /// The most of `ties` that are listed one by one.
  public static let mostListed = FitRegion.limit

  /// The recommended point and those that do as well; only some of them if there are more than `mostListed`.
  public var listedTies: [Int] {
    let points = finding.ties.points(in: grid, atMost: Self.mostListed)
    return points.contains(finding.recommended) ? points : (points + [finding.recommended]).sorted()
  }
}

/// The scores of the values of one or two parameters, with the others as recommended.
public struct FitPicture: Sendable {
  /// One or two axes; the last varies fastest.
  public let axes: [Int]
  /// For each of them, indices of its values.
  public let values: [[Int]]
  public let counts: [SweepScore]
  let region: FitRegion

  /// The most points of a picture.
  static let limit = 10_000

  init(_ axes: [Int], _ region: FitRegion, _ counts: [SweepScore]) {
    self.axes = axes
    self.region = region
    values = axes.map { region.values[$0] }
    self.counts = counts
  }

  /// The grid point at a position.
  public func point(at position: Int, in grid: SweepGrid) -> Int {
    grid.point(of: region.indices(at: position))
  }
}

extension FitSearch {
  /// A map of two parameters, or else a line for each.
  public func pictures<Problem: Error>(
    through point: Int, _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> [FitPicture] {
    let axes = grid.axes.count == 2 ? [[0, 1]] : grid.axes.indices.map { [$0] }
    var pictures: [FitPicture] = []
    for axes in axes {
      let region = FitRegion(axes, through: grid.indices(of: point), in: grid, limit: FitPicture.limit)
      pictures.append(FitPicture(axes, region, try perform(.tally(region)).tally))
    }
    return pictures
  }
}
