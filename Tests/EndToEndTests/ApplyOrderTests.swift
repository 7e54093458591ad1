import PaceOracle
import Testing

/// `--apply` of a value that breaks an `order` which held before.
struct ApplyOrderTests {
  private static func pack(_ effect: String) -> String {
    """
    subject s { mode: preset = b }
    event e of s { }
    param d: duration in 1 min .. 2 h step 1 min
    scale z = low < high
    rule r1 { when since(e) >= d, \(effect) }
    preset a { d = 45 min }
    preset b { d = 30 min }
    order a < b
    source c { e from e { id = rowid, s = s, at = at as iso8601 } }

    """
  }

  /// A rule without a trigger that emits has spoken earlier under the stricter preset, and is on all the same.
  @Test(
    arguments: cases([
      #"emit page "1""#, #"emit page "1", repeat 10 min"#, "raise z to high",
      #"raise z to high, emit page "1""#,
    ]))
  func `sweep tells it whatever the rule does`(given: Case<String>) throws {
    let scratch = try Scratch()
    let path = try Scratch.pack(scratch, Self.pack(given.value))
    let result = try Pace.run("sweep", path, "--apply", "d=50min", "--preset", "b")
    #expect(result.status == 0)
    #expect(result.remarks.contains("note: this breaks a < b for r1"), "\(result.remarks)")
    let back = try Pace.run("sweep", path, "--apply", "d=55min", "--preset", "b")
    #expect(!back.remarks.contains("note"), "\(back.remarks)")
  }

  @Test func `fit writes nothing`() throws {
    let scratch = try Scratch()
    try scratch.write("q.pace", Self.pack(#"emit page "1""#))
    try scratch.write("e.csv", "s,at\ns1,2026-03-02T10:00Z\ns1,2026-03-02T13:00Z\n")
    try scratch.write(
      "l.csv",
      """
      subject,from,to,wanted,rule
      s1,2026-03-02T10:49Z,2026-03-02T10:51Z,yes,r1
      s1,2026-03-02T10:20Z,2026-03-02T10:45Z,no,r1

      """)
    let result = try Pace.run(
      ["fit", "q.pace", "--db", "e.csv", "--labels", "l.csv", "--preset", "b", "--apply"],
      folder: scratch.folder)
    #expect(result.status == 1)
    #expect(result.output.contains("broken with these values in b: a < b for r1"), "\(result.output)")
    #expect(
      result.remarks.contains("nothing was written, for it would break a < b for r1"), "\(result.remarks)")
    #expect(try scratch.read("q.pace") == Self.pack(#"emit page "1""#))
  }
}
