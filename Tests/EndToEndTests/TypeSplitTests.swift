import Testing

/// A type that many files add to is more than one thing.
extension `The repository` {
  /// Catalogues of values, of which each file holds some.
  private static let catalogues: Set<String> = ["LintRule", "Diagnostic", "FindingPage", "Option", "Command"]

  /// The type that a line at the left margin declares or extends.
  private static func opened(_ line: Substring) -> (name: String, isDeclared: Bool)? {
    let words = line.split(separator: " ").drop {
      ["public", "package", "private", "fileprivate", "final"].contains($0)
    }
    guard let keyword = words.first, let name = words.dropFirst().first, line.first != " " else { return nil }
    let isDeclared = ["struct", "class", "enum", "actor"].contains(keyword)
    guard isDeclared || keyword == "extension" else { return nil }
    return (String(name.prefix { $0.isLetter || $0.isNumber }), isDeclared)
  }

  @Test func `no type is split over more than eight files`() throws {
    var files: [String: Set<String>] = [:]
    var declared: Set<String> = []
    for file in try Self.swiftFiles(below: "Sources") {
      let target = file.path.split(separator: "/")[1]
      for (name, isDeclared) in file.lines.compactMap(Self.opened) {
        files["\(target).\(name)", default: []].insert(file.path)
        if isDeclared { declared.insert("\(target).\(name)") }
      }
    }
    #expect(declared.count > 400)
    for (type, paths) in files where declared.contains(type) && paths.count > 8 {
      let name = type.split(separator: ".")[1]
      #expect(Self.catalogues.contains(String(name)), "\(type) is split over \(paths.count) files")
    }
  }
}
