import Foundation
import PaceOracle
import Testing

/// Packs in the folders that PACE_PATH names.
struct `A bare name` {
  private static func pack(_ word: String) -> String {
    "subject s {}\n\nevent entry of s {}\n\nrule \(word) {\n  on entry\n  emit nudge \"Hm.\"\n}\n"
  }

  /// Runs `graph`, which names the rule of the pack that was found.
  private func graph(_ name: String, _ scratch: Scratch, path: String) throws -> RunResult {
    try Pace.run(
      "graph", name, "--format", "mermaid", folder: scratch.folder, environment: ["PACE_PATH": path])
  }

  @Test func `is looked for in rules, then in the folders of PACE_PATH in their order`() throws {
    let scratch = try Scratch()
    try scratch.write("b/rules/x.pace", Self.pack("fourth"))
    let path = "a:b/"
    #expect(try graph("x", scratch, path: path).output.contains("fourth"))
    try scratch.write("b/x.pace", Self.pack("third"))
    #expect(try graph("x", scratch, path: path).output.contains("third"))
    try scratch.write("a/rules/x.pace", Self.pack("second"))
    #expect(try graph("x", scratch, path: path).output.contains("second"))
    try scratch.write("rules/x.pace", Self.pack("first"))
    #expect(try graph("x", scratch, path: path).output.contains("first"))
  }

  @Test func `brings the presets and the scenarios that lie beside the pack`() throws {
    let scratch = try Scratch()
    #expect(try Pace.run("new", "x", "--dir", "far", folder: scratch.folder).status == 0)
    try scratch.write("here/note.txt", "")
    let result = try Pace.run(
      "test", "x", folder: scratch.folder.appendingPathComponent("here"),
      environment: ["PACE_PATH": "::\(scratch.path("far"))"])
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.output.contains("4 scenarios, 5 runs: all passed"))
  }

  @Test func `that no folder holds is told with where it was looked for and the nearest of all`() throws {
    let scratch = try Scratch()
    try scratch.write("b/rules/evening.pace", Self.pack("entry"))
    let result = try graph("evenig", scratch, path: "a:b")
    #expect(result.status == 2)
    #expect(
      result.remarks.hasPrefix(
        "error: there is no pack `evenig` (looked for rules/evenig.pace, a/evenig.pace, a/rules/evenig.pace, "
          + "b/evenig.pace or b/rules/evenig.pace); did you mean `evening`?\n"))
    let alone = try graph("evenig", scratch, path: "")
    #expect(
      alone.remarks.hasPrefix(
        "error: there is no pack `evenig` (looked for rules/evenig.pace; PACE_PATH can name more folders; "
          + "`pace new NAME` writes a pack)\n"))
  }

  @Test func `is a folder that is not there, and the first steps need none`() throws {
    let scratch = try Scratch()
    let environment = ["PACE_PATH": ""]
    let missing = try Pace.run("test", "rules", folder: scratch.folder, environment: environment)
    #expect(
      missing.remarks.hasPrefix(
        "error: there is no pack `rules` (looked for rules/rules.pace; there is no folder `rules` here; "
          + "`pace new NAME` writes a pack)\n"), "\(missing)")
    let welcome = try Pace.run([], folder: scratch.folder, environment: environment).output
    let steps = welcome.split(separator: "\n").filter { $0.hasPrefix("  pace ") }.map { step in
      step.split(separator: " ").prefix {
        $0 != "writes" && $0 != "runs" && $0 != "what" && $0 != "makes" && $0 != "one"
      }
      .dropFirst().map(String.init)
    }
    #expect(steps.count == 5, "\(welcome)")
    for words in steps {
      let result = try Pace.run(words, folder: scratch.folder, environment: environment)
      #expect(result.status == 0, "\(words): \(result)")
    }
  }

  /// What is included, whether `x.pace` lies beside the including file, and the help.
  @Test(
    arguments: cases([
      ("rules/x.pace", false, "; the pack of that name is `FAR/rules/x.pace`"),
      ("x", false, "; the pack of that name is `FAR/rules/x.pace`"), ("x", true, ", and ends with `.pace`"),
      ("y.pace", false, ""), ("y", false, ", and ends with `.pace`"),
    ]))
  func `in an include is no path, and the pack that it stands for is named`(
    given: Case<(String, Bool, String)>
  ) throws {
    let (path, isBeside, help) = given.value
    let scratch = try Scratch()
    let far = scratch.path("far")
    try scratch.write("far/rules/x.pace", Self.pack("first"))
    try scratch.write("here/mine.pace", "include \"\(path)\"\n")
    if isBeside { try scratch.write("here/x.pace", Self.pack("second")) }
    func lint(_ more: String...) throws -> RunResult {
      try Pace.run(
        ["lint", "here/mine.pace", "--format", "json"] + more, folder: scratch.folder,
        environment: ["PACE_PATH": far])
    }
    let found = try JSONSerialization.jsonObject(with: Data(try lint().output.utf8)) as? [String: Any]
    let finding = try #require((found?["findings"] as? [[String: Any]])?.first)
    let place = "the path is taken from the folder of the file that includes it"
    #expect(finding["help"] as? String == place + help.replacing("FAR", with: far))
    // An edit leads to a file that is there.
    let edits = finding["fix"] as? [[String: Any]] ?? []
    #expect(edits.isEmpty == (path.hasPrefix("y")))
    if let edit = edits.first?["replacement"] as? String {
      #expect(edit == (isBeside ? ".pace" : "\(far)/rules/x.pace"))
    }
  }

  @Test func `is no folder where a pack has it`() throws {
    let scratch = try Scratch()
    try scratch.write("x/other.pace", Self.pack("untidy") + "\n\n\n")
    try scratch.write("a/x.pace", Self.pack("entry"))
    let words = ["fmt", "x", "--check"]
    let found = try Pace.run(words, folder: scratch.folder, environment: ["PACE_PATH": "a"])
    #expect(found.status == 0, "\(found.output)")
    #expect(try Pace.run(words, folder: scratch.folder, environment: ["PACE_PATH": ""]).status == 1)
  }

  @Test func `that a new pack has is proposed where it leads to that pack`() throws {
    let scratch = try Scratch()
    let known = try Pace.run(
      "new", "x", "--dir", "a", folder: scratch.folder, environment: ["PACE_PATH": "a"])
    #expect(known.output.contains("  pace test x  "))
    let shadowed = try Pace.run(
      "new", "x", "--dir", "b", folder: scratch.folder, environment: ["PACE_PATH": "a:b"])
    #expect(shadowed.output.contains("  pace test b/rules/x.pace  "))
  }
}
