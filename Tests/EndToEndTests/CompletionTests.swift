import Foundation
import Testing

struct `Completing words` {
  /// The words that fit the last of these, without what they do.
  private func words(
    _ line: String..., folder: URL = Pace.repository, environment: [String: String] = [:]
  ) throws -> [String] {
    let result = try Pace.run(
      ["completions", "--words", "--"] + line, folder: folder, environment: environment)
    #expect(result.status == 0)
    #expect(result.remarks.isEmpty)
    return result.output.components(separatedBy: "\n").dropLast().map { $0.components(separatedBy: "\t")[0] }
  }

  @Test func `commands fit where none is yet, with what they do`() throws {
    let help = try Pace.run("--help").output
    let listed = help.components(between: "Commands\n", and: "\n\n").split(separator: "\n").map { line in
      line.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1).map(String.init)
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\t")
    }
    let offered = try Pace.run("completions", "--words", "--", "").output
    #expect(offered == listed.joined(separator: "\n") + "\n")
    #expect(try words("ex") == ["explain", "export"])
    #expect(try words("--color", "never", "ex") == ["explain", "export"])
    #expect(try words("--v") == ["--version"])
  }

  @Test func `options and the words that they choose from fit, joined by a sign or apart`() throws {
    #expect(try words("prove", "--") == ["--format", "--budget", "--color", "--help"])
    #expect(try words("prove", "take-care", "--bu") == ["--budget"])
    #expect(try words("test", "take-care", "--format", "j") == ["json", "junit"])
    #expect(try words("test", "take-care", "--format=j") == ["--format=json", "--format=junit"])
    #expect(try words("fmt", "--", "--") == [""])
    #expect(try words("none", "--").contains("--version"))
  }

  @Test func `files fit where a file is meant, and nothing where a number is`() throws {
    #expect(try words("eval", "take-care", "--db", "") == [""])
    #expect(try words("import", "take-care", "") == [""])
    #expect(try words("import", "take-care", "-", "").isEmpty)
    #expect(try words("merge", "take-care", "one.db", "") == [""])
    #expect(try words("eval", "take-care", "--threads", "").isEmpty)
    #expect(try words("init", "take-care", "").isEmpty)
  }

  @Test func `packs of every place fit where a pack is meant, and so do files`() throws {
    let scratch = try Scratch()
    for path in ["rules/near.pace", "rules/near.test.pace", "far/rules/far.pace", "far/near.pace"] {
      try scratch.write(path, "")
    }
    let path = ["PACE_PATH": scratch.path("far")]
    #expect(try words("eval", "", folder: scratch.folder, environment: path) == ["near", "far", ""])
    #expect(try words("compare", "a", "f", folder: scratch.folder, environment: path) == ["far", ""])
    #expect(try words("eval", "", folder: scratch.folder) == ["near", ""])
  }

  @Test func `names of the packs before fit`() throws {
    #expect(try words("eval", "take-care", "--preset", "") == ["relaxed", "balanced", "strict", "all"])
    #expect(try words("explain", "take-care", "--db", "x.db", "--rule", "h") == ["hydration"])
    #expect(try words("eval", "take-care", "--set", "r") == ["rapid_window="])
    #expect(try words("sweep", "take-care", "--param=sh") == ["--param=shot_window="])
    #expect(try words("fit", "take-care", "--params", "sh") == ["shot_window"])
    #expect(try words("log", "take-care", "") == ["drink", "shot", "beer", "wine", "cocktail", "water"])
    #expect(try words("log", "take-care", "beer", "") == ["units=", "alcoholic="])
    #expect(try words("settings", "take-care", "hydration_c") == ["hydration_cadence="])
    #expect(try words("kinds", "take-care", "beer", "l") == ["label="])
    #expect(try words("compare", "take-care", "nail-guard", "--preset", "s") == ["strict"])
    #expect(try words("scenario", "take-care", "--preset", "a") == ["all"])
    #expect(try words("compare", "take-care", "--preset", "a") == ["all"])
    #expect(try words("explain", "take-care", "--preset", "a") == [])
    #expect(try words("lint", "--explain", "unused-pa").contains("unused-param"))
    #expect(try words("completions", "") == ["bash", "zsh", "fish"])
    #expect(try words("insights", "take-care", "--figure", "") == ["units_last_hour"])
  }

  @Test func `the scenarios of a pack and of the file beside it fit`() throws {
    let scratch = try Scratch()
    try scratch.write("rules/x.pace", "subject p {}\nevent e of p {}\n")
    let scenarios = ["one", "two"].map { "scenario \"\($0)\" { start 2026-11-20 09:00, at 10:00 e }\n" }
    try scratch.write("rules/x.test.pace", "include \"x.pace\"\n\(scenarios.joined())")
    #expect(try words("eval", "x", "--scenario", "", folder: scratch.folder) == ["one", "two"])
    #expect(try words("graph", "rules/x.pace", "--scenario=t", folder: scratch.folder) == ["--scenario=two"])
  }

  @Test func `only fields of the event that is named fit`() throws {
    let scratch = try Scratch()
    let events = ["cup of p { kind tea, ml: number = 1 }", "nap of p { len: number = 1 }"]
    try scratch.write("rules/x.pace", "subject p {}\n" + events.map { "event \($0)\n" }.joined())
    for name in ["cup", "tea"] {
      #expect(try words("log", "x", name, "", folder: scratch.folder) == ["ml="])
    }
    #expect(try words("kinds", "x", "tea", "le", folder: scratch.folder) == [])
  }

  @Test func `nothing fits a pack that is not there or does not check`() throws {
    let scratch = try Scratch()
    try scratch.write("rules/x.pace", "rule {")
    #expect(try words("explain", "x", "--preset", "", folder: scratch.folder).isEmpty)
    #expect(try words("explain", "y", "--preset", "", folder: scratch.folder).isEmpty)
  }

  @Test func `a shell that is not known is refused`() throws {
    let wrong = try Pace.run("completions", "fisch")
    #expect(wrong.status == 2)
    #expect(
      wrong.remarks.hasPrefix(
        "error: `completions` takes bash, zsh or fish, not `fisch`; did you mean `fish`?"))
    #expect(try Pace.run("completions").status == 2)
    #expect(try Pace.run("completions", "bash", "zsh").status == 2)
  }
}

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
