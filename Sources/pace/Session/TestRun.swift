import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// The scenarios of the files that were named or found, run once.
struct TestRun {
  private(set) var report = TestReport()
  /// The errors of the programs that do not check; the others are run all the same.
  private(set) var broken: [String] = []
  /// The scenarios whose evaluation a runaway ended, with their programs.
  private(set) var runaways: [(program: Program, scenario: String, runaway: Runaway)] = []
  /// Every file that the run rests on, included ones too.
  private(set) var files: [String] = []
  /// The names of all scenarios, whether they are to run or not.
  private var names: [String] = []
  private let style: Style
  private let pattern: ScenarioPattern?
  private let groups: PackGroups
  private let wantsCoverage: Bool
  private let wantsMutants: Bool
  /// Where to write the scenarios that would kill mutants.
  let killerFile: KillerFile?
  /// Scenarios that have run: a file that two programs share is run once.
  private var seen: Set<String> = []

  init(_ arguments: Arguments, style: Style) throws(Failure) {
    self.style = style
    pattern = try arguments[.run].map { (text) throws(Failure) in try ScenarioPattern(text) }
    groups = try PackGroups(try PackLocator.named(by: arguments), addingScenarios: true)
    wantsCoverage = arguments.has(.coverage)
    wantsMutants = arguments.has(.mutate)
    killerFile = try Self.killerFile(arguments, groups)
    report.threshold = try Self.threshold(arguments)
  }

  private static func killerFile(_ arguments: Arguments, _ groups: PackGroups) throws(Failure) -> KillerFile?
  {
    guard let path = arguments[.write] else { return nil }
    if !arguments.has(.mutate) { try arguments.refuse([.write], without: "--mutate") }
    // What is written would start the next run.
    try arguments.refuse([.watch], beside: "--write")
    return try KillerFile(path, groups)
  }

  /// Refuses a `--run` that no scenario has in its name.
  func refuseEmptyChoice(_ arguments: Arguments) throws(Failure) {
    guard let text = arguments[.run], report.suites.isEmpty, broken.isEmpty else { return }
    throw .usage(.unknownName(what: "scenario", name: text, known: names))
  }

  /// The value of `--threshold`, in hundredths of a percent.
  private static func threshold(_ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments[.threshold] else { return nil }
    guard let number = Double(text), (0...100).contains(number) else {
      throw arguments.bad(.threshold, "a number from 0 to 100")
    }
    if !arguments.has(.coverage), !arguments.has(.mutate) {
      try arguments.refuse([.threshold], without: "--coverage", "--mutate")
    }
    return Int((number * 100).rounded())
  }

  mutating func runAll(_ console: inout Console) throws(Failure) {
    let found = Set(groups.files.map(FileSystem.identity))
    var packs: [MeasuredPack] = []
    for roots in groups.programs {
      let compilation = Compilation(FileSystem.sources(roots))
      files += compilation.files.map(\.path)
      // A preset file is no program by itself; it is checked where it is included.
      if compilation.isSoundFragment, !hasScenarios(compilation, found) { continue }
      guard let program = compilation.program else {
        leaveOut(roots, style.text(ofErrors: compilation.diagnostics, in: compilation.files))
        continue
      }
      let problems = ZoneNames(program, problem: ZoneDirectory().problem).unknown
      if !problems.isEmpty {
        // Without its zone a scenario can't run.
        leaveOut(roots, style.text(of: problems, in: program.files))
        continue
      }
      names += program.scenarios.map { $0.name }
      run(try wanted(in: program, found), of: program, &console)
      if wantsCoverage || wantsMutants {
        let pack = MeasuredPack(compilation, program, roots: roots)
        if !packs.indices.contains(where: { packs[$0].join(pack) }) { packs.append(pack) }
      }
    }
    for pack in packs { try measure(pack, found, &console) }
  }

  /// Notes that the files of a program can't be tested, and its errors.
  private mutating func leaveOut(_ roots: [String], _ errors: String) {
    broken.append(errors)
    report.untested += roots.filter { !report.untested.contains($0) }
  }

  private mutating func measure(
    _ pack: MeasuredPack, _ found: Set<String>, _ console: inout Console
  ) throws(Failure) {
    let wanted = try wanted(in: pack.program, found)
    var strength = PackStrength(pack.program, path: pack.path, roots: pack.roots)
    if wantsCoverage {
      console.report("measuring \(strength.path)")
      strength.coverage = ScenarioRunner(pack.program, zone: Self.zone).coverage(of: wanted)
    }
    if wantsMutants { mutate(&strength, pack.compilation.roots, wanted, &console) }
    report.strengths.append(strength)
  }

  private mutating func run(_ wanted: [Int], of program: Program, _ console: inout Console) {
    let runner = ScenarioRunner(program, zone: Self.zone)
    for index in wanted {
      let scenario = program.scenarios[index]
      let file = program.files[Int(scenario.span.file.index)]
      guard seen.insert("\(file.identity):\(scenario.span.start)").inserted else { continue }
      console.report("testing \(file.path): \(scenario.name)")
      let results = runner.run(index)
      report.add(results, of: scenario, in: program)
      if let runaway = results.compactMap({ $0.runaway }).first {
        runaways.append((program, scenario.name, runaway))
      }
    }
  }

  private func mutate(
    _ strength: inout PackStrength, _ roots: [FileID], _ wanted: [Int], _ console: inout Console
  ) {
    let program = strength.program
    var tester = MutationTester(program, roots: roots, scenarios: wanted, zone: Self.zone)
    if tester.failing > 0 {
      strength.failing = tester.failing
      return
    }
    let count = tester.mutants.count
    strength.mutation = tester.run { index, mutant in
      console.report(
        "now at \(program.place(of: mutant.span))",
        Progress.Count(done: index + 1, total: count, unit: "mutants"))
    }
  }

  /// Whether any of the files that were named or found holds a scenario.
  private func hasScenarios(_ compilation: Compilation, _ found: Set<String>) -> Bool {
    zip(compilation.files, compilation.syntax).contains { file, syntax in
      found.contains(file.identity)
        && syntax.declarations.contains { if case .scenario = $0 { true } else { false } }
    }
  }

  /// The scenarios that are to run.
  private func wanted(in program: Program, _ found: Set<String>) throws(Failure) -> [Int] {
    var wanted: [Int] = []
    for (index, scenario) in program.scenarios.enumerated() {
      let file = program.files[Int(scenario.span.file.index)]
      guard found.contains(file.identity) else { continue }
      if try pattern?.matches(scenario.name) ?? true { wanted.append(index) }
    }
    return wanted
  }

  static func zone(_ name: String) -> Zone? {
    var zones = ZoneDirectory()
    return zones.zone(named: name)
  }
}
