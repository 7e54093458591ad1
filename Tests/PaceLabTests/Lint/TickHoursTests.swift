import PaceLab
import PaceOracle
import Testing

/// `quiet-trigger`: ticks at which a rule never speaks.
struct TickHoursTests {
  @Test(
    "a tick in quiet hours may speak when clocks change, which `--zone` may make them",
    arguments: cases([
      ("calendar { zone \"UTC\" }", "at 02:30", "02:00 to 03:00"), ("", "at 22:30", "22:00 to 07:00"),
      ("calendar { zone \"Europe/London\" }", "every 1 h from 23:00 to 02:00", "22:00 to 07:00"),
    ]))
  func ticks(_ given: Case<(String, String, String)>) {
    let (calendar, trigger, quiet) = given.value
    let text = """
      \(calendar)
      rule r { \(trigger), when count(entry) >= 1, emit hint "R.", quiet \(quiet) }
      """
    #expect(
      claims("quiet-trigger", in: text) == [
        "`r` is only triggered in its quiet hours, so it speaks on a day of a clock change at most"
      ])
  }

  @Test(
    "a tick outside the clock span of its condition speaks when clocks change at most",
    arguments: cases([
      ("at 09:00, when clock in 20:00 to 22:00", true),
      ("every 1 h from 09:00 to 12:00, when count(entry) > 0 and clock in 13:00 to 22:00", true),
      ("every 1 h from 09:00 to 12:00, when clock in 11:00 to 22:00", false),
      ("at 09:00, when clock in 20:00 to 22:00 until since(entry) > 20 h", false),
      ("at 09:00, when clock in 20:00 to 22:00 or count(entry) > 3", false),
    ]))
  func ticksOutside(_ given: Case<(String, Bool)>) {
    let (parts, isReported) = given.value
    let text = "calendar { zone \"Europe/London\" }\nrule r { \(parts), emit hint \"R.\" }"
    let span = parts.contains("13:00") ? "clock in 13:00 to 22:00" : "clock in 20:00 to 22:00"
    #expect(
      claims("quiet-trigger", in: text)
        == (isReported
          ? ["`r` is only triggered outside `\(span)`, so it speaks on a day of a clock change at most"] : [])
    )
  }

  @Test(
    "a tick whose time is a parameter is in quiet hours if it is so whatever is in force",
    arguments: cases([
      ("param bed: time = 23:30", " by default"), ("param bed: time = 22:30", nil),
      ("param bed: time\npreset a { bed = 23:30 }\npreset b { bed = 23:40 }", " under every preset"),
      ("param bed: time = 23:30\npreset a { }\npreset b { }", " under every preset and without one"),
      ("param bed: time = 22:30\npreset a { bed = 23:30 }\npreset b { bed = 23:40 }", nil),
      ("param bed: time\npreset a { bed = 23:30 }\npreset b { bed = 22:40 }", nil),
    ]))
  func ticksByParameter(_ given: Case<(String, String?)>) {
    let (declarations, when) = given.value
    let text = """
      calendar { zone "Europe/London" }
      \(declarations)
      rule r { at bed, when count(entry) >= 1, emit hint "R.", quiet 23:00 to 07:00 }
      """
    let said = when.map {
      "`r` is only triggered in its quiet hours\($0), so it speaks on a day of a clock change at most"
    }
    #expect(claims("quiet-trigger", in: text) == [said].compactMap { $0 })
  }
}
