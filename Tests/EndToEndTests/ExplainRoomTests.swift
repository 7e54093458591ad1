import Testing

/// What a page of `explain` does where ids are alike or a rule is long.
struct `A crowded page` {
  private static let rules = """
    subject s { on_: bool = yes }
    event e of s { v: number = 1 }
    event r of s { }
    scale g = a < b
    param p: number = 3 in 0 .. 20 step 1
    param w: duration = 90 min in 1 min .. 3 h step 1 min
    rule k_NAME { on e
      when sum(e.v, last w) >= p and count(e, today) >= 2 and (since(r) > 30 min or count(r) == 0)
        and latest(e.v) < 5 and g >= b
      emit warning "That is {count(e, today)} today, {sum(e.v, last w)} mg in {w}. Slow down, and have a pause."
      cooldown 10 min
      limit 5 today
      limit 20 this week
      quiet 22:00 to 07:00
      unless since(r) < 10 min
      unless count(r, today) >= 5 }
    rule lev { when count(e, last 1 h) >= 2
      raise g to b }
    policy warning { limit 9 today
      cooldown 5 min
      unless not on_
      quiet 21:00 to 06:00 }
    """

  /// The page of the firing at the third of six events, which come nine seconds apart.
  private static func page(name: String = "short") throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, rules.replacing("NAME", with: name))
    let path = scratch.path("k.db")
    let stems = ["3280", "55a8", "78d0", "9bf8", "bf20", "e248"]
    let events = stems.enumerated().map { index, stem in
      "INSERT INTO e VALUES ('01a207a2-\(stem)-7abc-8def-01234567890\(index)', 'ann', "
        + "\(1_795_424_400_000 + index * 9000), NULL);"
    }
    try Night.execute(
      """
      CREATE TABLE e(id text, s text, at integer, v real);
      CREATE TABLE r(id text, s text, at integer);
      INSERT INTO r VALUES ('r1', 'ann', 1795420800000);
      \(events.joined(separator: "\n"))
      """, in: path)
    return try Pace.run("explain", pack, "--db", path, "--notice", "1").output
  }

  @Test func `tells rows apart whose ids begin with the same time`() throws {
    let page = try Self.page()
    #expect(page.contains("without 01a207a2-7, 01a207a2-5 or 01a207a2-3"), "\(page)")
    #expect(page.contains("e (01a207a2-7)"), "\(page)")
    #expect(!page.contains("01a207a2)"), "\(page)")
  }

  @Test func `tells open gates together to fit on a screen`() throws {
    let page = try Self.page()
    let lines = page.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24, "\(lines.count) lines:\n\(page)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(page)")
    #expect(page.contains("open: cooldown 10 min, limit 0 of 5 today, limit 0 of 20 this week"), "\(page)")
    #expect(page.contains("policy open: limit 0 of 9 today, cooldown 5 min"), "\(page)")
  }

  @Test func `breaks a rule's name that is longer than a line`() throws {
    let name = Array(repeating: "long_name", count: 9).joined(separator: "_")
    let page = try Self.page(name: name)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
    #expect(page.filter { !$0.isWhitespace }.contains("k_\(name)FIRED"), "\(page)")
  }

  @Test func `names what an equality compares, however narrow it is`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let page = try Pace.run(
      "explain", "take-care", "--db", path, "--rule", "hydration", "--at", "21:09",
      environment: ["COLUMNS": "40"]
    ).output
    #expect(page.contains("hydration_cadence = 0 == 0"), "\(page)")
    #expect(!page.contains("(0 == 0"), "\(page)")
  }
}
