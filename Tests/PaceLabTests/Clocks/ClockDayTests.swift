import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore
import Testing

struct `Days of clock changes` {
  private static let text = """
    subject room { remind_at: time = 01:30, late: time }
    event entry of room { }
    calendar { day starts 00:00 }
    rule own { at remind_at, emit note "a" }
    rule fixed { at 02:15, emit note "b" }
    rule often { every 1 h from 00:00 to 06:00, emit note "c" }
    rule inside { when clock in 01:45 to 02:15, emit note "d", repeat daily }
    rule open { at late, emit call "e" }
    policy call { quiet 22:00 to 07:00 }
    """

  private static func zone(_ name: String) throws -> Zone {
    var zones = ZoneDirectory()
    let zone = zones.zone(named: name)
    return try #require(zone)
  }

  /// The effects on the first change after a day, below its title.
  private func day(_ zone: String, after date: String, of text: String = Self.text) throws -> [String] {
    let zone = try Self.zone(zone)
    let program = try #require(compile(("a.pace", text)).program)
    let start = Instant(try #require(CivilDate(date)).dayNumber * 86_400_000)
    let day = ClockDay(try #require(ClockChange.next(1, in: zone, after: start).first), in: zone, of: program)
    return [day.title]
      + ClockClause.all(in: program).map {
        "\(program[$0.rule].name.text): \($0.text): \(day.effect(of: $0))"
      }
  }

  @Test func `a spring day in London lacks the hour from one to two`() throws {
    #expect(
      try day("Europe/London", after: "2027-01-01") == [
        "2027-03-28: clocks go from 01:00 to 02:00",
        "own: at remind_at (01:30): ticks at 02:00 (+01:00), since clocks skip 01:30",
        "fixed: at 02:15: ticks at 02:15 (+01:00)",
        "often: every 1 h from 00:00 to 06:00: "
          + "ticks 5 times instead of 6, from 00:00 (+00:00) to 05:00 (+01:00)",
        "inside: clock in 01:45 to 02:15: lasts 15 min instead of 30 min",
        "inside: repeat daily: the day lasts 23 h, from 00:00 (+00:00) to 00:00 (+01:00)",
        "open: at late: not fixed: it has no default",
        "open: quiet 22:00 to 07:00: lasts 8 h instead of 9 h",
      ])
  }

  @Test func `the first minute that is skipped is one of them, and the first after them is not`() throws {
    let text = """
      subject room { }
      event entry of room { }
      rule first { at 01:00, emit note "a" }
      rule next { at 02:00, emit note "b" }
      """
    #expect(
      try day("Europe/London", after: "2027-01-01", of: text).dropFirst() == [
        "first: at 01:00: ticks at 02:00 (+01:00), since clocks skip 01:00",
        "next: at 02:00: ticks at 02:00 (+01:00)",
      ])
    #expect(
      try day("Europe/London", after: "2027-06-01", of: text).dropFirst() == [
        "first: at 01:00: ticks at 01:00 (+01:00), the first of two times",
        "next: at 02:00: ticks at 02:00 (+00:00)",
      ])
  }

  @Test func `an autumn day in London has that hour twice`() throws {
    #expect(
      try day("Europe/London", after: "2027-06-01") == [
        "2027-10-31: clocks go back from 02:00 to 01:00",
        "own: at remind_at (01:30): ticks at 01:30 (+01:00), the first of two times",
        "fixed: at 02:15: ticks at 02:15 (+00:00)",
        "often: every 1 h from 00:00 to 06:00: "
          + "ticks 7 times instead of 6, from 00:00 (+01:00) to 05:00 (+00:00)",
        "inside: clock in 01:45 to 02:15: lasts 1 h 30 min instead of 30 min",
        "inside: repeat daily: the day lasts 25 h, from 00:00 (+01:00) to 00:00 (+00:00)",
        "open: at late: not fixed: it has no default",
        "open: quiet 22:00 to 07:00: lasts 10 h instead of 9 h",
      ])
  }

  @Test func `Lord Howe moves its clocks by half an hour`() throws {
    #expect(
      try day("Australia/Lord_Howe", after: "2027-06-01") == [
        "2027-10-03: clocks go from 02:00 to 02:30",
        "own: at remind_at (01:30): ticks at 01:30 (+10:30)",
        "fixed: at 02:15: ticks at 02:30 (+11:00), since clocks skip 02:15",
        "often: every 1 h from 00:00 to 06:00: ticks 6 times, from 00:00 (+10:30) to 05:30 (+11:00)",
        "inside: clock in 01:45 to 02:15: lasts 15 min instead of 30 min",
        "inside: repeat daily: the day lasts 23 h 30 min, from 00:00 (+10:30) to 00:00 (+11:00)",
        "open: at late: not fixed: it has no default",
        "open: quiet 22:00 to 07:00: lasts 8 h 30 min instead of 9 h",
      ])
    #expect(
      try day("Australia/Lord_Howe", after: "2028-01-01").prefix(2) == [
        "2028-04-02: clocks go back from 02:00 to 01:30",
        "own: at remind_at (01:30): ticks at 01:30 (+11:00), the first of two times",
      ])
  }

  @Test func `a day whose last hour is skipped is the shorter one`() throws {
    let lines = try day("America/Nuuk", after: "2027-01-01")
    #expect(lines.first == "2027-03-27: clocks go from 23:00 to 00:00")
    #expect(
      lines.contains("inside: repeat daily: the day lasts 23 h, from 00:00 (-02:00) to 00:00 (-01:00)"),
      "\(lines)")
  }

  @Test func `a zone that keeps its clocks has no such day`() throws {
    let tokyo = try Self.zone("Asia/Tokyo")
    #expect(ClockChange.next(2, in: tokyo, after: Instant(1_800_000_000_000)).isEmpty)
  }
}
