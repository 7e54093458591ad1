import PaceLanguage
import PaceOracle
import Testing

@Suite struct ScheduleTests {
  /// The days from 2026-01-26 (a Monday) to 2026-03-31 that a schedule asks for, as `MM-DD`.
  private func asked(_ text: String) -> [String]? {
    Schedule(text).map { schedule in
      (day("2026-01-26")...day("2026-03-31")).filter(schedule.asks(for:)).map {
        let date = CivilDate(dayNumber: $0)
        return "\(date.month)-\(date.day)"
      }
    }
  }

  @Test("weekly asks on the days it names")
  func weekly() {
    #expect(asked("weekly mon wed")?.prefix(4) == ["1-26", "1-28", "2-2", "2-4"])
    #expect(asked("weekly sun")?.first == "2-1")
    #expect(Schedule("Weekly Monday, WED") == Schedule("weekly mon wed"))
    #expect(Schedule(#"{"type":"weekly","days":[1,3]}"#) == Schedule("weekly mon wed"))
    #expect(Schedule(#"{ "weekdays" : [ 7, "sat" ], "type" : "weekly" }"#) == Schedule("weekly sat sun"))
  }

  @Test("the 31st does not come in short months")
  func monthly() {
    #expect(asked("monthly 1 15 31") == ["1-31", "2-1", "2-15", "3-1", "3-15", "3-31"])
    #expect(asked("monthly 30") == ["1-30", "3-30"])
    #expect(Schedule(#"{"type":"monthly","days":[1,15]}"#) == Schedule("monthly 1 15"))
    #expect(Schedule(#"{"type":"monthly","dates":[1,15]}"#) == Schedule("monthly 15 1"))
  }

  @Test("an ad hoc schedule asks on its date alone")
  func once() {
    #expect(asked("2026-02-28") == ["2-28"])
    #expect(Schedule(#"{"type":"adhoc","date":"2026-02-28"}"#) == Schedule("2026-02-28"))
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
