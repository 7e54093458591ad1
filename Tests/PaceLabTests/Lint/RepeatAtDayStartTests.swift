import PaceLab
import PaceLanguage
import PaceOracle
import Testing

struct RepeatAtDayStartTests {
  @Test(
    "`repeat daily` is reported where it can speak as the day starts",
    arguments: cases([
      ("", "when since(entry) >= 8 h", "", "00:00"),
      ("day starts 04:00", "when since(entry) >= 8 h", "quiet 22:00 to 04:00", "04:00"),
      ("day starts 04:00", "when since(entry) >= 8 h", "quiet 22:00 to 07:00", nil),
      ("", "when since(entry) >= 8 h", "quiet quiet_from to quiet_to", nil),
      ("", "when since(entry) >= 8 h", "unless clock in 22:00 to 07:00", nil),
      ("", "when since(entry) >= 8 h", "unless clock in 01:00 to 07:00", "00:00"),
      ("", "when since(entry) >= 8 h and clock in 08:00 to 20:00", "", nil),
      ("", "when since(entry) >= 8 h and not (clock in 20:00 to 08:00)", "", nil),
      // Nothing has been counted today, and nothing has passed of a span that starts later.
      ("", "when count(entry, today) >= 3", "", nil),
      ("", "when count(entry, today) < 3", "", "00:00"),
      ("", "when many <= count(entry, today)", "", nil),
      ("", "when elapsed(08:00 to 20:00) >= 4 h", "", nil),
      ("", "when count(entry) >= 3 or count(entry, today) >= 1", "", "00:00"),
      ("", "when awake and since(entry) >= 8 h", "", nil),
      // Of nothing there is a sum, and no greatest value.
      ("", "when sum(entry.size, today) < 5", "", "00:00"),
      ("", "when max(entry.size, today) < 5", "", nil),
      ("", "when not (max(entry.size, today) >= 5)", "", nil),
      ("", "when max(entry.size, today) < 5 or since(entry) >= 8 h", "", "00:00"),
      ("", "when since(entry) >= 8 h", "unless max(entry.size, today) <= 5", "00:00"),
      ("", "when since(entry) >= 8 h", "unless sum(entry.size, today) <= 5", nil),
    ]))
  func dayStart(_ given: Case<(String, String, String, String?)>) {
    let (day, condition, gate, time) = given.value
    let text = """
      calendar { zone "Europe/London", \(day) }
      subject session {
        quiet_from: time = 22:00 "quiet from"
        quiet_to: time = 07:00 "quiet to"
      }
      event entry of session { size: number in 0 .. 9 }
      param many: number = 2 in 1 .. 9 "many"
      define awake = clock in 07:00 to 22:00 "Awake"
      rule idle {
        \(condition)
        emit reminder "Nothing yet."
        repeat daily
        \(gate)
      }

      """
    let found = findings(in: text).filter { $0.hasPrefix("repeat-at-day-start ") }
    let claims =
      time.map { ["`idle` speaks at \($0), when the day starts, if its condition still holds"] } ?? []
    #expect(found == claims.map { "repeat-at-day-start \($0)" })
  }

  @Test("`repeat daily` that its kind's policy holds back is fine")
  func dayStartByPolicy() {
    let text = """
      calendar { zone "Europe/London" }
      rule idle { when since(entry) >= 8 h, emit reminder "Nothing yet.", repeat daily }
      policy reminder { quiet 22:00 to 07:00 }

      """
    #expect(findings(in: text) == [])
  }
}
