/// The result of compiling a program's text: its syntax, its diagnostics, and the checked program.
public struct Compilation: Sendable {
  public let sources: SourceSet
  /// What the loader, the parser and the checker found, in the order of files and places.
  public let diagnostics: [Diagnostic]
  /// The program; nil if any diagnostic is an error.
  public let program: Program?
  /// Every place of the text that names a declared symbol, in the order of files and places. Empty for fragments.
  public let occurrences: [Occurrence]
  /// Whether the files have no subject, so that they make sense only where another file includes them.
  ///
  /// A fragment that was read without an error has the one error `E0301`; what it declares isn't checked.
  public let isFragment: Bool
  /// Whether the files are a fragment that declares something and has no error of its own.
  public var isSoundFragment: Bool { isFragment && !sources.hasErrors && !sources.declarations.isEmpty }

  public var files: [SourceFile] { sources.files }
  public var syntax: [FileSyntax] { sources.syntax }
  public var roots: [FileID] { sources.roots }
  public var hasErrors: Bool { program == nil }

  /// Reads, parses and checks the files named `roots` and what they include.
  ///
  /// - Parameters:
  ///   - read: gives a path's bytes, or why they can't be read.
  ///   - identity: gives the same text for all paths of one file; see `SourceSet`.
  public static func compile(
    roots: [String], read: (String) -> ReadResult, identity: (String) -> String = { $0 }
  ) -> Compilation {
    Compilation(SourceSet(roots: roots, read: read, identity: identity))
  }

  /// Checks files that have been read and parsed.
  public init(_ sources: SourceSet) {
    self.sources = sources
    var lists = DeclarationLists()
    for declaration in sources.declarations { lists.append(declaration) }
    guard let subject = lists.subjects.first else {
      var found = sources.diagnostics
      if !sources.hasErrors, let root = sources.roots.first {
        found.append(.noSubject(in: root, declarations: sources.declarations))
      }
      isFragment = true
      occurrences = []
      diagnostics = found
      program = nil
      return
    }
    isFragment = false
    if lists.subjects.count > 1 {
      // Anything more would only follow from reading two packs as one.
      let others = lists.subjects.dropFirst()
      let found = others.map { Diagnostic.secondSubject($0.name, first: subject.name) }
      diagnostics = Self.limited((sources.diagnostics + found).sorted { $0.span.place })
      occurrences = []
      program = nil
      return
    }
    var checker = Checker(sources, declarations: lists, subject: subject)
    checker.run()
    diagnostics = Self.limited((sources.diagnostics + checker.diagnostics).sorted { $0.span.place })
    occurrences = Self.sorted(checker.names.occurrences)
    let isFaulty = diagnostics.contains { $0.severity == .error }
    program = isFaulty ? nil : checker.program(sources.syntax, identities: sources.identities)
  }

  private static func sorted(_ occurrences: [Occurrence]) -> [Occurrence] {
    let found = occurrences.sorted {
      ($0.span.place, $0.isDeclaration ? 0 : 1) < ($1.span.place, $1.isDeclaration ? 0 : 1)
    }
    return found.indices.compactMap { $0 > 0 && found[$0].span == found[$0 - 1].span ? nil : found[$0] }
  }

  /// Keeps the first `Reporter.limit` errors of each file, and says once, where they end, that there are more.
  private static func limited(_ sorted: [Diagnostic]) -> [Diagnostic] {
    var errors: [FileID: Int] = [:]
    let found = sorted.compactMap { diagnostic in
      if diagnostic.severity != .error || diagnostic.isOfTooMany { return diagnostic }
      errors[diagnostic.span.file, default: 0] += 1
      switch errors[diagnostic.span.file, default: 0] {
      case ...Reporter.limit: return diagnostic
      case Reporter.limit + 1: return .tooManyErrors(diagnostic.span, limit: Reporter.limit)
      default: return nil
      }
    }
    // The parser may have said so already.
    var told: Set<FileID> = []
    return found.reversed().filter { !$0.isOfTooMany || told.insert($0.span.file).inserted }.reversed()
  }
}
