import Testing

/// The architecture: what each target may import, and which of its folders may use types of which.
extension `The repository` {
  struct Target: CustomTestStringConvertible, Sendable {
    let name: String
    let imports: Set<String>
    /// The folders, the lowest first: each may use those of the lines above it, those of one line don't use each other.
    let layers: [String]
    /// Uses that go upwards all the same.
    var exceptions: Set<String> = []

    var testDescription: String { name }
  }

  private static let targets = [
    Target(
      name: "PaceLanguage", imports: [],
      layers: [
        "Bytes", "Calendar", "Source", "Rendering Syntax", "Lexing Loading Program", "Parsing",
        "Checking Format",
        "Catalogue Completion",
      ]),
    Target(
      name: "PaceEngine", imports: ["PaceLanguage"],
      layers: [
        "Values", "Calendar", "Log", "Account", "Plan", "Storage", "Code", "Machine", "Embedding Keeping",
      ],
      // A plan holds the tables that are made of it.
      exceptions: ["Plan uses Code"]),
    Target(
      name: "PaceStore",
      imports: [
        "CSQLite", "Foundation", "FoundationEssentials", "PaceEngine", "PaceLanguage", "Synchronization",
      ],
      layers: [
        "Errors", "SQLite", "Decoding Zones", "Writing", "CSV Layout", "Reading", "JSONLines", "Objects",
        "Keeping",
      ]),
    Target(
      name: "PaceLab", imports: ["PaceEngine", "PaceLanguage"],
      layers: [
        "Analysis Sample", "Audit Clocks Compare Counterfactuals Graph History Presets Scenarios Sweep",
        "Coverage Fit Label Prove", "Lint", "DataLint Mutation",
      ]),
    Target(
      name: "PaceReport", imports: ["PaceEngine", "PaceLab", "PaceLanguage"],
      layers: [
        "Text", "HTML Words",
        "Audit Compare Eval Explain Fit Graph History Keeping Lint Presets Prove Studio Sweep Test", "Label",
      ]),
    Target(
      name: "PaceStudio", imports: ["PaceEngine", "PaceLab", "PaceLanguage", "PaceReport"], layers: ["."]),
    Target(
      name: "pace",
      imports: [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "PaceEngine", "PaceLab",
        "PaceLanguage", "PaceReport", "PaceStore", "Synchronization",
      ],
      layers: ["Terminal", "Arguments", "Session", "Server", "Commands", "Demo", "."]),
  ]

  @Test(arguments: targets)
  func `each target imports what its place in the architecture allows`(target: Target) throws {
    for file in try Self.swiftFiles(below: "Sources/\(target.name)") {
      for (index, line) in file.lines.enumerated() {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place < 2, place + 1 < words.count else { continue }
        if !target.imports.contains(String(words[place + 1])) {
          Issue.record("\(file.path):\(index + 1) is not for \(target.name) to import: \(line)")
        }
      }
    }
  }

  @Test(arguments: targets)
  func `folders use only those below them`(target: Target) throws {
    let folders = try folders(of: target.name)
    var ranks: [String: Int] = [:]
    for (rank, layer) in target.layers.enumerated() {
      for folder in layer.split(separator: " ") { ranks[String(folder)] = rank }
    }
    #expect(Set(folders.keys) == Set(ranks.keys), "the layers name what is there")
    var homes: [String: Set<String>] = [:]
    for (folder, files) in folders {
      for name in files.flatMap(\.declared) { homes[name, default: []].insert(folder) }
    }
    for (folder, files) in folders {
      for file in files {
        for use in file.used {
          guard let homes = homes[use.name], let above = homes.first else { continue }
          if homes.contains(where: { $0 == folder || ranks[$0] ?? 0 < ranks[folder] ?? 0 }) { continue }
          if target.exceptions.contains("\(folder) uses \(above)") { continue }
          let place = "\(file.path):\(use.line + 1)"
          Issue.record(
            "\(place) uses `\(use.name)` of \(above), not below \(folder): \(file.lines[use.line])")
        }
      }
    }
  }

  /// A file with the types it declares for its target, and those of others that it may use.
  private struct Source {
    let path: String
    let lines: [Substring]
    var declared: [String] = []
    var used: [(name: String, line: Int)] = []

    init(_ file: File) {
      path = file.path
      lines = file.lines
      var own: Set<String> = []
      var isText = false
      for (index, line) in lines.enumerated() {
        let isEdge = line.contains("\"\"\"")
        if isEdge { isText.toggle() }
        if isText || isEdge { continue }
        let code = `The repository`.codeWithValues(line)
        let words = `The repository`.words(code)
        if let kind = words.firstIndex(where: Self.kinds.contains), kind + 1 < words.count {
          own.insert(words[kind + 1])
          let isShared = !words[..<kind].contains { $0 == "private" || $0 == "fileprivate" }
          if isShared, !words[..<kind].contains("extension"), code.first != 0x20 {
            declared.append(words[kind + 1])
          }
        }
        used += Self.types(in: code).map { ($0, index) }
      }
      used.removeAll { own.contains($0.name) }
    }

    private static let kinds: Set<String> = ["struct", "enum", "class", "protocol", "typealias", "actor"]

    /// The words with a capital that are no member of something.
    private static func types(in code: [UInt8]) -> [String] {
      var names: [String] = []
      var last: UInt8 = 0
      var start = 0
      while start < code.count {
        let word = code[start...].prefix { `The repository`.isWord($0) }
        if let first = word.first, first >= 0x41, first <= 0x5A, last != 0x2E {
          names.append(String(decoding: word, as: UTF8.self))
        }
        last = word.last ?? code[start]
        start += max(1, word.count)
      }
      return names
    }
  }

  private func folders(of target: String) throws -> [String: [Source]] {
    let root = "Sources/\(target)/"
    return Dictionary(grouping: try Self.swiftFiles(below: "Sources/\(target)").map(Source.init)) { file in
      let path = file.path.dropFirst(root.count).split(separator: "/")
      return path.count > 1 ? String(path[0]) : "."
    }
  }

  /// A line without its comment and its texts, but with the values that stand in these.
  private static func codeWithValues(_ line: Substring) -> [UInt8] {
    var code: [UInt8] = []
    /// For each open text, how many parentheses are open in the value that is being read; nil outside of values.
    var texts: [Int?] = []
    var last: UInt8 = 0
    for byte in line.utf8 {
      defer { last = last == UInt8(ascii: "\\") && byte == last ? 0 : byte }
      let value = texts.last.map { $0 != nil } ?? true
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") {
        if value { texts.append(nil) } else { texts.removeLast() }
      } else if !value {
        if byte == UInt8(ascii: "("), last == UInt8(ascii: "\\") { texts[texts.count - 1] = 1 }
      } else {
        if texts.isEmpty, byte == UInt8(ascii: "/"), last == byte { return code }
        if let depth = texts.last ?? nil {
          let now = depth + (byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0)
          texts[texts.count - 1] = now > 0 ? now : nil
        }
        code.append(byte)
      }
    }
    return code
  }
}
