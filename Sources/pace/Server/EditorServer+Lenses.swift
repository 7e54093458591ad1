import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// The lenses over scenarios and rules: whether a scenario passes, and how often a rule fires in a log.
///
/// A lens is only placed at first; its text is worked out once an editor shows it.
struct LensResults {
  /// The database whose log rules are counted in; nil if none is named.
  var log: String?
  /// The findings of scenarios that failed, by the name of the text and the scenario's place in it.
  var failures: [String: [Int: [JSONValue]]] = [:]
  /// By a program's root, the counts of its rules in the log as it was, or why they can't be found out.
  var counts: [String: LensWork.Counts] = [:]
  var work = LensWork()

  /// Forgets all results, because a text has changed.
  mutating func clear() {
    failures = [:]
    counts = [:]
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

  /// Answers with a lens and its text, once that is found out.
  mutating func resolveLens(_ id: JSONValue, _ lens: JSONValue) throws(OutputError) {
    guard case .object(let members) = lens, let uri = lens["data"]["uri"].text,
      let name = lens["data"]["name"].text, let index = lens["data"]["index"].whole
    else { return try answer(id, lens) }
    let isScenario = lens["data"]["sort"].text == DeclaredName.Sort.scenario.rawValue
    func saying(_ title: String) -> JSONValue {
      let command: JSONValue = [
        "title": .string(title), "command": .string(isScenario ? Self.runCommand : ""),
        "arguments": [.string(uri), .integer(index)],
      ]
      return .object(members.merging(["command": command]) { $1 })
    }
    if isScenario {
      try runScenario(index, in: uri, for: id, saying)
    } else {
      try count(name, in: uri, for: id, saying)
    }
  }

  /// Runs a scenario again on request, and answers with its result.
  mutating func execute(_ id: JSONValue, _ params: JSONValue) throws(OutputError) {
    let arguments = params["arguments"].elements
    let command = params["command"].text ?? ""
    guard command == Self.runCommand else {
      return try fail(id, Self.invalidParams, "there is no command `\(command)`")
    }
    guard arguments.count == 2, let uri = arguments[0].text, let index = arguments[1].whole else {
      let wanted = "a text's name and the place of a declaration in it"
      return try fail(id, Self.invalidParams, "`\(command)` takes two arguments: \(wanted)")
    }
    try runScenario(index, in: uri, for: id) { .string($0) }
  }

  /// Runs the scenario that is the declaration with this index, and answers with what its lens says.
  private mutating func runScenario(
    _ index: Int, in uri: String, for id: JSONValue, _ saying: @escaping (String) -> JSONValue
  ) throws(OutputError) {
    guard let (program, file) = program(with: uri) else {
      return try answer(id, saying("✗ the pack has errors"))
    }
    let names = program.syntax[Int(file.index)].declarations.compactMap { $0.declaredName }
    guard names.indices.contains(index),
      let scenario = program.scenarios.firstIndex(where: { $0.span == names[index].span })
    else { return try answer(id, saying("run")) }
    let asker = LensWork.Asker(id: id) { outcome in
      guard case .scenario(let title, _) = outcome else { return .null }
      return saying(title)
    }
    lensResults.work.add(asker, about: .scenario(uri: uri, index: index)) { [encoding] isToEnd in
      var runner = ScenarioRunner(program, zone: TestRun.zone)
      runner.shouldStop = isToEnd
      return LensWork.Outcome(runner.run(scenario), of: program, in: file, encoding)
    }
  }

  /// Answers with how often a rule fires in the log.
  private mutating func count(
    _ rule: String, in uri: String, for id: JSONValue, _ saying: @escaping (String) -> JSONValue
  ) throws(OutputError) {
    guard let (program, _) = program(with: uri),
      let index = program.rules.firstIndex(where: { $0.name.text == rule })
    else { return try answer(id, saying("the pack has errors")) }
    guard let log = lensResults.log else { return try answer(id, saying("no log is named")) }
    let root = program.files.first?.path ?? ""
    if let known = lensResults.counts[root], !LogStamp(log).isWritten(since: known.log) {
      return try answer(id, saying(Self.title(of: index, known)))
    }
    let asker = LensWork.Asker(id: id) { outcome in
      guard case .counts(let counted) = outcome else { return .null }
      return saying(Self.title(of: index, counted))
    }
    lensResults.work.add(asker, about: .counts(root: root)) { isToEnd in
      // Before it is read, so that what is written meanwhile is seen as a change.
      let stamp = LogStamp(log)
      let counts = Result { () throws(Failure) in try RuleCounts(program, log: log, isToEnd: isToEnd) }
      return .counts(LensWork.Counts(counts: counts, log: stamp))
    }
  }

  private static func title(of rule: Int, _ counted: LensWork.Counts) -> String {
    switch counted.counts {
    case .success(let counts): "fires \(Noun.count(counts.fired[rule], "time")), held \(counts.held[rule])"
    case .failure(let failure): failure.message ?? "the pack has errors"
    }
  }

  // MARK: Work under way

  /// Answers the requests whose work is done; the failures of scenarios become findings.
  mutating func tellOfWork() throws(OutputError) {
    for (subject, outcome, askers) in lensResults.work.takeDone() {
      switch (subject, outcome) {
      case (.scenario(let uri, let index), .scenario(_, let failures)):
        if lensResults.failures[uri]?[index] ?? [] != failures {
          lensResults.failures[uri, default: [:]][index] = failures
          try publish(uri)
        }
      case (.counts(let root), .counts(let counted)): lensResults.counts[root] = counted
      case (.scenario, .counts), (.counts, .scenario): continue
      }
      for asker in askers { try answer(asker.id, asker.answer(outcome)) }
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

extension LensWork.Outcome {
  /// What the results of one scenario, run under each of its presets, say in a file of the program.
  fileprivate init(
    _ results: [ScenarioResult], of program: Program, in file: FileID, _ encoding: PositionEncoding
  ) {
    let text = TextDocument(program.files[Int(file.index)].bytes)
    var findings: [JSONValue] = []
    for result in results {
      let preset = result.preset.map { "under \(program.presets[$0.index].name.text)" }
      let expectations = program.scenarios[result.scenario].expectations
      for failure in result.failures where failure.span.file == file {
        let because = failure.because.isEmpty ? "" : "\n\(failure.because)"
        // The presets that an expectation names are part of its text.
        let named = expectations.first { $0.span == failure.span }?.presets.count ?? 0
        let wanted = named > 0 ? "" : preset.map { " \($0)" } ?? ""
        let found = named > 1 ? preset.map { "\($0): " } ?? "" : ""
        findings.append([
          "range": text.range(of: failure.span, encoding), "severity": 1, "code": "scenario",
          "source": "pace",
          "message": .string(
            "expected \(failure.expected)\(wanted), but \(found)\(failure.actual)\(because)"),
        ])
      }
    }
    let scenario = results.first.map { program.scenarios[$0.scenario] }
    if let scenario, let runaway = results.compactMap({ $0.runaway }).first {
      // What comes after the end isn't known, whatever is expected of it.
      let names = program.syntax[Int(file.index)].declarations.compactMap { $0.declaredName }
      let place = names.first { $0.span == scenario.span }?.place ?? scenario.span
      findings.append([
        "range": text.range(of: place, encoding), "severity": 1, "code": "scenario", "source": "pace",
        "message": .string(runaway.sentence("scenario `\(scenario.name)`".printable, program)),
      ])
    }
    let failed = results.count { !$0.passed || $0.runaway != nil }
    let title =
      failed == 0
      ? "✓ run" : results.count == 1 ? "✗ run" : "✗ run: fails under \(failed) of \(results.count) presets"
    self = .scenario(title: title, failures: findings)
  }
}
