import Foundation
import Testing

struct `A new pack` {
  static let files = ["presets/x.pace", "rules/x.pace", "rules/x.test.pace"]

  /// The files below a folder, without the folders.
  static func files(in scratch: Scratch) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path)
      .filter { $0.contains(".") }.sorted()
  }

  @Test(arguments: ["x", "a-long_name-of-a-pack-2"])
  func `is formatted, has nothing to find, passes and is proved`(name: String) throws {
    let scratch = try Scratch()
    let made = try Pace.run("new", name, folder: scratch.folder)
    #expect(made.status == 0, "\(made.remarks)")
    let wrote = "wrote rules/\(name).pace, presets/\(name).pace, rules/\(name).test.pace\n"
    #expect(made.output.hasPrefix(wrote))
    for words in [
      ["fmt", "rules", "presets", "--check"], ["lint", "rules", "presets"], ["lint", name],
      ["test", name, "--coverage", "--mutate", "--threshold", "100"], ["prove", name],
    ] {
      let result = try Pace.run(words, folder: scratch.folder)
      #expect(result.status == 0, "\(words): \(result.output)\(result.remarks)")
      if words[0] == "test" { #expect(result.output.contains("4 scenarios, 5 runs: all passed")) }
      if words[0] == "lint" { #expect(result.output.hasPrefix("nothing found in ")) }
    }
  }

  @Test func `tells three commands that work as they are`() throws {
    let scratch = try Scratch()
    let output = try Pace.run("new", "x", folder: scratch.folder).output
    let steps = output.components(separatedBy: "\n").filter { $0.hasPrefix("  pace ") }
      .map { $0.dropFirst(2).components(separatedBy: "  ")[0] }
    #expect(steps == ["pace test x", "pace lint x", "pace init x --db x.db"])
    for step in steps {
      let words = step.split(separator: " ").dropFirst().map(String.init)
      #expect(try Pace.run(words, folder: scratch.folder).status == 0, "\(step)")
    }
    #expect(try Pace.run("log", "x", "small", "--db", "x.db", folder: scratch.folder).status == 0)
  }

  @Test func `is written elsewhere with --dir, and named by its path there`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("new", "x", "--dir", "my packs/of mine", folder: scratch.folder)
    #expect(result.status == 0, "\(result.remarks)")
    #expect(try Self.files(in: scratch) == Self.files.map { "my packs/of mine/\($0)" })
    #expect(result.output.contains("pace test 'my packs/of mine/rules/x.pace'  "))
    let test = try Pace.run("test", "my packs/of mine/rules/x.pace", folder: scratch.folder)
    #expect(test.status == 0, "\(test.output)\(test.remarks)")
  }

  @Test(arguments: files)
  func `is never written over what is there`(there: String) throws {
    let scratch = try Scratch()
    try scratch.write(there, "# mine\n")
    let result = try Pace.run("new", "x", folder: scratch.folder)
    #expect(result.status == 2)
    #expect(
      result.remarks.hasPrefix(
        "error: `\(there)` is there already, so nothing was written; choose another name"))
    #expect(try Self.files(in: scratch) == [there])
    #expect(try scratch.read(there) == "# mine\n")
  }

  @Test func `names all that is there, a link that leads nowhere among it`() throws {
    let scratch = try Scratch()
    try scratch.write("rules/x.pace", "")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("rules/x.test.pace"), withDestinationPath: "none")
    let result = try Pace.run("new", "x", folder: scratch.folder)
    #expect(result.status == 2)
    #expect(
      result.remarks.hasPrefix("error: `rules/x.pace`, `rules/x.test.pace` are there already"))
    #expect(try Self.files(in: scratch) == ["rules/x.pace", "rules/x.test.pace"])
  }

  @Test(arguments: ["a/b", "", "x.pace", "two words", "ä", ".."])
  func `has a name of letters, digits and two signs`(name: String) throws {
    let scratch = try Scratch()
    let result = try Pace.run("new", name, folder: scratch.folder)
    #expect(result.status == 2)
    #expect(
      result.remarks.hasPrefix(
        "error: a pack cannot be called `\(name)`: its name is made of the letters a to z, large or small, digits, "
      ))
    #expect(try Self.files(in: scratch).isEmpty)
  }

  @Test func `needs one name that is no option`() throws {
    let scratch = try Scratch()
    let none = try Pace.run("new", folder: scratch.folder)
    #expect(none.status == 2)
    #expect(none.remarks.hasPrefix("error: a NAME is missing"))
    #expect(try Pace.run("new", "x", "y", folder: scratch.folder).status == 2)
    #expect(try Pace.run("new", "--", "-x", folder: scratch.folder).status == 2)
    #expect(try Self.files(in: scratch).isEmpty)
  }

  @Test func `is written whole or not at all`() throws {
    let scratch = try Scratch()
    try scratch.write("presets", "a file where a folder should be")
    let result = try Pace.run("new", "x", folder: scratch.folder)
    #expect(result.status == 3)
    let told = "error: the folder `presets` cannot be made: a file is in its place\nnothing was written"
    #expect(result.remarks.hasPrefix(told), "\(result.remarks)")
    #expect(try Self.files(in: scratch).isEmpty)
  }

  @Test func `leaves no folder behind on a full disk, but those that were there`() throws {
    let scratch = try Scratch()
    let words = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" new x --dir a/b 2> /dev/null", Pace.binary]
    let folder = scratch.folder.appendingPathComponent("a")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let result = try Pace.run(words, folder: scratch.folder, executable: "/bin/bash")
    #expect(result.status == 3, "\(result)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path) == ["a"])
  }
}
