import PaceLanguage
import PaceOracle
import Testing

struct ScheduleTests {
  /// The days from 2026-01-26 (a Monday) to 2026-03-31 that a schedule asks for, as `MM-DD`.
  private func asked(_ text: String) -> [String]? {
    Schedule(text).map { schedule in
      (day("2026-01-26")...day("2026-03-31")).filter { asks(schedule, $0) }.map {
        let date = CivilDate(dayNumber: $0)
        return "\(date.month)-\(date.day)"
      }
    }
  }

  /// Whether a schedule asks for a day, for a subject that lives `hours` east of UTC.
  private func asks(_ schedule: Schedule, _ day: Int64, east hours: Int64 = 0) -> Bool {
    schedule.asks(for: day) { ($0 + hours * 3_600_000) / 86_400_000 }
  }

  @Test("weekly asks on the days it names")
  func weekly() {
    #expect(asked("weekly mon wed")?.prefix(4) == ["1-26", "1-28", "2-2", "2-4"])
    #expect(asked("weekly sun")?.first == "2-1")
    #expect(Schedule("Weekly Monday, WED") == Schedule("weekly mon wed"))
    #expect(Schedule(#"{"type":"weekly","days":[1,3]}"#) == Schedule("weekly mon wed"))
    #expect(Schedule(#"{ "weekdays" : [ 7, "sat" ], "type" : "weekly" }"#) == Schedule("weekly sat sun"))
    #expect(Schedule(#"{"weekdays":[1,3],"type":"weekly","monthDays":[15]}"#) == Schedule("weekly mon wed"))
  }

  @Test("the 31st does not come in short months")
  func monthly() {
    #expect(asked("monthly 1 15 31") == ["1-31", "2-1", "2-15", "3-1", "3-15", "3-31"])
    #expect(asked("monthly 30") == ["1-30", "3-30"])
    #expect(Schedule(#"{"type":"monthly","days":[1,15]}"#) == Schedule("monthly 1 15"))
    #expect(Schedule(#"{"type":"monthly","dates":[1,15]}"#) == Schedule("monthly 15 1"))
    #expect(Schedule(#"{"type":"monthly","monthDays":[31,1],"times":null}"#) == Schedule("monthly 31 1"))
    #expect(Schedule(#"{"monthDays":[15],"tags":["a"],"type":"monthly"}"#) == Schedule("monthly 15"))
    #expect(Schedule(#"{"monthDays":[15],"type":"monthly","weekdays":[]}"#) == Schedule("monthly 15"))
    #expect(Schedule(#"{"weekdays":[3],"monthDays":[15],"type":"monthly"}"#) == Schedule("monthly 15"))
    #expect(Schedule(#"{"dates":["15"],"days":[15],"type":"monthly"}"#) == Schedule("monthly 15"))
    #expect(Schedule(#"{"dates":[15],"days":[16],"type":"monthly"}"#) == nil)
    #expect(Schedule(#"{"days":null,"type":"monthly","monthDates":[1]}"#) == nil)
    #expect(Schedule(#"{"type":"monthly","weekdays":[3]}"#) == nil)
  }

  @Test("an ad hoc schedule asks on its date alone")
  func once() {
    #expect(asked("2026-02-28") == ["2-28"])
    #expect(Schedule(#"{"type":"adhoc","date":"2026-02-28"}"#) == Schedule("2026-02-28"))
    #expect(Schedule(#"{"type":"adhoc","specificDate":"2026-02-28"}"#) == Schedule("2026-02-28"))
    #expect(Schedule(#"{"type":"adhoc","specificDate":"2026-02-28T23:30:00"}"#) == Schedule("2026-02-28"))
  }

  @Test(
    "an instant asks on its date where the subject lives",
    arguments: [
      // 2026-02-27 23:00 UTC, which is midnight an hour east.
      #""2026-02-27T23:00:00Z""#, #""2026-02-27T23:00Z""#, #""2026-02-28 00:00:00.250+01:00""#,
      #""2026-02-27T17:00:00-0600""#, "793926000", "793926000.0", " 793926000.999 ",
    ])
  func moment(written: String) throws {
    let schedule = try #require(Schedule(#"{"type":"adhoc","specificDate":"# + written + "}"))
    let (before, after) = (day("2026-02-27"), day("2026-02-28"))
    #expect(asks(schedule, before) && !asks(schedule, after))
    #expect(!asks(schedule, before, east: 1) && asks(schedule, after, east: 1))
  }

