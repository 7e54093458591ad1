import Foundation
import Testing

struct `Looking at packs` {
  @Test func `presets stand side by side with ranges and the rules that use them`() throws {
    let result = try Pace.run("presets", "take-care")
    #expect(result.status == 0)
    try Golden.check(result.output, "presets-take-care.txt")
  }

  @Test func `a preset that builds on another says so as the pack does`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {}
      event e of s {}
      param most: number in 1 .. 9
      rule r { on e, when count(e) > most, emit x "r" }
      preset calm { most = 5 }
      preset strict extends calm { most = 2 }
      """)
    let head = try Pace.run("presets", pack).output.prefix { !$0.isNewline }
    #expect(head.hasPrefix("parameter  calm  strict extends calm  range"), "\(head)")
  }

  @Test(arguments: [("text", "rules"), ("dot", "digraph"), ("mermaid", "flowchart")])
  func `the graph is written in each format`(format: String, mark: String) throws {
    let result = try Pace.run("graph", "take-care", "--format", format)
    #expect(result.status == 0)
    #expect(result.output.contains(mark))
    #expect(result.output.contains("hydration"))
  }

  @Test func `the graph of a rule leaves the others out`() throws {
    let result = try Pace.run("graph", "take-care", "--rule", "shot_stacking")
    #expect(result.output.contains("shot_window"))
    #expect(!result.output.contains("rapid_window"))
    let wrong = try Pace.run("graph", "take-care", "--rule", "shot_staking")
    #expect(wrong.status == 2)
    #expect(wrong.remarks.contains("did you mean `shot_stacking`?"))
  }

  @Test func `a sample is the same for the same seed and never written over`() throws {
    let scratch = try Scratch()
    for name in ["a.db", "b.db"] {
      let result = try Pace.run(
        "sample", "take-care", "--db", scratch.path(name), "--subjects", "4", "--seed", "9")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("4 sessions with "))
    }
    let first = try Pace.run("eval", "take-care", "--db", scratch.path("a.db"), "--format", "jsonl").output
    #expect(
      try Pace.run("eval", "take-care", "--db", scratch.path("b.db"), "--format", "jsonl").output == first)
    #expect(!first.isEmpty)
    let again = try Pace.run("sample", "take-care", "--db", scratch.path("a.db"))
    #expect(again.status == 2)
    #expect(again.remarks.contains("expected a file that is not there yet"))
  }

  @Test func `a sample takes the place of nothing, be it a link or a file that came meanwhile`() throws {
    let scratch = try Scratch()
    let path = scratch.path("a.db")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("none.db"))
    #expect(try Pace.run("sample", "take-care", "--db", path).status == 2)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == scratch.path("none.db"))
    try FileManager.default.removeItem(atPath: path)
    let running = try RunningPace(["sample", "take-care", "--db", path, "--subjects", "5000"])
    #expect(running.waits { FileManager.default.fileExists(atPath: path + ".partial") })
    try scratch.write("a.db", "another's")
    #expect(running.waits { !running.process.isRunning })
    #expect(running.process.terminationStatus == 3)
    #expect(
      running.remarks.contains("`\(path)` cannot be written: a file is in its place"), "\(running.remarks)")
    #expect(try scratch.read("a.db") == "another's")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() == ["a.db"])
  }

  @Test func `what an interrupted sample has left is in nobody's way`() throws {
    let scratch = try Scratch()
    try scratch.write("a.db.partial", "half of a database")
    try scratch.write("a.db.partial-journal", "half of a journal")
    let result = try Pace.run("sample", "take-care", "--db", scratch.path("a.db"), "--subjects", "2")
    #expect(result.status == 0, "\(result.remarks)")
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    // It may be a file of the user's own.
    #expect(files == ["a.db", "a.db.partial", "a.db.partial-journal"])
    let nowhere = try Pace.run("sample", "take-care", "--db", scratch.path("none/a.db"))
    #expect(nowhere.status == 3)
    let problem = "`\(scratch.path("none/a.db"))` could not be made: its folder is missing"
    #expect(nowhere.remarks.contains(problem), "\(nowhere)")
  }
}

struct `Formatting packs` {
  private static let untidy = "subject session{}\nevent   entry of session { }   # kept\n"

  @Test func `files are written once and then left alone`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("pack.pace", Self.untidy)
    let result = try Pace.run(["fmt", "pack.pace"], folder: scratch.folder)
    #expect(result.status == 0)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text != Self.untidy)
    #expect(text.contains("# kept"))
    let again = try Pace.run(["fmt", "pack.pace"], folder: scratch.folder)
    #expect(again.remarks.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `what comes on standard input goes to standard output`() throws {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.untidy)
    let result = try Pace.run(["fmt", "-"], input: Self.untidy, folder: scratch.folder)
    #expect(result.status == 0 && result.remarks.isEmpty)
    let again = try Pace.run(["fmt", "-"], input: result.output, folder: scratch.folder)
    #expect(again.status == 0 && again.output == result.output)
    let check = try Pace.run(["fmt", "-", "--check"], input: Self.untidy, folder: scratch.folder)
    #expect(check.status == 1 && check.output == "- would change\n")
    let name = ["--stdin-filename", "pack.pace"]
    let diff = try Pace.run(["fmt", "-", "--diff"] + name, input: Self.untidy, folder: scratch.folder)
    #expect(diff.status == 1)
    #expect(try Pace.run(["fmt", "pack.pace", "--diff"], folder: scratch.folder).output == diff.output)
    let broken = try Pace.run(["fmt", "-"] + name, input: "rule {{{\n", folder: scratch.folder)
    #expect(broken.status == 2 && broken.output.isEmpty && broken.remarks.contains("--> pack.pace:1:"))
    let endless = try Pace.run(["fmt", "-"], input: String(repeating: "# rule\n", count: 3_000_000))
    #expect(endless.status == 3 && endless.remarks.contains("`-` cannot be read: it is larger than 16 MB"))
    #expect(try scratch.read("pack.pace") == Self.untidy)
    _ = try Pace.run(["fmt", "pack.pace"], folder: scratch.folder)
    #expect(try scratch.read("pack.pace") == result.output)
  }

  @Test(arguments: [["fmt"], ["lint", "--fix"]])
  func `a link goes on leading to the file, which keeps its mode`(words: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.write("real.pace", "subject session{}\nevent entry of session { debounce 5 m }\n")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try files.createSymbolicLink(atPath: scratch.path("link.pace"), withDestinationPath: "real.pace")
    if words == ["fmt"] { try scratch.write("real.pace", Self.untidy) }
    let before = try scratch.read("real.pace")
    let result = try Pace.run(words + ["link.pace"], folder: scratch.folder)
    #expect(result.status == 0, "\(result.remarks)")
    #expect(try scratch.read("real.pace") != before)
    #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("link.pace")) == "real.pace")
    let mode = try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(
      try files.contentsOfDirectory(atPath: scratch.folder.path).sorted() == ["link.pace", "real.pace"])
  }

  @Test func `check changes nothing and names what would change`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("pack.pace", Self.untidy)
    let result = try Pace.run(["fmt", ".", "--check"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output == "./pack.pace would change\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.untidy)
  }

  @Test func `diff shows lines taken out and put in`() throws {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.untidy)
    let result = try Pace.run(["fmt", "pack.pace", "--diff"], folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("--- pack.pace\n+++ pack.pace\n@@ -1,2 +1,"))
    #expect(result.output.contains("\n-subject session{}\n"))
  }

  @Test func `diff shows that a last line has no end, so that patch can take it`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("pack.pace", "subject s {}")
    let result = try Pace.run(["fmt", "pack.pace", "--diff"], folder: scratch.folder)
    let change = "@@ -1,1 +1,1 @@\n-subject s {}\n\\ No newline at end of file\n+subject s {}\n"
    #expect(result.output == "--- pack.pace\n+++ pack.pace\n" + change)
    try #require(try Pace.run(["fmt", "pack.pace"], folder: scratch.folder).status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == "subject s {}\n")
  }

  /// A search that never began anew would keep lists of steps that don't fit in memory.
  @Test func `a diff of 12,000 lines that all change is made as they come`() throws {
    let scratch = try Scratch()
    var text = "subject s {}\nevent e of s {}\n"
    for index in 0..<3_000 { text += "\nrule r\(index)  {\n on e\n when count(e)>=3\n emit n \"x\"\n }\n" }
    try scratch.write("pack.pace", text)
    let result = try Pace.run(["fmt", "pack.pace", "--diff"], folder: scratch.folder)
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
    var (old, new) = ("", "")
    for line in lines.dropLast() {
      if line.first != "+" { old += line.dropFirst() + "\n" }
      if line.first != "-" { new += line.dropFirst() + "\n" }
    }
    let isOld = old == text
    #expect(isOld)
    #expect(try Pace.run(["fmt", "pack.pace"], folder: scratch.folder).status == 0)
    let isNew = try scratch.read("pack.pace") == new
    #expect(isNew)
    #expect(lines.count { $0.first == "-" } == 15_000)
  }

  @Test func `a file with errors in its text is left alone`() throws {
    let scratch = try Scratch()
    let text = "subject session {\nrule {{{\n"
    let file = try scratch.write("pack.pace", text)
    let result = try Pace.run(["fmt", "pack.pace"], folder: scratch.folder)
    #expect(result.status == 2)
    #expect(result.remarks.contains("pack.pace:"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}

struct `The demo` {
  @Test(arguments: [true, false])
  func `it runs anywhere, twice the same, and names commands that work`(inRepository: Bool) throws {
    let scratch = try Scratch()
    let folder = inRepository ? Pace.repository : scratch.folder
    let environment = ["TMPDIR": scratch.folder.path]
    let first = try Pace.run(["demo"], folder: folder, environment: environment)
    let second = try Pace.run(["demo"], folder: folder, environment: environment)
    #expect(first.status == 0)
    #expect(first.remarks.isEmpty)
    #expect(first.output == second.output)
    #expect(first.output.contains("FIRED at"))
    let commands = first.output.split(separator: "\n").filter { $0.hasPrefix("  pace ") }
    #expect(commands.count == 4)
    for line in commands {
      let words = line.components(separatedBy: "  ").first { !$0.isEmpty } ?? ""
      let arguments = words.split(separator: " ").dropFirst().map(String.init)
      let result = try Pace.run(arguments, folder: folder)
      #expect(result.status == 0, "\(words): \(result.remarks)")
    }
  }

  @Test func `the copy of the pack that it carries is the pack`() throws {
    let scratch = try Scratch()
    _ = try Pace.run(["demo"], folder: scratch.folder, environment: ["TMPDIR": scratch.folder.path])
    let found =
      FileManager.default.enumerator(atPath: scratch.folder.path)?.compactMap { $0 as? String } ?? []
    for part in ["rules/take-care.pace", "presets/take-care.pace"] {
      let copy = try #require(found.first { $0.hasSuffix(part) })
      let copied = try String(contentsOfFile: scratch.path(copy), encoding: .utf8)
      let own = try String(contentsOf: Pace.repository.appendingPathComponent(part), encoding: .utf8)
      #expect(own.hasSuffix(copied), "\(part)")
    }
  }
}
