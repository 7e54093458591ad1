import Foundation
import PaceLanguage
import Testing

/// A file's syntax and what was said about it.
struct Parsed {
  var file: SourceFile
  var syntax: FileSyntax
  var diagnostics: [Diagnostic]

  init(_ source: String, path: String = "test.pace") { self.init(Array(source.utf8), path: path) }

  init(_ bytes: [UInt8], path: String = "test.pace") {
    file = SourceFile(path: path, bytes: bytes)
    diagnostics = []
    syntax = parse(file, id: FileID(0), diagnostics: &diagnostics)
  }

  /// Each diagnostic as `line:column code message`, one a line.
  var summary: String {
    diagnostics.map { diagnostic in
      let place = file.location(of: diagnostic.span.start)
      return "\(place.line):\(place.column) \(diagnostic.code) \(diagnostic.message)"
    }.joined(separator: "\n")
  }

  /// The text after every fix is applied.
  var fixed: String {
    String(decoding: applying(diagnostics.flatMap(\.fix), to: file.bytes), as: UTF8.self)
  }
}

enum Fixtures {
  static let names = ["take-care.pace", "take-care-presets.pace", "take-care.test.pace", "source.pace"]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }
}