  @Test("seconds before 2001 count as well")
  func earlyMoment() {
    #expect(Schedule(#"{"type":"adhoc","date":-86400.5}"#) == .moment(978_307_200_000 - 86_400_500))
  }

  @Test(
    "a list of days under a name of no meaning is no schedule, and not never",
    arguments: [
      #"{"type":"monthly","daysOfMonth":[1,15]}"#, #"{"type":"weekly","mondays":[],"x":1}"#,
      #"{"list":[1],"type":"weekly"}"#,
    ])
  func unknownLists(text: String) {
    #expect(Schedule(text) == nil)
    #expect(Schedule(text.replacing("weekly", with: "daily").replacing("monthly", with: "daily")) == .daily)
  }

  @Test("daily and sticky ask every day")
  func everyDay() {
    #expect(asked("daily")?.count == 65)
    #expect(asked(" sticky ")?.count == 65)
    #expect(Schedule(#"{"type":"daily"}"#) == .daily)
    #expect(Schedule(#"{"type":"sticky"}"#) == .sticky)
  }

  @Test(
    "empty lists never ask",
    arguments: [
      "weekly", "monthly", #"{"type":"weekly","days":[]}"#, #"{"type":"monthly","days":null}"#,
      #"{"type":"weekly"}"#,
    ])
  func never(_ text: String) {
    #expect(asked(text) == [])
  }

  @Test("keys of no meaning here are passed over")
  func otherKeys() {
    let text =
      #"{"id":"a\"}","nested":{"days":[1,{"x":[]}],"y":-1.5e3},"flag":true,"type":"daily","n":null,"e":{}}"#
    #expect(Schedule(text) == .daily)
  }

  @Test(
    "text that is no schedule gives none",
    arguments: [
      "", " ", "hourly", "weekly funday", "weekly mo", "weekly 1", "monthly 0", "monthly 32", "monthly x",
      "monthly 001",
      "daily mon", "sticky 1", "2026-02-30", "2026-02-28 2026-03-01", "{", "{}", "{]",
      #"{"type":"weekly","days":[0]}"#,
      #"{"type":"weekly","days":[8]}"#, #"{"type":"weekly","days":[1,]}"#, #"{"type":"weekly","days":1}"#,
      #"{"type":"adhoc"}"#, #"{"type":"adhoc","date":"soon"}"#, #"{"type":"daily"} x"#, #"{"type":"daily""#,
      #"{"type":3}"#, #"{"type":"monthly","days":[99999999999999999999]}"#, #"{"type":"daily","x":"#,
      #"{"type":"daily","x":"\"#, "weekly,mon;tue",
      #"{"type":"adhoc","date":99999999999999}"#, #"{"type":"adhoc","date":999999999999}"#,
      #"{"type":"adhoc","date":1.}"#, #"{"type":"adhoc","date":[]}"#,
      #"{"type":"adhoc","date":"2026-02-28T24:00Z"}"#, #"{"type":"adhoc","date":"2026-02-28Tx"}"#,
      #"{"type":"adhoc","date":"2026-02-28T12:00+1"}"#, #"{"type":"adhoc","date":"2026-02-28T12:00Zz"}"#,
    ])
  func bad(_ text: String) {
    #expect(Schedule(text) == nil)
  }

  @Test("bytes in any order never trap")
  func anyBytes() {
    var random = SplitMix64(7)
    let parts = [
      "{", "}", "[", "]", "\"", ":", ",", "type", "weekly", "days", "1", "\\", " ", "null", "mon", "é",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random.below(14)).map { _ in parts[random.below(parts.count)] }.joined()
      _ = Schedule(text)
      _ = Schedule(#"{"type":"weekly","days":["# + text)
    }
  }
}
