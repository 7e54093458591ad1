import Foundation
import Testing

/// Where results are written: files, links to them, pipes, devices and disks without room.
struct WritingTests {
  /// A folder on a disk of 64 KB of its own; nil where none can be made.
  final class SmallDisk {
    let scratch: Scratch
    var folder: String { scratch.folder.path }

    init?() throws {
      scratch = try Scratch()
      guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/bin/mount") else { return nil }
      let made = try Pace.run(
        ["-t", "tmpfs", "-o", "size=64k", "tmpfs", scratch.folder.path], executable: "/bin/mount")
      if made.status != 0 { return nil }
    }

    deinit { _ = try? Pace.run([scratch.folder.path], executable: "/bin/umount") }

    /// Leaves room for nothing.
    func fill() throws {
      let handle = try FileHandle(forWritingTo: try scratch.write("filler", ""))
      let block = Data(repeating: 0x20, count: 4096)
      while (try? handle.write(contentsOf: block)) != nil {}
      try handle.close()
    }
  }

  private static func pipe(in scratch: Scratch) throws -> String {
    let pipe = scratch.path("pipe")
    let made = try Pace.run(["-m", "644", pipe], executable: "/usr/bin/mkfifo")
    #expect(made.status == 0)
    return pipe
  }

  /// A `pace` beside a page that is no more than its marks.
  private static func tool(in scratch: Scratch) throws -> String {
    try Pace.beside(page: "echo '<title><!--TITLE--></title><!--CONTENT--></html>'", in: scratch)
  }

  private static let untidy = "subject   s { }\nevent e of s { }\n"

  /// The device is the test's own, for a writer with this fault would replace the machine's.
  @Test func `a page goes into a device`() throws {
    let scratch = try Scratch()
    let device = scratch.path("null")
    let made = try Pace.run([device, "c", "1", "3"], executable: "/usr/bin/mknod")
    guard made.status == 0 else { return }
    let log = try Night.friday(in: scratch)
    let result = try Pace.run(
      ["studio", "take-care", "--db", log, "-o", device], executable: Self.tool(in: scratch))
    #expect(result.status == 0, "\(result.remarks)")
    #expect(try Self.type(of: device) == .typeCharacterSpecial)
  }

