import Foundation
import Testing

/// What holds for the repository's own files.
struct `The repository` {
  struct File {
    var path: String
    var lines: [Substring]
    /// The lines without comments and texts; only of a file of the sources.
    var codes: [[UInt8]]
  }

  private static func paths(below folder: String, _ ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: Pace.repository.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  /// All Swift files, read once for all tests that look at them.
  private static let files = Result {
    try ["Sources", "Tests"].flatMap { try paths(below: $0, ".swift") }.map { path in
      let text = try String(contentsOf: Pace.repository.appendingPathComponent(path), encoding: .utf8)
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Substring($0) }
      return File(path: path, lines: lines, codes: path.hasPrefix("Sources/") ? lines.map(code) : [])
    }
  }

  static func swiftFiles(below folder: String) throws -> [File] {
    try files.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  /// A line without its comment and without what stands in its texts.
  ///
  /// By bytes, as regular expressions over every line of the tree take minutes.
  static func code(_ line: Substring) -> [UInt8] {
    var code: [UInt8] = []
    var isText = false
    var last: UInt8 = 0
    for byte in line.utf8 {
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isText.toggle() }
      if !isText, byte == UInt8(ascii: "/"), last == byte { break }
      if !isText { code.append(byte) }
      last = last == UInt8(ascii: "\\") && byte == last ? 0 : byte
    }
    return code
  }

