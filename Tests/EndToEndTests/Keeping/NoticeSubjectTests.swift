import Testing

/// Whose a notice is, where several subjects are open.
struct NoticeSubjectTests {
  private static let rules = """
    subject plant { }
    event watering of plant { }
    rule dry {
      when since(watering) > 3 d
      emit reminder "Water me."
    }
    """

  /// A log of one plant, or of two, watered three days apart.
  private static func plants(_ ids: [String], _ scratch: Scratch) throws -> KeptLog {
    let log = try KeptLog(try Scratch.pack(scratch, rules), now: "2026-11-01T09:00")
    for (index, id) in ids.enumerated() {
      _ = try log.run("start", "--subject", id, "--also", now: "2026-11-01T09:00")
      _ = try log.run("log", "watering", "--subject", id, now: "2026-11-0\(1 + 3 * index)T09:00")
    }
    return log
  }

  @Test func `one notice names its subject where more than one is open`() throws {
    let scratch = try Scratch()
    let told = try Self.plants(["fern", "basil"], scratch).run("notify", now: "2026-11-05T12:00")
    #expect(told.output.contains("  fern  reminder  dry  "), "\(told)")
  }

  @Test func `it names none where only one is open, or the command names it`() throws {
    let scratch = try Scratch()
    let only = try Self.plants(["fern"], scratch).run("notify", now: "2026-11-05T12:00")
    #expect(only.output.contains("reminder") && !only.output.contains("fern"), "\(only)")
    let others = try Scratch()
    let named = try Self.plants(["fern", "basil"], others).run(
      "notify", "--subject", "fern", now: "2026-11-05T12:00")
    #expect(named.output.contains("reminder") && !named.output.contains("fern"), "\(named)")
  }

  @Test func `the clock is read in the zone of the file, and its help says so`() throws {
    let help = try Pace.run("log", "--help")
    let words = "take this for what the clock says, in the zone of --zone or the file"
    #expect(help.output.contains(words), "\(help)")
    let scratch = try Scratch()
    let rules = "subject plant { zone: text = \"Asia/Kathmandu\" }\nevent watering of plant { }\n"
    let log = try KeptLog(
      try Scratch.pack(scratch, rules), "--zone", "Europe/Berlin", now: "2026-11-01T09:00")
    let row = try log.run("log", "watering", now: "2026-11-01T10:00")
    #expect(row.output.hasPrefix("14:45:00 Asia/Kathmandu  watering"), "\(row)")
  }
}
