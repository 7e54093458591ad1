import Foundation
import Testing

struct `Output that cannot be written` {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is told of and exits 3`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let result = try Pace.run(["--help"], output: full)
    #expect(result.status == 3)
    #expect(result.remarks == "error: cannot write the output: no space is left on the device\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a file that was made is named where its making can't be told`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let scratch = try Scratch()
    for (command, option) in [("init", "--accept"), ("sample", "--subjects=2")] {
      let path = scratch.path("\(command).db")
      let made = try Pace.run([command, "take-care", "--db", path, option], output: full)
      #expect(made.status == 3)
      #expect(made.remarks.contains("is done and stands in `\(path)`"), "\(made.remarks)")
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a reader that has seen enough is no error`() throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "300", "--seed", "1")
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try Pace.run(
      ["eval", "take-care", "--db", path, "--format", "jsonl"], output: pipe.fileHandleForWriting)
    #expect(result.status == 0)
    #expect(result.remarks.isEmpty)
  }
}
