import PaceLanguage
import Testing

struct CivilDateTests {
  @Test("every day of the years 1 to 9999 has one date, in order")
  func roundTrip() {
    var year: Int64 = 1
    var month: Int64 = 1
    var dayOfMonth: Int64 = 1
    var failures = 0
    for number in CivilDate.dayNumbers {
      let date = CivilDate(dayNumber: number)
      if date.year != year || date.month != month || date.day != dayOfMonth || date.dayNumber != number {
        failures += 1
      }
      dayOfMonth += 1
      guard dayOfMonth > CivilDate.daysInMonth(month, year: year) else { continue }
      dayOfMonth = 1
      month = month == 12 ? 1 : month + 1
      if month == 1 { year += 1 }
    }
    #expect(failures == 0)
    #expect(year == 10_000)
  }

  @Test("known dates have their numbers and weekdays")
  func knownDates() {
    #expect(day("1970-01-01") == 0)
    #expect(day("2026-11-20") == 20_777)
    #expect(CivilDate.weekday(ofDay: 0) == 3)
    #expect(CivilDate.weekday(ofDay: day("2026-11-20")) == 4)
    #expect(CivilDate.weekday(ofDay: day("1969-12-29")) == 0)
    #expect(CivilDate.weekday(ofDay: day("1969-12-28")) == 6)
  }

  @Test("weeks and months start where they should")
  func firsts() {
    let friday = day("2026-11-20")
    #expect(CivilDate.firstOfWeek(containing: friday, startingOn: 0) == day("2026-11-16"))
    #expect(CivilDate.firstOfWeek(containing: friday, startingOn: 6) == day("2026-11-15"))
    #expect(CivilDate.firstOfWeek(containing: friday, startingOn: 4) == friday)
    #expect(CivilDate.firstOfWeek(containing: friday, startingOn: 5) == day("2026-11-14"))
    #expect(CivilDate.firstOfMonth(containing: friday) == day("2026-11-01"))
    #expect(CivilDate.firstOfNextMonth(after: day("2026-12-31")) == day("2027-01-01"))
  }

  @Test(
    "text that is not a date gives none",
    arguments: [
      "", "2026-11-31", "2025-02-29", "2026-1-01", "0000-01-01", "2026-11-20 ", "2026/11/20", "२०२६-११",
    ])
  func badText(_ text: String) {
    #expect(CivilDate(text) == nil)
  }

  private static let far: [Int64] = [.min, .min + 1, -1_000_000_000_000, 1_000_000_000_000, .max - 1, .max]

  @Test("numbers far outside saturate", arguments: far)
  func rim(_ number: Int64) {
    let date = CivilDate(dayNumber: number)
    #expect(date.year == (number < 0 ? 0 : 10_000))
    #expect((0...6).contains(CivilDate.weekday(ofDay: number)))
    #expect(CivilDate.firstOfWeek(containing: number, startingOn: .max) <= number)
    _ = CivilDate.firstOfWeek(containing: number, startingOn: .min)
    _ = CivilDate.firstOfNextMonth(after: number)
  }
}

/// A day number; a date that is not one is far from all others.
func day(_ text: String) -> Int64 { CivilDate(text)?.dayNumber ?? .min }
