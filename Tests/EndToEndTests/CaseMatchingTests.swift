import Foundation
import PaceLanguage
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
    "Sources/PaceLanguage/Lexing/", "Sources/PaceLanguage/Parsing/",
    "Sources/PaceLanguage/Syntax/GateSyntax.swift", "Sources/PaceLanguage/Syntax/NameType.swift",
    "Sources/PaceLanguage/Program/ClauseWords.swift",
    "Sources/PaceLanguage/Program/GateSyntax+Facts.swift",
    "Sources/PaceLanguage/Program/Operation+Facts.swift",
    "Sources/PaceLanguage/Program/Program+Words.swift",
    "Sources/PaceLanguage/Program/Rule+Facts.swift",
    "Sources/PaceLanguage/Program/Traversal.swift",
    "Sources/PaceLanguage/Program/SyntaxParts.swift",
    "Sources/PaceEngine/",
    // The words for each gate.
    "Sources/PaceReport/Explain/GateText.swift",
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
  private static let matched: Set<String> = ["operation", "trigger", "repetition", "aggregate"]

  /// Whether a line has a pattern with one of the cases, or one for a property that holds one.
  private static func matches(_ code: [UInt8]) -> Bool {
    let words = words(code)
    let code = String(decoding: code, as: UTF8.self)
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
      for (index, code) in file.codes.enumerated() where Self.matches(code) {
        users.insert(file.path)
        if Self.isListed(file.path) { continue }
        let place = "\(file.path):\(index + 1)"
        Issue.record(
          """
          \(place) matches on a kind; ask `Program/Traversal` or a property of the case: \(file.lines[index])
          """)
      }
    }
    for listed in Self.passes + Self.interpreters {
      #expect(users.contains { $0.hasPrefix(listed) }, "\(listed) need not be listed")
    }
  }

  /// The words of gates and functions: the passes over tokens tell these by `GateName` and `Function`.
  private static let wordsOfKinds = Set(GateName.allCases.map(\.text) + Function.all.map(\.text))
    // A unit too.
    .subtracting(["min"])

  @Test func `a match on kinds names them all`() throws {
    let tokens = [
      "Sources/PaceLanguage/Format/", "Sources/PaceLanguage/Parsing/", "Sources/PaceLanguage/Lexing/",
    ]
    for file in try Self.swiftFiles(below: "Sources") {
      let isOfTokens = tokens.contains(where: file.path.hasPrefix)
      for (index, line) in file.lines.enumerated() where line.contains("default:") {
        let indent = line.prefix { $0 == " " }.count
        let above = file.lines[..<index].reversed().prefix { !$0.hasPrefix(line.prefix(indent) + "switch") }
          .prefix { $0.isEmpty || $0.hasPrefix(line.prefix(indent)) }
        // What kind a token is has cases of the same names.
        let head = file.lines[..<index].last { Self.words($0.utf8).contains("switch") } ?? ""
        if isOfTokens, Self.words(head.utf8).contains("kind") { continue }
        let isForgetful = above.contains { line in
          guard line.dropFirst(indent).hasPrefix("case") else { return false }
          return isOfTokens ? Self.names(line, Self.wordsOfKinds) : Self.matches(Self.code(line))
        }
        if isForgetful { Issue.record("\(file.path):\(index + 1) forgets kinds silently") }
      }
    }
  }

  /// Whether a line has a pattern with one of these cases.
  private static func names(_ line: Substring, _ cases: Set<String>) -> Bool {
    let pattern = String(decoding: code(line), as: UTF8.self).prefix { $0 != ":" }
    return pattern.split(separator: ".").dropFirst().contains { cases.contains(words($0.utf8).first ?? "") }
  }

  /// Texts for people that list gates or functions, and so have to list them all.
  private static let lists = [
    "Sources/pace/Manual.docc/Language.md", "Sources/pace/Manual.docc/Terms.md",
    "Sources/pace/Editors/pace.tmLanguage.json", "Sources/StudioPage/keys.js",
  ]

  @Test func `the manual, the colours and the page know every gate, and the manual every function`() throws {
    for path in Self.lists {
      let text = try String(contentsOf: Pace.repository.appendingPathComponent(path), encoding: .utf8)
      let gates = text.split(separator: "\n").filter { line in
        GateName.allCases.count { Self.words(line.utf8).contains($0.text) } >= 3
      }
      #expect(!gates.isEmpty, "\(path)")
      for line in gates {
        let missing = GateName.allCases.filter { !Self.words(line.utf8).contains($0.text) }
        #expect(missing == [], "\(path): \(line)")
      }
    }
    let manual = try String(
      contentsOf: Pace.repository.appendingPathComponent(Self.lists[0]), encoding: .utf8)
    let rows = manual.split(separator: "\n").filter { $0.hasPrefix("| ") }
    for gate in GateName.allCases {
      #expect(rows.contains { $0.hasPrefix("| `\(gate.text) ") }, "Language.md has no row for `\(gate.text)`")
    }
    for function in Function.all {
      let isThere = rows.contains { row in
        let cell = row.dropFirst(2).prefix { $0 != "|" }
        return cell.contains("`\(function.text)(") || cell.contains("`\(function.text)`")
      }
      #expect(isThere, "Language.md has no row for `\(function.text)`")
    }
  }
}
