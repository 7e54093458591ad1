import Testing

/// Random ids as people read them.
struct `Ids of subjects` {
  @Test func `that begin alike are cut to as much as tells them apart`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    let ids = ["01930e1a-0c4d-7a00", "01930e1a-0c4d-7b00", "01930e1a-1c4d-7b00", "7f000001-0000-4000"]
    let rows = ids.enumerated().map { index, id in
      "('\(id)-8000-000000000001', \(Night.start + Int64(index)))"
    }
    try Night.execute(
      """
      CREATE TABLE room(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE TABLE entry(id TEXT PRIMARY KEY, room TEXT, at INTEGER);
      INSERT INTO room VALUES \(rows.joined(separator: ", "));
      """, in: path)
    let pack = try Scratch.pack(
      scratch, "subject room { ends after 1 h without entry }\nevent entry of room { }")
    let cut = ["7f000001", "01930e1a-1", "01930e1a-0c4d-7b", "01930e1a-0c4d-7a"]
    let history = try Pace.run(["history", pack, "--db", path, "--now", "2026-11-20T21:30"])
    let lines = history.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(lines.filter { $0.hasPrefix("0") || $0.hasPrefix("7") } == cut.map { $0[...] }, "\(history)")
    let status = try Pace.run(["status", pack, "--db", path, "--at", "2026-11-20T21:30"])
    #expect(status.output.contains("room \(cut[0]), "), "\(status)")
    #expect(status.output.contains("also open: \(cut.dropFirst().joined(separator: ", "))\n"), "\(status)")
  }
}
