import PaceLanguage
import PaceOracle
import Testing

struct MutationTests {
  private static let pieces = [
    "{", "}", "(", ")", ",", "\n", "\"", "{{", "#", "15%", "5 m", " not ", " in ", "..", "=", "-", "9:5",
    "rule x {",
    "when", "preset", " else ", "\u{0}", "é", "2026-02-31", "99999999999999999999", "scenario \"x\" {", "%",
    "\\",
  ]

  private func mutated(_ bytes: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...result.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where place < result.count:
        result[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1 where place < result.count:
        result.removeSubrange(place..<min(result.count, place + Int.random(in: 1...40, using: &generator)))
      case 2:
        let other = Int.random(in: 0...bytes.count, using: &generator)
        result.insert(contentsOf: bytes[other..<min(bytes.count, other + 60)], at: place)
      default:
        let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)]
        result.insert(contentsOf: Array(piece.utf8), at: place)
      }
    }
    return result
  }

  @Test("Any bytes give a tree and diagnostics that can be shown", arguments: Fixtures.names)
  func anyBytesAreRead(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    var generator = SplitMix64(UInt64(bytes.count))
    for _ in 0..<150 {
      let parsed = Parsed(mutated(bytes, using: &generator))
      let renderer = DiagnosticRenderer(files: [parsed.file], usesColor: false)
      for diagnostic in parsed.diagnostics {
        #expect(diagnostic.span.start >= 0 && Int(diagnostic.span.end) <= parsed.file.bytes.count)
        #expect(diagnostic.span.start <= diagnostic.span.end)
      }
      #expect(parsed.diagnostics.count <= 101)
      #expect(parsed.diagnostics.isEmpty != parsed.syntax.hasErrors)
      _ = renderer.text(of: parsed.diagnostics)
      _ = applyingFixes(of: parsed.diagnostics, to: parsed.file.bytes)
    }
  }

  @Test("What can be formatted keeps its tree and its comments, and stays so", arguments: Fixtures.names)
  func formattingIsStable(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    var generator = SplitMix64(UInt64(bytes.count) + 1)
    var formatted = 0
    for _ in 0..<6 {
      let parsed = Parsed(reflowed(bytes, using: &generator))
      guard let once = format(parsed.syntax, of: parsed.file) else { continue }
      formatted += 1
      let again = Parsed(once)
      #expect(again.summary == "")
      #expect(Shape(again) == Shape(parsed))
      #expect(format(again.syntax, of: again.file) == once)
    }
    #expect(formatted > 2)
  }

  /// The same program with other white space where that should not matter much.
  private func reflowed(_ bytes: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let roll = Int.random(in: 0..<60, using: &generator)
      switch byte {
      case UInt8(ascii: " ") where roll == 0: result += Array("\t ".utf8)
      case UInt8(ascii: "\n") where roll < 8: result += Array("\n\n \n".utf8)
      case UInt8(ascii: "\n") where roll < 14: result += Array("   # said\n".utf8)
      case UInt8(ascii: "\n") where roll < 18: result += Array("\n # alone\n".utf8)
      case UInt8(ascii: ",") where roll < 8: result += Array(",\n".utf8)
      case UInt8(ascii: "=") where roll < 3 && bytes[index - 1] == UInt8(ascii: " "):
        result += Array("=\n\n".utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}

/// A file without white space: what was declared, and the comments.
private struct Shape: Equatable {
  var comments: [String]
  var code: String

  init(_ parsed: Parsed) {
    comments = parsed.syntax.comments.map { comment in
      String(comment.text.reversed().drop { $0 == " " }.reversed())
    }
    var dumped = ""
    for declaration in parsed.syntax.declarations { dump(declaration, to: &dumped) }
    code = dumped.split(separator: "\n").filter { !$0.contains("start: ") && !$0.contains("end: ") }
      .joined(separator: "\n")
  }
}
