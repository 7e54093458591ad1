public import PaceLanguage

/// A finding, with the file that it is in.
public struct LintFinding: Sendable {
  public var diagnostic: Diagnostic
  public var file: SourceFile
  /// The files of its program; a span gives its file as an index in them.
  public var files: [SourceFile]

  public var path: String { file.path }
}

/// What linting one or more programs found, sorted by file and place.
public struct LintReport: Sendable {
  public private(set) var findings: [LintFinding] = []
  /// The index of each finding: programs that share a file may find the same in it.
  private var known: [FindingKey: Int] = [:]
  /// Every file that was linted, each once, by path.
  public private(set) var files: [SourceFile] = []
  private var identities: Set<String> = []

  private struct FindingKey: Hashable {
    var file: String
    var start: Int32
    var end: Int32
    var code: String
    var message: String
  }

  public init() {}

  public var hasErrors: Bool { count(of: .error) > 0 }

  public func count(of severity: Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }

  /// Rewords the help of every finding.
  public mutating func rewordHelp(_ reworded: (String) -> String) {
    for index in findings.indices {
      findings[index].diagnostic.help = findings[index].diagnostic.help.map(reworded)
    }
  }

  /// The bytes of a file with the fixes applied, guesses aside; nil if there are none.
  ///
  /// Where fixes overlap, the first one stands, so that another round may be needed.
  public func fixed(_ file: SourceFile) -> [UInt8]? {
    let certain = findings.filter { $0.path == file.path && !$0.diagnostic.isGuess }
    let (bytes, made) = applyingFixes(of: certain.map { $0.diagnostic }, to: file.bytes)
    return made.isEmpty ? nil : bytes
  }

  mutating func add(_ diagnostic: Diagnostic, in files: [SourceFile]) {
    let file = files[Int(diagnostic.span.file.index)]
    let finding = LintFinding(diagnostic: diagnostic, file: file, files: files)
    let key = FindingKey(
      file: file.identity, start: diagnostic.span.start, end: diagnostic.span.end, code: diagnostic.code,
      message: diagnostic.message)
    if let place = known[key] {
      // An edit that isn't safe in one of the programs is safe in none.
      if diagnostic.isGuess { findings[place].diagnostic.isGuess = true }
    } else {
      known[key] = findings.count
      findings.append(finding)
    }
  }

  mutating func add(_ others: [SourceFile]) {
    for file in others where identities.insert(file.identity).inserted { files.append(file) }
  }

  mutating func sort() {
    files.sort { $0.path < $1.path }
    let ranks = findings.enumerated().map { place, finding in
      (
        finding.path, finding.diagnostic.span.start, -finding.diagnostic.span.end, finding.diagnostic.code,
        place
      )
    }
    findings = ranks.sorted { $0 < $1 }.map { findings[$0.4] }
  }
}
