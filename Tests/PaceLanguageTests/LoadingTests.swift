import PaceLanguage
import Testing

struct LoadingTests {
  private func load(_ roots: [String], _ files: [String: String]) -> SourceSet {
    SourceSet(roots: roots) { path in
      files[path].map { .bytes(Array($0.utf8)) } ?? .failure("no such file")
    }
  }

  private func names(_ set: SourceSet) -> [String] {
    set.declarations.map { declaration in
      if case .preset(let preset) = declaration { preset.name.text } else { "?" }
    }
  }

  @Test func `what is included stands in place of the include, and once`() {
    let set = load(
      ["rules/a.pace", "rules/b.pace"],
      [
        "rules/a.pace": "preset first {}\ninclude \"../presets/p.pace\"\npreset last {}",
        "rules/b.pace": "include \"../presets/./x/../p.pace\"\npreset other {}",
        "presets/p.pace": "preset middle {}",
      ])
    #expect(set.diagnostics.isEmpty)
    #expect(names(set) == ["first", "middle", "last", "other"])
    #expect(set.files.map(\.path) == ["rules/a.pace", "presets/p.pace", "rules/b.pace"])
    #expect(set.roots == [FileID(0), FileID(2)])
    #expect(set.included == [FileID(1), FileID(1)])
  }

  @Test func `a file that is named and included is read once and is a root`() {
    let set = load(["a.pace", "./b.pace"], ["a.pace": "include \"b.pace\"", "b.pace": "preset x {}"])
    #expect(names(set) == ["x"])
    #expect(set.roots == [FileID(0), FileID(1)])
  }

  @Test func `a file is read once whatever paths lead to it, and keeps the first`() throws {
    let files = ["d/a.pace": "include \"p.pace\"\ninclude \"../d/p.pace\"", "d/p.pace": "preset x {}"]
    let set = SourceSet(
      roots: ["a.pace", "/d/a.pace"],
      read: { path in
        let name = path.hasPrefix("/") ? String(path.dropFirst()) : "d/\(path)".replacing("d/../", with: "")
        return files[name].map { .bytes(Array($0.utf8)) } ?? .failure("no such file")
      }, identity: { $0.split(separator: "/").last.map(String.init) ?? $0 })
    #expect(set.diagnostics.isEmpty)
    #expect(names(set) == ["x"])
    #expect(set.files.map(\.path) == ["a.pace", "p.pace"])
    #expect(set.roots == [FileID(0)])
    #expect(set.included == [FileID(1), FileID(1)])
  }

  @Test func `a circle is shown`() {
    let set = load(
      ["a.pace"], ["a.pace": "include \"b.pace\"", "b.pace": "# b\ninclude \"a.pace\"\npreset x {}"])
    #expect(set.diagnostics.map(\.code) == ["E0003"])
    #expect(set.diagnostics.first?.message.contains("`a.pace` → `b.pace` → `a.pace`") ?? false)
    #expect(set.diagnostics.first?.span.file == FileID(1))
    #expect(names(set) == ["x"])
  }

  @Test func `a file that is missing is told where it is included`() {
    let set = load(["d/a.pace", "none.pace"], ["d/a.pace": "include \"gone.pace\"\npreset x {}"])
    #expect(set.diagnostics.map(\.code) == ["E0002", "E0001"])
    #expect(set.diagnostics.first?.message == "can't include `d/gone.pace`: no such file")
    #expect(set.diagnostics.first?.span == SourceSpan(file: FileID(0), start: 8, end: 19))
    #expect(set.hasErrors)
  }

  @Test func `includes have a limit in depth and files one in size`() {
    var files: [String: String] = [:]
    for index in 0..<50 { files["f\(index).pace"] = "include \"f\(index + 1).pace\"" }
    #expect(load(["f0.pace"], files).diagnostics.map(\.code) == ["E0004"])
    let huge = SourceSet(roots: ["a.pace"]) { _ in .bytes([UInt8](repeating: 0x20, count: 17 << 20)) }
    #expect(huge.diagnostics.map(\.message) == ["can't read `a.pace`: it is larger than 16 MB"])
  }

  @Test(
    "Paths are made plain as text",
    arguments: [
      ("a/../b", "b"), ("./a//b/.", "a/b"), ("../a", "../a"), ("/../a", "/a"), ("a/..", "."),
      ("../../x/../y", "../../y"),
    ])
  func pathsArePlain(path: String, plain: String) {
    #expect(normalizedPath(path) == plain)
  }
}