  private static func type(of path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  @Test func `a page goes into a pipe that has a name`() throws {
    let scratch = try Scratch()
    let pipe = try Self.pipe(in: scratch)
    let log = try Night.friday(in: scratch)
    let script =
      "timeout -s KILL 10 cat \"$2\" > \"$3\" & timeout -s KILL 10 \"$1\" studio take-care --db \"$4\" -o \"$2\"; wait"
    let result = try Pace.run(
      ["-c", script, "sh", Self.tool(in: scratch), pipe, scratch.path("read.html"), log],
      executable: "/bin/sh")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(try scratch.read("read.html").contains("</html>"))
    let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  @Test func `a full disk is named, and what was there stays`() throws {
    guard let disk = try SmallDisk() else { return }
    try disk.scratch.write("a.pace", Self.untidy)
    try disk.fill()
    let told = "cannot be written: no space is left on the device\n"
    let path = disk.scratch.path("a.pace")
    let laid = try Pace.run("fmt", path)
    #expect(laid.status == 3)
    #expect(laid.remarks.hasPrefix("error: `\(path)` \(told)"))
    #expect(laid.remarks.hasSuffix("free some space on its disk, and try again; nothing was changed\n"))
    #expect(try disk.scratch.read("a.pace") == Self.untidy)
    let tools = try Scratch()
    let log = try Night.friday(in: tools)
    let page = try Pace.run(
      ["studio", "take-care", "--db", log, "-o", disk.scratch.path("page.html")],
      executable: Self.tool(in: tools))
    #expect(page.status == 3 && page.remarks.contains(told) && page.remarks.contains("\nfree some space"))
    let pack = try Pace.run("new", "evenings", "--dir", disk.folder)
    #expect(pack.status == 3 && pack.remarks.contains("no space is left on the device\n"), "\(pack.remarks)")
    let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder).sorted()
    #expect(left == ["a.pace", "filler"])
  }

  @Test func `what is at the path of a new log stays as it is unless it is an empty file`() throws {
    let scratch = try Scratch()
    let pipe = try Self.pipe(in: scratch)
    let result = try Pace.run(
      ["init", "take-care", "--db", pipe, "--accept"], executable: Pace.binary, seconds: 20)
    #expect(result.status == 3, "\(result.remarks)")
    let mode = try FileManager.default.attributesOfItem(atPath: pipe)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test func `a text of any size is read no further than a text may be long`() throws {
    let scratch = try Scratch()
    for name in ["large.pace", "large.csv"] {
      let file = try scratch.write(name, "")
      try FileHandle(forWritingTo: file).truncate(atOffset: 3 << 30)
    }
    let script = "ulimit -v 2000000; exec \"$@\""
    let log = try Night.friday(in: scratch)
    let labels = ["--labels", scratch.path("large.csv")]
    for words in [["lint", scratch.path("large.pace")], ["fit", "take-care", "--db", log] + labels] {
      let result = try Pace.run(["-c", script, "sh", Pace.binary] + words, executable: "/bin/sh")
      let told = result.output + result.remarks
      #expect(told.contains("it is larger than 16 MB"), "\(told)")
    }
  }

  /// Other builds take minutes over either.
  @Test(.enabled(if: Pace.isRelease)) func `what is saved during a long run is not written over`() throws {
    let scratch = try Scratch()
    func ends(_ running: RunningPace, with problem: String) {
      #expect(running.waits { !running.process.isRunning })
      #expect(running.process.terminationStatus == 3)
      #expect(running.remarks.contains(problem), "\(running.remarks)")
    }
    let head = "subject s { }\nevent e of s { }\n"
    let rules = (0..<20_000).map {
      "rule r\($0) { on e, when count(e, last \($0 + 1) min) >= 2, emit n \"N\" }\n"
    }
    try scratch.write("all/b.pace", head + rules.joined())
    let spare = head + "rule r { on e, cooldown: 5 min, emit n \"N\" }\n"
    let first = try scratch.write("all/a.pace", spare).path
    let lint = try RunningPace(["lint", scratch.path("all"), "--fix"])
    #expect(lint.waits { lint.processorSeconds > 0.2 })
    try scratch.write("all/a.pace", spare + "# mine\n")
    ends(lint, with: "\(first) has changed meanwhile")
    #expect(try scratch.read("all/a.pace") == spare + "# mine\n")

    let new = scratch.path("new.test.pace")
    let pack = Pace.repository.appendingPathComponent("presets/take-care.pace").path
    let text = try String(
      contentsOfFile: Pace.repository.appendingPathComponent("rules/take-care.pace").path, encoding: .utf8)
    let copy = try scratch.write("copy.pace", text.replacing("../presets/take-care.pace", with: pack)).path
    let test = try RunningPace(["test", copy, "--mutate", "--write", new])
    #expect(test.waits { test.processorSeconds > 0.2 })
    try scratch.write("new.test.pace", "# mine\n")
    ends(test, with: "\(new) has appeared meanwhile")
    #expect(try scratch.read("new.test.pace") == "# mine\n")
  }

  @Test func `a line to import is held no further than a line may be long`() throws {
    let scratch = try Scratch()
    let log = scratch.path("log.db")
    #expect(try Pace.run("init", "take-care", "--db", log, "--accept").status == 0)
    let line = #"{"subject":"s1","at_ms":1795208940000,"event":"drink","kind":"beer","units":1,"id":"x"}"#
    let length = Pace.isRelease ? 500_000_000 : 20_000_000
    let script = """
      { printf '{"event":"'; head -c \(length) /dev/zero | tr '\\0' a; printf '\\n%s\\n' '\(line)'; } |
      (ulimit -v 700000; "$1" import take-care --db "$2" -)
      """
    let result = try Pace.run(["-c", script, "sh", Pace.binary, log], executable: "/bin/sh")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.remarks == "line 1: it is longer than 16 MB; skipped\n")
    #expect(result.output == "2 objects: 1 drink · 1 skipped\n")
    let array = scratch.path("array.json")
    let long = try Pace.run(
      [
        "-c", #"{ printf '[{"a":"'; head -c 17000000 /dev/zero | tr '\0' a; printf '"}]'; } > "$1""#, "sh",
        array,
      ], executable: "/bin/sh")
    #expect(long.status == 0)
    let refused = try Pace.run("import", "take-care", "--db", log, array)
    #expect(refused.status == 3)
    #expect(
      refused.remarks.contains("object 1 is longer than 16 MB\ntake it out, or write one object a line"))
  }
}
