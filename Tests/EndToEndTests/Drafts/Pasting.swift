import Foundation
import Testing

/// A pack without a source, the log of another program, and the draft that goes between them.
struct Pasting {
  private let scratch: Scratch
  /// The log's path.
  let log: String
  /// What pace said of the log, from the draft on.
  let draft: String
  /// The pack with the draft at its end.
  let pack: String

  /// - Parameters:
  ///   - pack: a pack that reads tables of its own names only.
  ///   - make: writes the log and gives its path.
  ///   - edit: what a reader who went through the `# check:` lines would change.
  init(
    _ pack: String, _ make: (Scratch) throws -> String, edit: (String) -> String = { $0 }
  ) throws {
    scratch = try Scratch()
    log = try make(scratch)
    let plain = try Scratch.pack(scratch, pack)
    let refused = try Pace.run("eval", plain, "--db", log)
    #expect(refused.status == 3 && refused.output.isEmpty, "\(refused)")
    let told = "a source that may fit, to be checked and added to the pack:\n\n"
    let start = try #require(refused.remarks.range(of: told)?.upperBound, "\(refused)")
    draft = String(refused.remarks[start...])
    self.pack = try Scratch.pack(scratch, pack + "\n" + edit(draft), name: "fitting.pace")
    let linted = try Pace.run("lint", self.pack, "--db", log)
    #expect(linted.status == 0, "\(linted)\n\(draft)")
  }

  /// The notices: instant, rule and message.
  func notices(_ options: String...) throws -> [String] {
    let result = try Pace.run(["eval", pack, "--db", log, "--format", "csv"] + options)
    #expect(result.status == 0 && !result.remarks.contains("skipped"), "\(result)")
    return result.output.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[1]) \(cells[3]): \(cells[8])"
    }
  }

  /// Why the first notice was given.
  func why(_ options: String...) throws -> String {
    let result = try Pace.run(["explain", pack, "--db", log, "--notice", "1"] + options)
    #expect(result.status == 0, "\(result)")
    return result.output
  }
}
