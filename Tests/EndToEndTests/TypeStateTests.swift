import Testing

/// A type that changes much is more than one thing.
extension `The repository` {
  /// A line directly within a type's braces.
  private struct Member {
    /// With the types around it.
    var type: String
    /// `struct`, `enum`, `class`, `actor` or `extension`.
    var keyword: String
    /// Without its indentation, comment and texts.
    var code: String
  }

  private static let keywords: Set<String> = ["struct", "enum", "class", "actor", "extension"]
  private static let modifiers: Set<String> = [
    "public", "package", "private", "fileprivate", "final", "indirect", "lazy", "weak", "private(set)",
  ]

  /// The words of a line behind its modifiers, cut at spaces.
  private static func plain(_ code: String) -> [String] {
    code.split(separator: " ").map(String.init).drop { modifiers.contains($0) }.map { $0 }
  }

  private static func members(of file: File) -> [Member] {
    var found: [Member] = []
    var open: [(name: String, keyword: String, indent: Int)] = []
    var isText = false
    for (line, code) in zip(file.lines, file.codes) {
      if line.contains("\"\"\"") { isText.toggle() }
      let indent = line.prefix { $0 == " " }.count
      guard !isText, indent < line.count else { continue }
      let code = String(decoding: code.drop { $0 == 0x20 }, as: UTF8.self)
      if code.isEmpty { continue }
      while let last = open.last, indent <= last.indent { open.removeLast() }
      let words = plain(code)
      if let keyword = words.first, keywords.contains(keyword), words.count > 1 {
        let name = words[1].prefix { $0.isLetter || $0.isNumber || $0 == "." }
        open.append((String(name), keyword, indent))
      } else if let last = open.last, indent == last.indent + 2 {
        found.append(Member(type: open.map(\.name).joined(separator: "."), keyword: last.keyword, code: code))
      }
    }
    return found
  }

  /// Counts the variables of types that have `mutating` methods, and of classes. A type without is a record or
  /// a set of options: others fill it once and read it.
  @Test func `no type has more than fifteen stored properties that it changes`() throws {
    var variables: [String: Int] = [:]
    var changing: Set<String> = []
    for file in try Self.swiftFiles(below: "Sources") {
      let target = file.path.split(separator: "/")[1]
      for member in Self.members(of: file) {
        let type = "\(target).\(member.type)"
        let words = Self.plain(member.code)
        if words.first == "mutating" || member.keyword == "class" { changing.insert(type) }
        guard words.first == "var" else { continue }
        // What has braces before any value is computed.
        let head = member.code.split(separator: "=")[0]
        if !head.contains("{") { variables[type, default: 0] += 1 }
      }
    }
    #expect(changing.count > 100)
    for (type, count) in variables where changing.contains(type) {
      #expect(count <= 15, "\(type) has \(count) variables")
    }
  }
}
