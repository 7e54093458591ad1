import Testing

/// A new gate, trigger, window or call is to be a handful of places that the compiler names.
extension `The repository` {
  /// Who may match on the kinds of expression, gate, trigger and window: the language's own passes, its facts,
  /// the engine.
  private static let passes = [
    "Sources/PaceLanguage/Checking/Checker+Calls.swift",
    "Sources/PaceLanguage/Checking/Checker+Expressions.swift",
    "Sources/PaceLanguage/Checking/Checker+Rules.swift",
    "Sources/PaceLanguage/Checking/Checker+Types.swift",
    "Sources/PaceLanguage/Checking/Diagnostics/Diagnostic+Types.swift",
    "Sources/PaceLanguage/Format/", "Sources/PaceLanguage/Parsing/",
    "Sources/PaceLanguage/Program/ClauseWords.swift",
    "Sources/PaceLanguage/Program/Operation+Facts.swift",
    "Sources/PaceLanguage/Program/Program+Words.swift",
    "Sources/PaceLanguage/Program/Rule+Facts.swift",
    "Sources/PaceLanguage/Program/Scenario.swift",
    "Sources/PaceLanguage/Program/Traversal.swift",
    "Sources/PaceLanguage/Program/SyntaxParts.swift",
    "Sources/PaceEngine/",
  ]
  /// What has to know the meaning of every expression to say what its values may be.
  private static let interpreters = [
    "Sources/PaceLab/Analysis/Pairs/PairAnalysis.swift",
    "Sources/PaceLab/Analysis/Pairs/PairAnalysis+Windows.swift",
  ]
  /// The cases that no other type has; the rest are found by the property that is matched on.
  private static let cases: Set<String> = [
    "aggregate", "latest", "since", "firesRule", "firesKind", "due", "streak", "elapsed", "clockWithin",
    "negate", "not", "binary", "comparison", "within", "unless", "cooldown", "quiet", "limit", "every",
    "last", "today", "yesterday", "thisWeek", "thisMonth",
  ]
  private static let matched: Set<String> = ["operation", "trigger", "repetition"]

  /// Whether a line has a pattern with one of the cases, or one for a property that holds one.
  private static func matches(_ line: Substring) -> Bool {
    let code = String(decoding: code(line), as: UTF8.self)
    let words = words(code.utf8)
    guard words.contains("case") || words.contains("switch") else { return false }
    // The property of `self`.
    let bare = zip(code.split(separator: " "), code.split(separator: " ").dropFirst())
    if bare.contains(where: { ["=", "switch"].contains($0) && matched.contains(String($1)) }) { return true }
    // A dot that begins a name, and one that is followed by no other.
    let pieces = code.split(separator: ".", omittingEmptySubsequences: false).map { $0.utf8 }
    return zip(pieces, pieces.dropFirst()).enumerated().contains { index, pair in
      let name = Self.words(pair.1.prefix { $0 != 0x20 && $0 != 0x28 && $0 != 0x2C }).first ?? ""
      let isMember = pair.0.last.map { Self.words([$0]) != [] || $0 == 0x29 || $0 == 0x5D } ?? true
      if !isMember { return words.contains("case") && cases.contains(name) }
      return matched.contains(name) && (index + 2 == pieces.count || pair.1.count > name.utf8.count)
    }
  }

  private static func isListed(_ path: String) -> Bool {
    (passes + interpreters).contains { path.hasPrefix($0) }
  }

  @Test func `only the language, the engine and the interpreters match on kinds`() throws {
    var users: Set<String> = []
    for file in try Self.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() where Self.matches(line) {
        users.insert(file.path)
        if Self.isListed(file.path) { continue }
        Issue.record(
          "\(file.path):\(index + 1) matches on a kind; ask `Program/Traversal` or a property of the case: \(line)"
        )
      }
    }
    for listed in Self.passes + Self.interpreters {
      #expect(users.contains { $0.hasPrefix(listed) }, "\(listed) need not be listed")
    }
  }

  @Test func `a match on kinds names them all`() throws {
    let keywords = ["Sources/PaceLanguage/Format/", "Sources/PaceLanguage/Parsing/"]
    for file in try Self.swiftFiles(below: "Sources")
    where !keywords.contains(where: file.path.hasPrefix) {
      for (index, line) in file.lines.enumerated() where line.contains("default:") {
        let indent = line.prefix { $0 == " " }.count
        let above = file.lines[..<index].reversed().prefix { !$0.hasPrefix(line.prefix(indent) + "switch") }
          .prefix { $0.isEmpty || $0.hasPrefix(line.prefix(indent)) }
        let isForgetful = above.contains { $0.dropFirst(indent).hasPrefix("case") && Self.matches($0) }
        if isForgetful { Issue.record("\(file.path):\(index + 1) forgets kinds silently") }
      }
    }
  }
}
