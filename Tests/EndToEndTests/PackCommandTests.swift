import Foundation
import Testing

struct `Looking at packs` {
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
}

struct `Formatting packs` {
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
}
