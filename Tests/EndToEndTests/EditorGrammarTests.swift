import Foundation
import PaceLanguage
import Synchronization
import Testing

/// The colours of editors that know no server: `pace.tmLanguage.json` cuts texts as the lexer does.
struct `The grammar for editors` {
  /// What the lexer tells apart, and what scopes stand for.
  private enum Sort: String {
    case keyword, name, string, comment, number, duration, time, date, mark

    init?(scope: String) {
      let sorts: [(String, Sort)] = [
        ("comment", .comment), ("string", .string), ("constant.numeric.duration", .duration),
        ("constant.numeric", .number), ("constant.other.date", .date),
        ("constant.other.time", .time),
        ("constant.language", .keyword), ("keyword.operator.pace", .mark), ("punctuation", .mark),
        ("keyword", .keyword), ("storage.type", .keyword), ("support", .keyword),
        ("variable", .name),
      ]
      guard let found = sorts.first(where: { scope.hasPrefix($0.0) }) else { return nil }
      self = found.1
    }
  }

  // MARK: A reader of such grammars

  private struct Pattern: Decodable {
    var name: String?
    var match: String?
    var begin: String?
    var end: String?
    var include: String?
    var patterns: [Pattern]?
  }

  private struct Grammar: Decodable {
    var patterns: [Pattern]
    var repository: [String: Pattern]

    /// The patterns that a list stands for.
    func flat(_ patterns: [Pattern]) -> [Pattern] {
      patterns.flatMap { pattern -> [Pattern] in
        guard let include = pattern.include else { return [pattern] }
        return flat(repository[String(include.dropFirst())]?.patterns ?? [])
      }
    }

    /// The pieces of a line with the innermost scope of each, but a text is one piece.
    func pieces(_ line: String) throws -> [(range: NSRange, scope: String)] {
      let text = line as NSString
      var pieces: [(NSRange, String)] = []
      var place = 0
      while let (pattern, range) = try first(flat(patterns), text, from: place) {
        place = max(NSMaxRange(range), place + 1)
        if let end = pattern.end {
          place = try close(end, flat(pattern.patterns ?? []), text, from: NSMaxRange(range))
          pieces.append(
            (NSRange(location: range.location, length: place - range.location), pattern.name ?? ""))
        } else {
          pieces.append((range, pattern.name ?? ""))
        }
      }
      return pieces
    }

    private func close(
      _ end: String, _ inner: [Pattern], _ text: NSString, from start: Int
    ) throws -> Int {
      var place = start
      while true {
        let stop = try range(end, text, from: place) ?? NSRange(location: text.length, length: 0)
        guard let (pattern, range) = try first(inner, text, from: place),
          range.location < stop.location
        else {
          return NSMaxRange(stop)
        }
        place = NSMaxRange(range)
        if let end = pattern.end {
          place = try close(end, flat(pattern.patterns ?? []), text, from: place)
        }
      }
    }

    /// The pattern that matches earliest; of several the one that is listed first.
    private func first(
      _ patterns: [Pattern], _ text: NSString, from place: Int
    ) throws -> (Pattern, NSRange)? {
      var best: (Pattern, NSRange)?
      for pattern in patterns {
        guard let expression = pattern.match ?? pattern.begin,
          let range = try range(expression, text, from: place)
        else { continue }
        if best.map({ range.location < $0.1.location }) ?? true { best = (pattern, range) }
      }
      return best
    }

    private func range(_ expression: String, _ text: NSString, from place: Int) throws -> NSRange? {
      let regex = try `The grammar for editors`.regex(expression)
      let rest = NSRange(location: place, length: text.length - place)
      let options: NSRegularExpression.MatchingOptions = [
        .withTransparentBounds, .withoutAnchoringBounds,
      ]
      return regex.firstMatch(in: text as String, options: options, range: rest)?.range
    }
  }

  private static let known = Mutex<[String: NSRegularExpression]>([:])

