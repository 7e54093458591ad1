import Testing

/// A supposed event has the place that its row would have, had it been logged.
struct `A supposed event among others of its instant` {
  private static let pack = """
    subject person {}
    event cup of person {}
    event walk of person {}
    scale mood = calm < awake
    rule busy {
      on walk
      when count(cup, last 1 h) >= 2
      emit notice "Two cups before a walk."
    }
    rule jumpy {
      on cup
      when count(walk, today) == 0 and count(cup, today) >= 2
      emit notice "Two cups and no walk."
    }
    rule high {
      when count(cup, last 1 h) >= 2
      raise mood to awake
    }
    """

  /// A cup and a walk in one instant, and as many more cups as said.
  private func log(in scratch: Scratch, more: Int) throws -> String {
    let path = scratch.path("log\(more).db")
    let extra = (0..<more).map { "INSERT INTO cup VALUES ('z\($0)', 'p', \(Night.start));\n" }.joined()
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE TABLE cup(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      CREATE TABLE walk(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Night.start));
      INSERT INTO cup VALUES ('a', 'p', \(Night.start));
      INSERT INTO walk VALUES ('a', 'p', \(Night.start));
      \(extra)
      """, in: path)
    return path
  }

  @Test func `comes before those of an event declared later, as its row would`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    // What happens with the row logged by hand: the walk finds two cups, and the cup no walk.
    let hand = try Pace.run("eval", pack, "--db", try log(in: scratch, more: 1), "--format", "summary")
    #expect(hand.output.contains("busy\t1\njumpy\t1\n"), "\(hand.output)\(hand.remarks)")
    let path = try log(in: scratch, more: 0)
    for rule in ["busy", "jumpy"] {
      let text = try Pace.run("explain", pack, "--db", path, "--at", "21:00", "--rule", rule).output
      #expect(text.contains("one more cup"), "\(text)")
      #expect(text.contains("awake after 1 more cup\n"), "\(text)")
    }
  }
}
