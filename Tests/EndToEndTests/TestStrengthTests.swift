import Foundation
import Testing

struct `How strong scenarios are` {
  private static let pack = """
    subject session { }
    event entry of session { }
    param most: number in 1 .. 9 step 1
    preset loose { most = 3 }
    preset tight { most = 2 }
    rule many {
      on entry
      when count(entry, last 10 min) >= most
      emit note "Many."
      cooldown 20 min
    }
    """
  private static let scenarios = """
    include "pack.pace"

    scenario "two entries" {
      start 2026-11-20 21:00
      preset tight
      at 21:00 entry
      at 21:10 entry
      expect many at 21:10
    }
    """

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.pack + "\n")
    try scratch.write("pack.test.pace", Self.scenarios + "\n")
    return scratch
  }

  @Test func `a pack in a folder is measured once, by all its test files`() throws {
    let scratch = try folder()
    let write = ["test", "pack.pace", "--mutate", "--write", "more.test.pace"]
    #expect(try Pace.run(write, folder: scratch.folder).status == 1)
    let named = ["pack.pace", "more.test.pace"]
    // A pack of other rules about the same subject stays one of its own.
    try scratch.write(
      "tests/other.pace", "include \"../pack.pace\"\nrule all { on entry, emit note \"One.\" }\n")
    for option in ["--mutate", "--coverage"] {
      let both = try Pace.run(["test"] + named + [option], folder: scratch.folder)
      let share = try #require(both.output.split(separator: "\n").last)
      let found = try Pace.run(["test", "."] + [option, "--threshold", "90"], folder: scratch.folder)
      let rows = found.output.split(separator: "\n").filter { $0.hasSuffix(" %") && $0.contains(".pace ") }
      #expect(rows.map { $0.prefix { $0 != " " } } == ["pack.pace", "./tests/other.pace"], "\(found.output)")
      #expect(rows.first?.hasSuffix(share.split(separator: " ").suffix(2).joined(separator: " ")) ?? false)
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [false, true])
  func `watching runs again when a file is written, and where a link leads to it`(isLink: Bool) throws {
    let scratch = try folder()
    if isLink {
      let path = scratch.path("pack.pace")
      try FileManager.default.moveItem(atPath: path, toPath: scratch.path("real.txt"))
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real.txt")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Pace.binary)
    process.arguments = ["test", "pack.pace", "--watch"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A child of the test runner may have been started with other signals blocked, and would go on for ever.
    defer { kill(process.processIdentifier, SIGKILL) }
    #expect(read(output, upTo: "all passed"))
    try scratch.write(
      isLink ? "real.txt" : "pack.pace",
      Self.pack.replacing("tight { most = 2 }", with: "tight { most = 4 }") + "\n")
    #expect(read(output, upTo: "1 failed"))
  }

  /// Whether a text comes before the output ends.
  private func read(_ pipe: Pipe, upTo text: String) -> Bool {
    var seen = Data()
    while true {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return false }
      seen += more
      if String(decoding: seen, as: UTF8.self).contains(text) { return true }
    }
  }
}
