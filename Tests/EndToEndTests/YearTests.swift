import Testing

/// Dates beside others: a year is written where it is not the one that a reader takes for granted.
struct YearTests {
  private static let program = """
    subject person { mode: preset = a }
    event pill of person {}
    param n: number = 1 in 1 .. 9 step 1
    preset a { n = 1 }
    preset b { n = 2 }
    rule taken { on pill, when count(pill, today) >= n, emit note "Taken." }
    rule often { on pill, when count(pill, last 300 d) >= 2, emit note "Often.", limit 9 last 400 d }
    rule quiet { on pill, when streak(days where count(pill, today) == 0) >= 2, emit note "Quiet." }
    """

  private let scratch: Scratch
  private let log: KeptLog

  /// A pill at nine on 28 December 2024, 1 January 2025 and 31 December 2025.
  init() throws {
    scratch = try Scratch()
    log = try KeptLog(try Scratch.pack(scratch, Self.program), now: "2024-12-28T08:00")
    for (id, day) in [("p1", "2024-12-28"), ("p2", "2025-01-01"), ("p3", "2025-12-31")] {
      try log.log("pill", id, now: "\(day)T09:00")
    }
  }

  private func output(_ command: String, _ words: String...) throws -> String {
    let result = try Pace.run([command, log.pack, "--db", log.path] + words)
    #expect(result.status == 0, "\(result)")
    return result.output
  }

  @Test func `a grid of presets and a timeline name the years after that of their heading`() throws {
    let grid = try output("eval", "--preset", "all")
    for clock in [
      "09:00:00                     ", "09:00:00 on 1 January 2025   ", "09:00:00 on 31 December 2025 ",
    ] {
      #expect(grid.contains("\n\(clock) note  taken  ●  ·\n"), "\(grid)")
    }
    let timeline = try output("explain", "--rule", "taken", "--all")
    for clock in ["09:00:00 ", "09:00:00 on 1 January 2025 ", "09:00:00 on 31 December 2025 "] {
      #expect(timeline.contains("\n  \(clock)"), "\(timeline)")
    }
  }

  @Test func `a status names the year of what was last where it is not the clock's`() throws {
    let same = try output("status", "--now", "2025-12-31T12:00")
    #expect(same.contains("since 09:00:00 on 28 December 2024, preset a\n"), "\(same)")
    #expect(same.contains("last pill    09:00:00, 3 h ago\n"), "\(same)")
    let later = try output("status", "--now", "2026-12-31T09:00")
    #expect(later.contains("last pill    09:00:00 on 31 December 2025, 365 d ago\n"), "\(later)")
  }

  @Test func `the rows, gates and days behind an outcome name another year and not their own`() throws {
    let often = try output("explain", "--rule", "often", "--at", "2025-01-01T09:00")
    #expect(often.contains("  28 Dec 2024 09:00 pill (p1) · 1 Jan 09:00 pill (p2)\n"), "\(often)")
    #expect(often.contains("clears at 09:00:00.001 on 24 October if"), "\(often)")
    let quiet = try output("explain", "--rule", "quiet", "--at", "2025-01-01T09:00")
    #expect(quiet.contains("days 29 to 31 Dec 2024"), "\(quiet)")
    let long = try output("explain", "--rule", "quiet", "--at", "2025-12-31T09:00")
    #expect(long.contains("days 2 Jan to 30 Dec\n"), "\(long)")
    let last = try output("explain", "--rule", "often", "--at", "2025-12-31T09:00")
    #expect(last.contains("last fired at 09:00:00 on 1 January\n"), "\(last)")
  }
}
