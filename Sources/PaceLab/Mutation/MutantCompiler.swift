import PaceLanguage

/// Makes programs of mutants: the text with the edits applied, checked like any other.
///
/// Scenarios are blanked out, since mutants do not touch them, and taken over as they were checked.
struct MutantCompiler: Sendable {
  private let program: Program
  private let roots: [String]
  /// By the identities of the files.
  private let texts: [String: [UInt8]]

  init(_ program: Program, roots: [FileID]) {
    self.program = program
    self.roots = roots.map { program.files[Int($0.index)].path }
    var texts: [String: [UInt8]] = [:]
    for (index, file) in program.files.enumerated() {
      var bytes = file.bytes
      for case .scenario(let scenario) in program.syntax[index].declarations {
        for position in Int(scenario.span.start)..<Int(scenario.span.end)
        where bytes[position] != UInt8(ascii: "\n") {
          bytes[position] = UInt8(ascii: " ")
        }
      }
      texts[file.identity] = bytes
    }
    self.texts = texts
  }

  /// Nil if the mutant does not check: a value leaves its range, say.
  func program(of mutant: Mutant) -> Program? {
    var edits: [String: [TextEdit]] = [:]
    for edit in mutant.edits {
      edits[program.files[Int(edit.span.file.index)].identity, default: []].append(edit)
    }
    let compilation = Compilation.compile(
      roots: roots,
      read: { path in
        let key = program.identity(of: path)
        guard let bytes = texts[key] else { return .failure("no such file") }
        return .bytes(edits[key].map { applying($0, to: bytes) } ?? bytes)
      }, identity: program.identity)
    return compilation.program?.changing { $0.scenarios = program.scenarios }
  }
}
