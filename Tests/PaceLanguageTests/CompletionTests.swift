import Foundation
import PaceLanguage
import PaceOracle
import Testing

/// What an editor offers while rules are typed.
struct `What is offered` {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func read(_ path: String) -> ReadResult {
    let data = try? Data(contentsOf: repository.appendingPathComponent(path))
    return data.map { .bytes(Array($0)) } ?? .failure("no such file")
  }

  private static let texts = ["rules", "presets"].flatMap { folder in
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: repository.appendingPathComponent(folder).path)
    return (files ?? []).filter { $0.hasSuffix(".pace") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The program that a text belongs to.
  private static func root(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return path.hasPrefix("presets") ? "rules/\(name)" : path
  }

  // MARK: Tokens, cut without the lexer

  private enum Sort { case word, literal, mark }

  private static let marks = [
    "==", "!=", "<=", ">=", "..", "{", "}", "(", ")", ",", ":", "|", ".", "=", "<", ">", "+", "-", "*", "/",
    "%",
  ]

  private static func tokens(_ text: String) -> [(sort: Sort, range: Range<String.Index>)] {
    var tokens: [(Sort, Range<String.Index>)] = []
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[index...]
      var end = text.index(after: index)
      if text[index].isWhitespace {
        index = end
        continue
      }
      if text[index] == "#" {
        index = rest.firstIndex(of: "\n") ?? text.endIndex
        continue
      }
      if text[index] == "\"" {
        while text[end] != "\"" {
          end = text.index(end, offsetBy: text[end] == "\\" ? 2 : 1)
        }
        end = text.index(after: end)
        tokens.append((.literal, index..<end))
      } else if text[index].isNumber {
        let digits = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." || $0 == "-" }
        let number = digits.split(separator: "..", maxSplits: 1).first ?? digits
        end = number.endIndex
        tokens.append((.literal, index..<end))
      } else if text[index].isLetter {
        end = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.endIndex
        tokens.append((.word, index..<end))
      } else {
        let mark = marks.first { rest.hasPrefix($0) } ?? String(text[index])
        end = text.index(index, offsetBy: mark.count)
        tokens.append((.mark, index..<end))
      }
      index = end
    }
    return tokens
  }

  /// What the grammar says of places where anything of a sort may stand.
  private static let free: Set<String> = ["a new name", "a type", "a column's name", "a member's name"]
  private static let literals: Set<String> = [
    "an expression", "a value", "a value, a param or an attribute", "a duration such as `10 min`",
    "a time such as `21:00`", "a date such as `2026-11-20`", "a number", "a whole number",
    "a text in double quotes", "a point in time such as `21:00`, `+5 min` or `day 2 07:00`",
  ]

  /// Every token in a build for release, every fourteenth where a debug build is slow.
  #if DEBUG
    private static let stride = 14
  #else
    private static let stride = 1
  #endif

  @Test(arguments: [60, 61])
  func `a list of sixty words is whole, and one of more is cut`(count: Int) throws {
    let params = (0..<count).map { "param many\($0): number = 1 in 0 .. 2\n" }.joined()
    let text = Array("subject s { }\nevent e of s { }\n\(params)rule r { on e, when many".utf8)
    let names = KnownNames(SourceSet(roots: ["a.pace"]) { _ in .bytes(text) })
    let found = try #require(Completion(text, at: text.count, among: [names]))
    #expect(found.items.count == 60 && found.isCut == (count > 60))
  }

  @Test(
    arguments: cases([
      ("rule s { on e, when fires(", ["r", "s", "note"]),
      ("event f of s { kind ", []),
      ("source a { e from es { took = b - c as i", ["iso8601"]),
      ("source a { e from es { took = b as m", ["ms", "minutes", "hh_mm_ss"]),
    ]))
  func `what is offered can stand there`(given: Case<(String, [String])>) throws {
    let head = "subject s { }\nevent e of s { took: duration }\nrule r { on e, emit note \"R.\" }\n"
    let text = Array((head + given.value.0).utf8)
    let names = KnownNames(SourceSet(roots: ["a.pace"]) { _ in .bytes(text) })
    let found = Completion(text, at: text.count, among: [names])
    #expect(found?.items.map(\.text) == given.value.1)
  }

  @Test(arguments: texts)
  func `a pack that is cut at a token is offered that token`(path: String) throws {
    guard case .bytes(let bytes) = Self.read(path) else { throw CocoaError(.fileReadNoSuchFile) }
    let names = [KnownNames(SourceSet(roots: [Self.root(of: path)], read: Self.read))]
    let text = String(decoding: bytes, as: UTF8.self)
    let whole = SourceFile(path: path, bytes: bytes)
    var missing: [String] = []
    for (index, token) in Self.tokens(text).enumerated() where index % Self.stride == 0 {
      let offset = text.utf8.distance(from: text.startIndex, to: token.range.lowerBound)
      let word = String(text[token.range])
      let place = "\(path):\(whole.location(of: Int32(offset)).line): `\(word)`"
      // Right after a word that word is still being typed.
      let cut = bytes[..<offset] + Array(" ".utf8)
      guard let found = Completion(Array(cut), at: offset + 1, among: names) else {
        missing.append("\(place) is in no text")
        continue
      }
      #expect(found.span == offset + 1..<offset + 1, "\(place)")
      #expect(found.items.count <= Completion.limit)
      #expect(Set(found.items.map { $0.text }).count == found.items.count, "\(place): twice")
      let isOffered = found.items.contains { $0.text == word }
      let expected = Set(found.expected)
      let isFree =
        !expected.isDisjoint(with: Self.free)
        || token.sort == .literal && !expected.isDisjoint(with: Self.literals)
      if !isOffered, !found.isCut, !isFree || token.sort == .mark {
        missing.append("\(place): \(found.expected), \(found.items.map { $0.text })")
      }
      // The rest of a list that is cut comes with the first letters.
      guard token.sort == .word, isOffered || found.isCut, word.utf8.count > 1 else { continue }
      let typed = Completion(bytes, at: offset + 2, among: names)
      #expect(typed?.span == offset..<offset + word.utf8.count, "\(place)")
      #expect(typed?.items.contains { $0.text == word } ?? false, "\(place) while it is typed")
    }
    #expect(missing.isEmpty, "\(missing.count): \(missing.prefix(8).joined(separator: "\n"))")
  }
}
