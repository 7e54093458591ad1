import PaceLanguage

/// Makes programs of mutants: the text with the edits applied, checked like any other.
///
/// Scenarios are blanked out, since mutants do not touch them, and taken over as they were checked.
struct MutantCompiler: Sendable {
  private let program: Program
  private let roots: [String]
  /// The bytes of each file.
  private let texts: [[UInt8]]

  init(_ program: Program, roots: [FileID]) {
    self.program = program
    self.roots = roots.map { program.files[Int($0.index)].path }
    texts = program.files.enumerated().map { index, file in
      var bytes = file.bytes
      for case .scenario(let scenario) in program.syntax[index].declarations {
        for position in Int(scenario.span.start)..<Int(scenario.span.end)
        where bytes[position] != UInt8(ascii: "\n") {
          bytes[position] = UInt8(ascii: " ")
        }
      }
      return bytes
    }
  }

  /// Nil if the mutant does not check: a value leaves its range, say.
  func program(of mutant: Mutant) -> Program? {
    let edits = Dictionary(grouping: mutant.edits) { Int($0.span.file.index) }
    let compilation = program.recompiled(roots) { file in
      edits[file].map { applying($0, to: texts[file]) } ?? texts[file]
    }
    return compilation.program?.changing { $0.scenarios = program.scenarios }
  }
}
