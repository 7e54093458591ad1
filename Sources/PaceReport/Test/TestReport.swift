public import PaceLab
public import PaceLanguage

/// The results of `test`: the scenarios, and how strong they are.
public struct TestReport: Sendable {
  public var suites: [TestSuite] = []
  public var strengths: [PackStrength] = []
  /// The files, named or found, that make no program, so that no scenario of theirs ran.
  public var untested: [String] = []
  /// The least coverage or share of caught mutants, in hundredths of a percent.
  public var threshold: Int?

  public init() {}

  /// Adds the results of a scenario.
  public mutating func add(_ results: [ScenarioResult], of scenario: Scenario, in program: Program) {
    let entry = TestSuite.Entry(program: program, scenario: scenario, results: results)
    if let place = suites.firstIndex(where: { $0.path == entry.file.path }) {
      suites[place].scenarios.append(entry)
    } else {
      suites.append(TestSuite(path: entry.file.path, scenarios: [entry]))
    }
  }

  public var hasPassed: Bool { suites.allSatisfy { $0.failures == 0 } }

  /// The coverage of all packs together, in hundredths of a percent; nil if it was not measured.
  var coverage: Int? {
    let reports = strengths.compactMap { $0.coverage }
    return reports.isEmpty ? nil : CoverageReport.share(of: reports)
  }

  /// The share of the mutants of all packs that scenarios killed; nil if none were made.
  var caught: Int? {
    let reports = strengths.compactMap { $0.mutation }
    return reports.isEmpty ? nil : MutationReport.share(of: reports)
  }

  /// Whether the scenarios are weaker than the threshold, without which no mutant may survive.
  public var isTooWeak: Bool { isUncovered || isUnguarded }

  /// Whether all packs together have less coverage than the threshold.
  var isUncovered: Bool { coverage.map { $0 < threshold ?? 0 } ?? false }

  /// Whether scenarios killed fewer of the mutants of all packs than the threshold, or, without one, not all.
  var isUnguarded: Bool { caught.map { $0 < threshold ?? 10_000 } ?? false }
}

/// How strong the scenarios of one pack are.
public struct PackStrength: Sendable {
  /// The first of its files that holds more than scenarios.
  public let path: String
  public let program: Program
  /// The pack's files that were named or found.
  public let roots: [String]
  public var coverage: CoverageReport?
  public var mutation: MutationReport?
  /// How many scenarios fail on the rules as they are; if any does, no mutants are made.
  public var failing = 0

  /// - Parameters:
  ///   - path: the first of its files that holds more than scenarios.
  ///   - roots: the pack's files that were named or found.
  public init(_ program: Program, path: String, roots: [String]) {
    self.program = program
    self.path = path
    self.roots = roots
  }
}

/// Shares as people read them.
enum Percent {
  /// `98.25 %`, from hundredths of a percent.
  static func text(_ hundredths: Int) -> String { "\(number(hundredths)) %" }

  /// The same, coloured as a warning if it is less than `asked`, which is named too, or less than all if that is nil.
  static func text(_ style: Style, _ hundredths: Int, asked: Int? = nil) -> String {
    let shown = text(hundredths)
    return (hundredths < asked ?? 10_000 ? style.yellow(shown) : style.green(shown))
      + (asked.map { ", \(text($0)) asked for" } ?? "")
  }

  static func number(_ hundredths: Int) -> String {
    ValueText.number(Int64(hundredths) * 10_000)
  }
}
