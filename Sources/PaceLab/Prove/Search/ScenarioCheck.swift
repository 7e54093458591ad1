import PaceEngine
import PaceLanguage

/// Runs the text of a scenario as `pace test` would if it stood below the program.
struct ScenarioCheck {
  private let roots: [String]
  private let program: Program
  /// A path that no file of the program has.
  private let path: String

  /// `roots` are the files that were named.
  init(_ program: Program, roots: [FileID]) {
    self.program = program
    self.roots = roots.map { program.files[Int($0.index)].path }
    var path = "scenario.pace"
    while program.file(at: path) != nil { path = "_" + path }
    self.path = path
  }

  /// Scenarios that check, to be run on several programs.
  struct Checked: Sendable {
    fileprivate var program: Program
    fileprivate var file: FileID

    /// The indices of the text's scenarios, in its order.
    var indices: [Int] { program.scenarios.indices.filter { program.scenarios[$0].span.file == file } }
  }

  /// The results of a text's scenarios under each of their presets; nil if it does not check.
  func results(of text: String) -> [ScenarioResult]? {
    checked(text).map { runner($0.program).run(inFiles: [$0.file]) }
  }

  /// The results of many texts with one scenario each; all are nil if the texts don't check together.
  ///
  /// Each then has to be checked by itself.
  func results(ofEach texts: [String]) -> [[ScenarioResult]?] {
    guard let checked = checked(texts.joined(separator: "\n")),
      case let found = runner(checked.program).run(inFiles: [checked.file]),
      case let indices = Set(found.map { $0.scenario }).sorted(), indices.count == texts.count
    else { return texts.map { _ in nil } }
    let byScenario = Dictionary(grouping: found, by: { $0.scenario })
    return indices.map { byScenario[$0] }
  }

  /// A runner of scenarios on another program that declares the same; its text may differ.
  func runner(of checked: Checked, on other: Program) -> ScenarioRunner? {
    guard Int(checked.file.index) == other.files.count else { return nil }
    return runner(
      other.changing {
        $0.files.append(checked.program.files[Int(checked.file.index)])
        $0.scenarios = checked.program.scenarios
      })
  }

  private func runner(_ program: Program) -> ScenarioRunner {
    ScenarioRunner(program) { $0 == Zone.utc.name ? .utc : nil }
  }

  func checked(_ text: String) -> Checked? {
    let compilation = program.recompiled(roots + [path], adding: (path, text)) { program.files[$0].bytes }
    guard let program = compilation.program, let file = compilation.roots.last else { return nil }
    return Checked(program: program, file: file)
  }
}
