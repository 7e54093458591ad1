import PaceLanguage
import PaceReport

/// A pack whose tests are measured, with the tests of every program that has the same rules.
///
/// In a folder each test file that includes the pack begins a program of its own.
struct MeasuredPack {
  private(set) var compilation: Compilation
  private(set) var program: Program
  /// Its files that were named or found.
  private(set) var roots: [String]
  /// The first of its files that holds more than scenarios.
  let path: String
  /// All files that do.
  private let rules: Set<String>

  init(_ compilation: Compilation, _ program: Program, roots: [String]) {
    self.compilation = compilation
    self.program = program
    self.roots = roots
    let files = zip(compilation.files, compilation.syntax).filter { !$1.isOfTests }
    rules = Set(files.map { $0.0.identity })
    path = files.first?.0.path ?? program.files[Int(program.subject.span.file.index)].path
  }

  /// Takes in another program's tests; false if that one is made of other rules.
  mutating func join(_ other: MeasuredPack) -> Bool {
    guard rules == other.rules else { return false }
    let roots = (roots + other.roots).unique
    let joined = Compilation(FileSystem.sources(roots))
    guard let program = joined.program else { return false }
    (compilation, self.program, self.roots) = (joined, program, roots)
    return true
  }
}

extension FileSyntax {
  /// Whether the file holds nothing but scenarios and what they include.
  var isOfTests: Bool {
    declarations.allSatisfy { declaration in
      switch declaration {
      case .scenario, .include: true
      default: false
      }
    }
  }
}
