import PaceLanguage
import Testing

/// What most programs in these tests begin with.
let commonStart = """
  subject person {
    goal: number = 8 in 1 .. 20
    wake: time = 07:00
  }
  event entry of person {
    amount: number = 0 in 0 .. 100
    note: text
    kind small { amount = 1 }
    kind large { amount = 5 }
  }

  """

/// A program made of a piece of text, after the common start if the piece has no subject of its own.
func compile(_ piece: String, start: String = commonStart) -> Compilation {
  let hasSubject = piece.hasPrefix("subject ") || piece.contains("\nsubject ")
  return compile(files: ["test.pace": (hasSubject ? "" : start) + piece], root: "test.pace")
}

func compile(files: [String: String], root: String) -> Compilation {
  Compilation.compile(roots: [root]) { path in
    files[path].map { .bytes(Array($0.utf8)) } ?? .failure("no such file")
  }
}

/// Each diagnostic as `text as written: code message`.
func findings(_ compilation: Compilation) -> [String] {
  compilation.diagnostics.map { diagnostic in
    let file = compilation.files[Int(diagnostic.span.file.index)]
    return "\(file.text(in: diagnostic.span)): \(diagnostic.code) \(diagnostic.message)"
  }
}

/// Expects these findings, each given up to where its message may end, and no others.
func expect(
  _ piece: String, _ expected: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let compilation = compile(piece)
  let actual = findings(compilation)
  let matches =
    actual.count == expected.count && zip(actual, expected).allSatisfy { $0.hasPrefix($1) }
  #expect(matches, "\(actual)", sourceLocation: sourceLocation)
  #expect((compilation.program == nil) == !expected.isEmpty, sourceLocation: sourceLocation)
}
