import Foundation
import Testing

/// Ids as `show` prints them, to be given to `edit` and `delete`.
struct ShownIDTests {
  @Test func `random ids are shown up to where they differ`() throws {
    let scratch = try Scratch()
    let rules = "subject s { }\nevent cup of s { }\nrule r { on cup, emit note \"x\" }"
    let pack = try Scratch.pack(scratch, rules)
    let ids = [
      "01912d68-783e-7a03-8467-5661c1243ad4", "01912d68-c4ce-7db3-a2f1-0dba44a2b4a1",
      "d56163a8-3a5e-4a86-9a54-7b0f3e6d2c11", "morning-of-the-first-day",
    ]
    let lines = ids.enumerated().map { index, id in
      #"{"subject":"a","at":"2026-03-01T10:0\#(index)Z","event":"cup","id":"\#(id)"}"# + "\n"
    }
    let path = scratch.path("log.db")
    #expect(try Pace.run("init", pack, "--db", path, "--zone", "UTC").status == 0)
    let taken = try Pace.run(["import", pack, "--db", path, "-"], input: lines.joined())
    #expect(taken.status == 0, "\(taken)")
    let shown = try Pace.run("show", pack, "--db", path, "--subject", "a").output
    for id in ["01912d68-7", "01912d68-c", "d56163a8", ids[3]] {
      #expect(shown.contains(" \(id)\n"), "\(shown)")
    }
    // Rows that aren't shown are told apart from too.
    let some = try Pace.run("show", pack, "--db", path, "--subject", "a", "--to", "2026-03-01T10:00").output
    #expect(some.contains(" 01912d68-7\n"), "\(some)")
    let gone = try Pace.run("delete", pack, "01912d68-c", "--db", path)
    #expect(gone.status == 0, "\(gone)")
  }
}
