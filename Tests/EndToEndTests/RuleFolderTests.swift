import Foundation
import Testing

/// A folder of packs, with links in it.
struct `A folder of rule files` {
  private static let pack = """
    subject person {}
    event cup of person {}
    rule often {
      on cup
      emit notice "A cup."
    }
    """

  private func link(_ name: String, to target: String, in scratch: Scratch) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("packs/\(name)"), withDestinationPath: target)
  }

  @Test(arguments: [["lint"], ["test"], ["fmt", "--check"]], ["packs", "packs/mine.pace"])
  func `with a file of nothing but an include is fine`(command: [String], pack: String) throws {
    let scratch = try Scratch()
    try scratch.write("base.pace", Self.pack + "\n")
    try scratch.write("packs/mine.pace", "include \"../base.pace\"\n")
    let result = try Pace.run(command + [pack], folder: scratch.folder)
    #expect(result.status == 0)
    #expect(!(result.output + result.remarks).contains("mine.pace"), "\(result.output)\(result.remarks)")
  }

  @Test(arguments: [["lint"], ["test"], ["fmt", "--check"]])
  func `with a link that leads nowhere is refused as the link itself is`(command: [String]) throws {
    let scratch = try Scratch()
    try scratch.write("packs/good.pace", Self.pack + "\n")
    try link("gone.pace", to: "none.pace", in: scratch)
    let whole = try Pace.run(command + ["packs"], folder: scratch.folder)
    let alone = try Pace.run(command + ["packs/gone.pace"], folder: scratch.folder)
    #expect(whole.status == 2)
    #expect(
      whole.remarks.contains(
        "`packs/gone.pace` can't be read: it is a link to `packs/none.pace`, which is not there"),
      "\(whole.remarks)")
    #expect(whole.status == alone.status)
    #expect(whole.remarks == alone.remarks)
  }

  @Test(
    .enabled(if: Pace.unprivileged != nil, "permissions hold for nobody here"),
    arguments: [0o000, 0o300, 0o600], ["packs", "packs/sub"])
  func `that can't be gone through is refused, not passed over`(mode: Int, shut: String) throws {
    let scratch = try Scratch()
    try scratch.write("packs/good.pace", Self.pack + "\n")
    try scratch.write("packs/sub/other.pace", Self.pack + "\n")
    let path = scratch.path(shut)
    func allow(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try allow(mode)
    defer { try? allow(0o755) }
    for command in [["lint"], ["test"], ["fmt", "--check"]] {
      let result = try Pace.runUnprivileged(command + [scratch.path("packs")])
      #expect(result.status == 2, "\(result.output)\(result.remarks)")
      #expect(result.output.isEmpty)
      #expect(result.remarks.hasPrefix("error: `\(path)"), "\(result.remarks)")
      #expect(
        result.remarks.hasSuffix("` can't be read: permission denied\ntry `pace \(command[0]) --help`\n"),
        "\(result.remarks)")
    }
  }

  @Test func `with links that lead round in a circle is refused`() throws {
    let scratch = try Scratch()
    try scratch.write("packs/good.pace", Self.pack + "\n")
    try link("one", to: "two", in: scratch)
    try link("two", to: "one", in: scratch)
    let result = try Pace.run("lint", "packs", folder: scratch.folder)
    #expect(result.status == 2)
    #expect(
      result.remarks.contains("`packs/one` can't be read: it is a link that leads round in a circle"),
      "\(result.remarks)")
  }

  @Test func `is gone through once, whatever links lead back to it`() throws {
    let scratch = try Scratch()
    try scratch.write("packs/sub/good.pace", Self.pack + "\n")
    for name in ["a", "b", "c", "sub/d", "sub/e"] { try link(name, to: scratch.path("packs"), in: scratch) }
    try link("notes.txt", to: "none.txt", in: scratch)
    let result = try Pace.run("fmt", "--check", "packs", folder: scratch.folder)
    #expect(result.status == 0, "\(result.remarks)")
  }

  /// The modes of all other files that stood in a file's folder at any time while `fmt` wrote it.
  ///
  /// The folder is read by the thread that started the run: a task would wait for its turn among all tests.
  private func modesBeside(_ path: String) throws -> Set<Int> {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    let running = try RunningPace(["fmt", path])
    var modes: Set<Int> = []
    _ = running.waits {
      for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where other != file.lastPathComponent {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(other)")
        if let mode = attributes?[.posixPermissions] as? Int { modes.insert(mode) }
      }
      return !running.process.isRunning
    }
    return modes
  }

  @Test func `holds no copy that others can read while a private file is written`() throws {
    let scratch = try Scratch()
    // Large enough that the copy stands for some time.
    let text = "# \(String(repeating: "x", count: 800_000))\n\(Self.pack)  \n"
    let path = scratch.path("packs/own.pace")
    var modes: Set<Int> = []
    for _ in 0..<20 where modes.isEmpty {
      try scratch.write("packs/own.pace", text)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      modes = try modesBeside(path)
    }
    #expect(modes == [0o600])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("}\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("packs")) == ["own.pace"])
  }

  @Test func `with scenarios beside a pack lints them with it`() throws {
    let scratch = try Scratch()
    try scratch.write("packs/mine.pace", Self.pack + "\n")
    let scenario = "scenario \"one\" {\n  start 2026-11-20 21:00\n  at 21:00 cup\n  expect nothing\n}\n"
    try scratch.write("packs/mine.test.pace", scenario)
    for words in [["packs"], ["packs/mine.test.pace"]] {
      let found = try Pace.run(["lint"] + words, folder: scratch.folder).output
      #expect(found.contains("uncovered-rule") && !found.contains("unchecked-fragment"), "\(found)")
    }
    try scratch.write("packs/mine.test.pace", scenario.replacing("cup", with: "cop"))
    let broken = try Pace.run("lint", "packs/mine.test.pace", folder: scratch.folder)
    #expect(broken.status == 1)
    #expect(broken.output.contains("packs/mine.test.pace:3:12"), "\(broken.output)")
    // Without a pack beside them nobody knows what they are about.
    try scratch.write("other/alone.test.pace", scenario)
    let alone = try Pace.run("lint", "other", folder: scratch.folder).output
    #expect(alone.contains("or `include` the pack that it is about"), "\(alone)")
  }

  @Test func `calls nothing unused that one of its packs uses`() throws {
    let shared = """
      subject person { mood: text, spare: text }
      event cup of person {}
      event nap of person {}
      event yawn of person {}
      param one: number = 1
      param two: number = 2
      # allow unused-param: used by one pack alone
      param three: number = 3
      define full = count(cup) > 3
      stream big = cup

      """
    let scratch = try Scratch()
    try scratch.write("shared.pace", shared)
    let rule = "include \"shared.pace\"\nrule r { on cup, when count(cup) > "
    try scratch.write("x.pace", rule + "one and count(nap) > 0 and mood == \"\", emit note \"Hm.\" }\n")
    try scratch.write("y.pace", rule + "three and full and count(big) > 4, emit note \"Hm.\" }\n")
    let found = try Pace.run(["lint", ".", "--format", "json"], folder: scratch.folder).output
    let report = try #require(try JSONSerialization.jsonObject(with: Data(found.utf8)) as? [String: Any])
    let all = report["findings"] as? [[String: Any]] ?? []
    let codes = all.compactMap { finding in
      (finding["line"] as? Int).map { "\(finding["code"] ?? "") \($0)" }
    }
    #expect(
      codes.sorted() == ["unused-allow 7", "unused-attribute 1", "unused-event 4", "unused-param 6"],
      "\(found)")
    let alone = try Pace.run(["lint", "x.pace"], folder: scratch.folder).output
    #expect(alone.contains("`full` is not used") && !alone.contains("`three`"), "\(alone)")
  }
}
