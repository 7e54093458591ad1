import Foundation
import Testing

/// A folder of packs that others may not read.
struct `A folder of rule files` {
  private static let pack = """
    subject person {}
    event cup of person {}
    rule often {
      on cup
      emit notice "A cup."
    }
    """

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
}
