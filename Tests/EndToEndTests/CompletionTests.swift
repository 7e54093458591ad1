import Foundation
import Testing

/// The scripts, run by the shells that are there.
struct `A completion script` {
  static func shell(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What bash would offer for the words as it parts them, the last being the one before the cursor.
  private func bash(_ words: String, in scratch: Scratch) throws -> [String] {
    let bash = try #require(Self.shell("bash"))
    try scratch.write("pace.bash", try Pace.run("completions", "bash").output)
    let result = try Pace.run(
      [
        "--norc", "-c",
        "source ./pace.bash; COMP_WORDS=(\(words)); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _pace; "
          + "printf '%s\\n' \"${COMPREPLY[@]}\"",
      ], folder: scratch.folder, executable: bash)
    #expect(result.status == 0)
    #expect(result.remarks.isEmpty, "\(result.remarks)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: shell("bash") != nil)) func `works in bash`() throws {
    let scratch = try Scratch()
    #expect(try Pace.run("new", "x", folder: scratch.folder).status == 0)
    try scratch.write("two words.db", "")
    #expect(try bash("pace ex", in: scratch) == ["explain", "export"])
    #expect(try bash("pace prove x --bu", in: scratch) == ["--budget"])
    #expect(try bash("pace eval x --preset ''", in: scratch) == ["normal", "strict", "all"])
    #expect(try bash("pace eval x --preset =", in: scratch) == ["normal", "strict", "all"])
    #expect(try bash("pace eval x --preset = st", in: scratch) == ["strict"])
    #expect(try bash("pace eval x --set l", in: scratch) == ["limit="])
    #expect(try bash("pace explain x --at 21 : 09 --rule t", in: scratch) == ["too_much"])
    #expect(try bash("pace eval x --db tw", in: scratch) == ["two words.db"])
    #expect(try bash("pace lint r", in: scratch) == ["rules"])
    #expect(try bash("pace lint ''", in: scratch).contains("x"))
    #expect(try bash("pace eval x --threads ''", in: scratch).isEmpty)
  }

  @Test(.enabled(if: shell("fish") != nil))
  func `works in fish, with quotes and backslashes`() throws {
    let scratch = try Scratch()
    #expect(try Pace.run("new", "x", folder: scratch.folder).status == 0)
    let pack = try scratch.read("rules/x.pace")
    try scratch.write("my pack/it's x.pace", pack)
    try scratch.write("pace.fish", try Pace.run("completions", "fish").output)
    let found = [
      #"eval my\ pa"#: "my pack/", #"eval my\ pack/"#: "my pack/it's x.pace", #"eval "my pa"#: "my pack/",
      #"eval 'my pa"#: "my pack/", #"eval rules/x.pace --preset "st"#: "strict",
      #"eval "my pack/it's x.pace" --preset st"#: "strict",
      "eval rules/x.pace --preset=st": "--preset=strict",
    ]
    for (typed, word) in found {
      let result = try Pace.run(
        ["--no-config", "-c", "source pace.fish; complete -C $argv[1]", "pace \(typed)"],
        folder: scratch.folder, executable: try #require(Self.shell("fish")))
      let words = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      #expect(words == [word[...]], "\(typed): \(result)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `is one that its shell can read`(name: String) throws {
    let scratch = try Scratch()
    let result = try Pace.run("completions", name)
    #expect(result.status == 0)
    #expect(result.output.contains(" completions --words -- "))
    guard let shell = Self.shell(name) else { return }
    let file = try scratch.write("script", result.output)
    let read = try Pace.run(["-n", file.path], executable: shell)
    #expect(read.status == 0, "\(read.remarks)")
  }
}
