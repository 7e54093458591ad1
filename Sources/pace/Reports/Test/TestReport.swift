import PaceLab
import PaceLanguage

/// What `test` has to tell: the scenarios, and how strong they are.
struct TestReport: Sendable {
  var suites: [TestSuite] = []
  var strengths: [PackStrength] = []
  /// The files that were named or found and that make no program, so that none of their scenarios ran.
  var untested: [String] = []
  /// Hundredths of a percent that coverage, or the share of caught mutants, must reach.
  var threshold: Int?

  var hasPassed: Bool { suites.allSatisfy { $0.failures == 0 } }

  /// What is covered of all packs together, in hundredths of a percent; nil where it was not measured.
  var coverage: Int? {
    let reports = strengths.compactMap(\.coverage)
    return reports.isEmpty ? nil : CoverageReport.share(of: reports)
  }

  /// The share of the mutants of all packs that scenarios noticed; nil where none were made.
  var caught: Int? {
    let reports = strengths.compactMap(\.mutation)
    return reports.isEmpty ? nil : MutationReport.share(of: reports)
  }

  /// Whether the scenarios are weaker than was asked for; unless something else was asked for, no mutant
  /// may survive.
  var isTooWeak: Bool {
    let isUncovered = coverage.map { $0 < threshold ?? 0 } ?? false
    return isUncovered || caught.map { $0 < threshold ?? 10_000 } ?? false
  }
}

/// How strong the scenarios of one pack are.
struct PackStrength: Sendable {
  /// The file that declares the subject.
  let path: String
  let program: Program
  /// The files of it that were named or found.
  let roots: [String]
  var coverage: CoverageReport?
  var mutation: MutationReport?
  /// How many scenarios fail on the rules as they are, so that no mutants were made.
  var failing = 0

  init(_ program: Program, roots: [String]) {
    self.program = program
    self.roots = roots
    path = program.files[Int(program.subject.span.file.index)].path
  }
}

/// Shares as people read them.
enum Percent {
  /// `98.25 %`, from hundredths of a percent.
  static func text(_ hundredths: Int) -> String { "\(number(hundredths)) %" }

  static func number(_ hundredths: Int) -> String {
    ValueText.number(Int64(hundredths) * 10_000)
  }
}