  /// The words of a line: letters, digits and `_`.
  static func words(_ line: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in line {
      if isWord(byte) {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
  }

  /// For each byte whether it is a letter, a digit or `_`; patterns of ranges are slow in a debug build.
  private static let wordBytes = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func isWord(_ byte: UInt8) -> Bool { wordBytes[Int(byte)] }

  /// Whether a value is forced with `!`, as in `try!`, `as!` and `value!`.
  private static func forces(_ code: [UInt8]) -> Bool {
    for (index, byte) in code.enumerated() where byte == UInt8(ascii: "!") && index > 0 {
      let before = code[index - 1]
      let after = index + 1 < code.count ? code[index + 1] : 0
      let isAfterValue = isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
      if isAfterValue, after != UInt8(ascii: "="), !isWord(after) { return true }
    }
    return false
  }

  @Test func `the top level holds the package, the sources, the tests, the packs and the manual`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Pace.repository.path)
      .filter { !$0.hasPrefix(".") }
    #expect(
      Set(names).isSubset(of: [
        "Package.swift", "Package.resolved", "Sources", "Tests", "rules", "presets", "README.md",
      ]), "\(names)")
  }

  @Test func `files are short and so are their lines`() throws {
    let files = try Self.swiftFiles(below: "Sources") + Self.swiftFiles(below: "Tests")
    #expect(files.count > 200)
    for file in files {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
      let isText = file.path.hasPrefix("Tests/")
      for (index, line) in file.lines.enumerated() where !isText && line.utf8.count > 120 && line.count > 120
      {
        Issue.record("\(file.path):\(index + 1) is \(line.count) wide")
      }
    }
    let sizes = files.map(\.lines.count).sorted()
    #expect(sizes[sizes.count / 2] <= 150)
  }

  private static func opensFunction(_ line: Substring) -> Bool {
    let word = line.prefix { $0 != "(" && $0 != "<" && $0 != "?" }.split(separator: " ")
    return word.contains("func") || word.last == "init" || word.last == "subscript"
  }

  @Test func `functions are short`() throws {
    var lengths: [Int] = []
    for file in try Self.swiftFiles(below: "Sources") {
      var start: (line: Int, indent: Int)?
      for (index, line) in file.lines.enumerated() {
        let indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        if start == nil, Self.opensFunction(rest), !rest.hasSuffix("}") {
          start = (index, indent)
        } else if let open = start, indent == open.indent, rest.hasPrefix("}") {
          let length = index - open.line + 1
          lengths.append(length)
          #expect(length <= 60, "\(file.path):\(open.line + 1) is \(length) lines long")
          start = nil
        } else if let open = start, indent < open.indent, !rest.isEmpty {
          start = nil
        }
      }
    }
    lengths.sort()
    #expect(lengths.count > 500)
    #expect(lengths[lengths.count * 95 / 100] <= 40)
  }

  /// A type with tests is a suite by itself. Each process that compiles files of a module expands the attributes of
  /// all its suites, which took a tenth of the time that the tests took to compile.
  @Test func `only suites with a name or traits are marked as suites`() throws {
    for file in try Self.swiftFiles(below: "Tests") {
      for (index, line) in file.lines.enumerated() where line.hasPrefix("@Suite ") || line == "@Suite" {
        Issue.record("\(file.path):\(index + 1): a suite needs no `@Suite`")
      }
    }
  }

  @Test func `nothing can trap on what comes from outside, and nothing is left undone`() throws {
    for file in try Self.swiftFiles(below: "Sources") {
      let isCore = file.path.hasPrefix("Sources/PaceLanguage") || file.path.hasPrefix("Sources/PaceEngine")
      for (index, (line, code)) in zip(file.lines, file.codes).enumerated() {
        let place = "\(file.path):\(index + 1)"
        if !Set(Self.words(line.utf8)).isDisjoint(with: ["TODO", "FIXME", "XXX"]) {
          Issue.record("\(place) leaves something undone")
        }
        if Self.forces(code) { Issue.record("\(place) forces a value") }
        let words = Self.words(code)
        // The style of a page speaks of print too.
        let prints =
          !Set(words).isDisjoint(with: ["print", "debugPrint"])
          && String(decoding: code, as: UTF8.self).contains(/\b(?:print|debugPrint)\(/)
        if prints || !Set(words).isDisjoint(with: ["fatalError", "unsafeFlags"]) {
          Issue.record("\(place) ends the process or prints")
        }
        let isExistential = zip(words, words.dropFirst()).contains {
          $0 == "any" && $1.first?.isUppercase == true
        }
        if isCore, isExistential { Issue.record("\(place) has an existential") }
      }
    }
  }

  @Test
  func `unsafe code is in the SQLite wrapper, the engine's storage, the page's edge and the process's own`()
    throws
  {
    for file in try Self.swiftFiles(below: "Sources") {
      let isAllowed =
        file.path.hasPrefix("Sources/PaceStore/SQLite/")
        || file.path == "Sources/PaceEngine/Storage/Storage.swift"
        || file.path == "Sources/pace/Terminal/FileDescriptor.swift"
        || file.path == "Sources/pace/Terminal/Interruption.swift"
        || file.path == "Sources/pace/Terminal/RawMode.swift"
        || file.path == "Sources/pace/Terminal/Subprocess.swift"
        || file.path == "Sources/pace/Terminal/Threads.swift"
        || file.path == "Sources/PaceStudio/Exports.swift"
      guard !isAllowed else { continue }
      for (index, (line, code)) in zip(file.lines, file.codes).enumerated() {
        let isUnsafe =
          line.contains("@unchecked")
          || Self.words(code).contains { $0 == "unsafe" || $0.hasPrefix("Unsafe") }
        if isUnsafe { Issue.record("\(file.path):\(index + 1) is unsafe") }
      }
    }
  }

  @Test func `an app can import what the reports offer the commands, the studio's content aside`() throws {
    var extended: Substring?
    for file in try Self.swiftFiles(below: "Sources/PaceReport") where !file.path.contains("/Studio/") {
      for (index, line) in file.lines.enumerated() {
        if line.contains("extension ") { extended = line.split(separator: " ").last { $0 != "{" } }
        if line.hasPrefix("}") { extended = nil }
        // Nobody wants helpers of ours among the members of a text.
        if line.contains("package "), extended != "String" {
          Issue.record("\(file.path):\(index + 1) is for this package alone")
        }
      }
    }
  }

  @Test func `no field's words stand in the sources, the demo aside`() throws {
    let field: Set<String> = [
      "drink", "drinks", "alcohol", "alcoholic", "beer", "beers", "wine", "shot", "shots", "cocktail", "dose",
      "doses", "dose1", "dose2", "bite", "bites", "nail", "nails", "sip", "sips", "bottle", "bottles",
      "hydration", "water", "snooze", "snoozes", "vacation", "pill", "pills", "habit", "habits", "medicine",
    ]
    for file in try Self.swiftFiles(below: "Sources") where !file.path.hasPrefix("Sources/pace/Demo/") {
      for (index, line) in file.lines.enumerated() {
        let found = Self.words(line.utf8).filter { field.contains($0.lowercased()) }
        if !found.isEmpty { Issue.record("\(file.path):\(index + 1): \(found)") }
      }
    }
  }

  @Test func `formatting every rule file of the tree changes nothing`() throws {
    let files =
      try Self.paths(below: "rules", ".pace") + Self.paths(below: "presets", ".pace")
      + Self.paths(below: "Tests", ".pace")
    #expect(files.count >= 20)
    let result = try Pace.run(["fmt"] + files + ["--check"])
    #expect(result.status == 0, "\(result.output)\(result.remarks)")
  }

  @Test func `each pack has scenarios and a header that says where it differs`() throws {
    let packs = try Self.paths(below: "rules", ".pace").filter { !$0.hasSuffix(".test.pace") }
    #expect(packs.count >= 6)
    for pack in packs {
      let text = try String(contentsOf: Pace.repository.appendingPathComponent(pack), encoding: .utf8)
      let header = text.prefix { $0 != "\n" }
      #expect(header.hasPrefix("# \(pack): "), "\(pack)")
      #expect(text.split(separator: "\n").prefix { $0.hasPrefix("#") }.count >= 4, "\(pack)")
      let scenarios = pack.replacingOccurrences(of: ".pace", with: ".test.pace")
      #expect(FileManager.default.fileExists(atPath: Pace.repository.appendingPathComponent(scenarios).path))
    }
  }
}