  private static func regex(_ expression: String) throws -> NSRegularExpression {
    try known.withLock { known in
      if let regex = known[expression] { return regex }
      let regex = try NSRegularExpression(pattern: expression, options: .anchorsMatchLines)
      known[expression] = regex
      return regex
    }
  }

  private static func grammar() throws -> Grammar {
    let url = Pace.repository.appendingPathComponent("Sources/pace/Editors/pace.tmLanguage.json")
    return try JSONDecoder().decode(Grammar.self, from: Data(contentsOf: url))
  }

  // MARK: The tests

  private static let texts = ["rules", "presets", "Tests/Fixtures/Packs"].flatMap { folder in
    let path = Pace.repository.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".pace") }.sorted().map { "\(folder)/\($0)" }
  }

  /// What a piece is where a value may stand; nil where it is no value.
  private static func literal(_ piece: String) -> LiteralKind? {
    let file = SourceFile(path: "", bytes: Array("param x: text = \(piece)".utf8))
    var diagnostics: [Diagnostic] = []
    let syntax = parse(file, id: FileID(0), diagnostics: &diagnostics)
    guard case .param(let param)? = syntax.declarations.first else { return nil }
    return param.initial?.span.end == Int32(file.bytes.count) ? param.initial?.kind : nil
  }

  /// What the language says a piece is: its own words, its literals, its comments.
  private static func sort(_ piece: String) -> Sort? {
    switch literal(piece) {
    case .number: return .number
    case .duration: return .duration
    case .time: return .time
    case .date: return .date
    case .string: return .string
    case .bool: return .keyword
    case .name, .invalid, nil: break
    }
    if piece.hasPrefix("#") { return .comment }
    if piece.first?.isLetter ?? false || piece.hasPrefix("_") {
      return isKeyword(piece) ? .keyword : .name
    }
    return .mark
  }

  @Test(arguments: texts)
  func `each piece of a text is of the sort that the lexer gives it`(path: String) throws {
    let grammar = try Self.grammar()
    let text = try String(contentsOf: Pace.repository.appendingPathComponent(path), encoding: .utf8)
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    var diagnostics: [Diagnostic] = []
    let comments = parse(file, id: FileID(0), diagnostics: &diagnostics).comments.map { $0.text }
    var found: [String] = []
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      var rest = line
      for (range, scope) in try grammar.pieces(line).reversed() {
        let piece = (line as NSString).substring(with: range)
        let sort = try #require(Sort(scope: scope), "\(scope)")
        #expect(sort == Self.sort(piece), "\(path):\(number + 1): `\(piece)` is \(scope)")
        if sort == .comment { found.append(piece) }
        rest = (rest as NSString).replacingCharacters(in: range, with: "")
      }
      #expect(rest.allSatisfy { $0 == " " }, "\(path):\(number + 1): \(rest) has no colour")
    }
    #expect(found == comments)
  }

  @Test func `the grammar knows the words of the language, and no others`() throws {
    let words = try Self.grammar().repository["word"]?.patterns ?? []
    let lists: [String] = words.compactMap(\.match).filter { $0.contains("|") }
    let parts: [String] = lists.flatMap { list in list.split { !$0.isLowercase }.map(String.init) }
    let listed = parts.filter { $0.count > 1 || "shd".contains($0) }
    #expect(listed.count > 100)
    #expect(listed.filter { !isKeyword($0) && $0 != "b" } == [])
    let functions = words.first { $0.name == "support.function.pace" }?.match ?? ""
    #expect(functions.contains("(?:\(Function.all.map(\.text).joined(separator: "|")))"))
    // A word of the manual's grammar that the lexer knows has its colour here.
    let manual = try String(
      contentsOf: Pace.repository.appendingPathComponent("Sources/pace/Manual.docc/Language.md"),
      encoding: .utf8)
    let named = Set(
      manual.split { !($0.isLowercase || $0 == "_") }.map(String.init).filter(isKeyword))
    #expect(named.subtracting(listed).sorted() == [])
  }
}
