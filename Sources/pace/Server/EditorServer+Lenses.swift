import PaceLab
import PaceLanguage

/// The lenses over scenarios and rules: whether a scenario passes, and how often a rule fires in a log.
///
/// A lens is only placed at first; its text is worked out once an editor shows it.
struct LensResults {
  /// The database whose log rules are counted in; nil if none is named.
  var log: String?
  /// The findings of scenarios that failed, by the name of the text and the scenario's place in it.
  private(set) var failures: [String: [Int: [JSONValue]]] = [:]
  /// By a program's root, the counts of its rules in the log, or why they can't be found out.
  private var counts: [String: Result<RuleCounts, Failure>] = [:]

  /// Forgets all results, because a text has changed.
  mutating func clear() {
    failures = [:]
    counts = [:]
  }

  mutating func set(_ found: [JSONValue], of scenario: Int, in uri: String) {
    failures[uri, default: [:]][scenario] = found
  }

  mutating func counts(of program: Program, _ root: String) -> Result<RuleCounts, Failure>? {
    guard let log else { return nil }
    if let known = counts[root] { return known }
    let result = Result { () throws(Failure) in try RuleCounts(program, log: log) }
    counts[root] = result
    return result
  }
}

extension EditorServer {
  static let runCommand = "pace.run"

  // MARK: Places

  /// A lens over each scenario, and over each rule if a log is named.
  mutating func lenses(_ uri: String) -> [JSONValue] {
    guard let (document, _, syntax) = parsed(uri) else { return [] }
    let names = syntax.declarations.compactMap { $0.declaredName }
    return names.enumerated().compactMap { index, name in
      guard name.sort == .scenario || name.sort == .rule && lensResults.log != nil else { return nil }
      return [
        "range": document.range(of: name.place, encoding),
        "data": [
          "uri": .string(uri), "sort": .string(name.sort.rawValue), "name": .string(name.name),
          "index": .integer(index),
        ],
      ]
    }
  }

  // MARK: What they say

  /// A lens with its text; a scenario's failures become findings too.
  mutating func resolvedLens(_ lens: JSONValue) throws(OutputError) -> JSONValue {
    guard case .object(var members) = lens, let uri = lens["data"]["uri"].text,
      let name = lens["data"]["name"].text, let index = lens["data"]["index"].whole
    else { return lens }
    let isScenario = lens["data"]["sort"].text == DeclaredName.Sort.scenario.rawValue
    let title = isScenario ? try runScenario(index, in: uri) : countText(of: name, in: uri)
    members["command"] = [
      "title": .string(title), "command": .string(isScenario ? Self.runCommand : ""),
      "arguments": [.string(uri), .integer(index)],
    ]
    return .object(members)
  }

  /// Runs a scenario again on request, and answers with its result.
  mutating func execute(_ params: JSONValue) throws(OutputError) -> JSONValue {
    let arguments = params["arguments"].elements
    guard params["command"].text == Self.runCommand, arguments.count == 2, let uri = arguments[0].text,
      let index = arguments[1].whole
    else { return .null }
    return .string(try runScenario(index, in: uri))
  }

  /// Runs the scenario that is the declaration with this index, and makes its failures findings.
  private mutating func runScenario(_ index: Int, in uri: String) throws(OutputError) -> String {
    guard let (program, file) = program(with: uri) else { return "✗ the pack has errors" }
    let names = program.syntax[Int(file.index)].declarations.compactMap { $0.declaredName }
    guard names.indices.contains(index),
      let scenario = program.scenarios.firstIndex(where: { $0.span == names[index].span })
    else { return "run" }
    let results = ScenarioRunner(program, zone: TestRun.zone).run(scenario)
    let text = TextDocument(program.files[Int(file.index)].bytes)
    var found: [JSONValue] = []
    for result in results {
      let preset = result.preset.map { " under \(program.presets[$0.index].name.text)" } ?? ""
      for failure in result.failures where failure.span.file == file {
        let because = failure.because.isEmpty ? "" : "\n\(failure.because)"
        found.append([
          "range": text.range(of: failure.span, encoding), "severity": 1, "code": "scenario",
          "source": "pace",
          "message": .string("expected \(failure.expected)\(preset), but \(failure.actual)\(because)"),
        ])
      }
    }
    if lensResults.failures[uri]?[index] ?? [] != found {
      lensResults.set(found, of: index, in: uri)
      try publish(uri)
    }
    let failed = results.count { !$0.passed }
    if failed == 0 { return "✓ run" }
    return results.count == 1 ? "✗ run" : "✗ run: fails under \(failed) of \(results.count) presets"
  }

  private mutating func countText(of rule: String, in uri: String) -> String {
    guard let (program, _) = program(with: uri),
      let index = program.rules.firstIndex(where: { $0.name.text == rule })
    else { return "the pack has errors" }
    let root = program.files.first?.path ?? ""
    switch lensResults.counts(of: program, root) {
    case .success(let counts)?:
      return "fires \(Noun.count(counts.fired[index], "time")), held \(counts.held[index])"
    case .failure(let failure)?: return failure.message ?? "the pack has errors"
    case nil: return "no log is named"
    }
  }

  /// The checked program that a text belongs to, and the text's file; scenarios beside a pack belong to that pack.
  private mutating func program(with uri: String) -> (Program, FileID)? {
    guard let path = workspace[uri]?.path, var compilation = workspace.compilation(with: uri) else {
      return nil
    }
    if compilation.isFragment, let pack = PackLocator.pack(beside: path) {
      compilation = Compilation(workspace.sources([pack, path]))
    }
    let identity = FileSystem.identity(of: path)
    guard let program = compilation.program,
      let file = program.files.firstIndex(where: { $0.identity == identity })
    else { return nil }
    return (program, FileID(file))
  }
}
