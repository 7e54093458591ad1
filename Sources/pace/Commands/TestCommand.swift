import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

extension Command {
  static let test = Command(
    "test", arguments: "PACK…",
    summary: "runs scenarios: a line each, a column for each preset",
    options: [.testFormat, .run, .planned("coverage"), .planned("mutate")],
    examples: ["pace test rules", "pace test take-care --run 'two beers'"],
    run: { (arguments, console) throws(Failure) in try TestCommand.run(arguments, &console) })
}

extension Option {
  static let testFormat = Option.choice("format", ["text", "json", "junit"], "how the results are written")
  static let run = Option.value("run", "REGEX", "only scenarios whose name this matches")
}

/// Runs the scenarios of the files that were named or found.
struct TestCommand {
  private let style: Style
  private let pattern: Regex<AnyRegexOutput>?
  private let groups: PackGroups
  private var suites: [TestSuite] = []
  /// Scenarios that have run: a file that two programs share is run once.
  private var seen: Set<String> = []
  /// What is wrong with the programs that do not check; the others are run all the same.
  private var broken: [String] = []

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var command = TestCommand(
      style: console.errorStyle, pattern: try pattern(arguments[.run]),
      groups: try PackGroups(try arguments.packs(), addingScenarios: true))
    command.runAll(&console)
    let suites = command.suites
    switch arguments.choice(.testFormat) {
    case "json": try console.out.write(TestJSON.bytes(of: suites))
    case "junit": try console.out.write(TestJUnit.text(of: suites))
    default: try console.out.write(TestText(style: console.style).text(of: suites))
    }
    if !command.broken.isEmpty { throw .program(command.broken.joined(separator: "\n")) }
    return suites.allSatisfy { $0.failures == 0 } ? .fine : .findings
  }

  private static func pattern(_ text: String?) throws(Failure) -> Regex<AnyRegexOutput>? {
    guard let text else { return nil }
    do {
      return try Regex(text)
    } catch {
      throw .usage(.badValue(option: "--run", value: text, expected: "a regular expression"))
    }
  }

  private mutating func runAll(_ console: inout Console) {
    let found = Set(groups.files.map(normalizedPath))
    for roots in groups.programs {
      let compilation = Compilation.compile(roots: roots, read: FileSystem.read)
      // A preset file says nothing by itself; it is checked where it is included.
      if compilation.isFragment, compilation.diagnostics.filter({ $0.severity == .error }).count == 1 {
        continue
      }
      guard let program = compilation.program else {
        let errors = compilation.diagnostics.filter { $0.severity == .error }
        let renderer = DiagnosticRenderer(files: compilation.files, usesColor: style.isOn)
        broken.append(renderer.text(of: errors))
        continue
      }
      run(program, found: found, &console)
    }
  }

  private mutating func run(_ program: Program, found: Set<String>, _ console: inout Console) {
    let runner = ScenarioRunner(program) { name in
      var zones = ZoneDirectory()
      return zones.zone(named: name)
    }
    for (index, scenario) in program.scenarios.enumerated() {
      let file = program.files[Int(scenario.span.file.index)]
      guard found.contains(normalizedPath(file.path)), isWanted(scenario.name),
        seen.insert("\(normalizedPath(file.path)):\(scenario.span.start)").inserted
      else { continue }
      console.report("testing \(file.path): \(scenario.name)")
      let run = TestSuite.ScenarioRuns(
        name: scenario.name, line: file.location(of: scenario.span.start).line,
        results: runner.run(index).map { TestSuite.Run($0, program) })
      if let place = suites.firstIndex(where: { $0.path == file.path }) {
        suites[place].scenarios.append(run)
      } else {
        suites.append(TestSuite(path: file.path, scenarios: [run]))
      }
    }
  }

  private func isWanted(_ name: String) -> Bool {
    guard let pattern else { return true }
    return (try? pattern.firstMatch(in: name)) != nil
  }
}
