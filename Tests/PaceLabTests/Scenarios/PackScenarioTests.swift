import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore
import Testing

struct PackScenarioTests {
  @Test("the scenarios of every shipped pack pass", arguments: rootFiles(in: "rules"))
  func pass(path: String) throws {
    let compilation = Compilation.compile(roots: [path], read: readRepository)
    let errors = compilation.diagnostics.map { "\(path): \($0.code) \($0.message)" }
    let program = try #require(compilation.program, "\(errors)")
    let runner = ScenarioRunner(program) { name in
      var zones = ZoneDirectory()
      return zones.zone(named: name)
    }
    let results = runner.run(inFiles: compilation.roots)
    #expect(!results.isEmpty)
    for result in results {
      let name = result.preset.map { program.presets[$0.index].name.text } ?? "-"
      for failure in result.failures {
        Issue.record(
          "\(program.scenarios[result.scenario].name) [\(name)]: expected \(failure.expected), got \(failure.actual) because \(failure.because)"
        )
      }
    }
  }

  @Test("every shipped pack lints without warnings", arguments: ["rules", "presets"])
  func lint(folder: String) {
    let report = Linter(today: 20_000).lint(
      programs: rootFiles(in: folder).map { [$0] }, others: rootFiles(in: "rules"), read: readRepository)
    for finding in report.findings where finding.diagnostic.severity > .note {
      let line = finding.file.location(of: finding.diagnostic.span.start).line
      Issue.record(
        "\(finding.path):\(line): \(finding.diagnostic.code): \(finding.diagnostic.message)")
    }
  }
}
