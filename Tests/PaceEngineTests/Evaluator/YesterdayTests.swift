import PaceEngine
import PaceLanguage
import Testing

@Suite("`yesterday` holds the events of the calendar day before today's")
struct YesterdayTests {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000
  /// Monday 16 November 2026, 00:00 UTC.
  private static let monday: Int64 = 1_794_787_200_000

  @Test("its events are all there from the day's start on, to the millisecond, and go at the next")
  func bounds() throws {
    var diary = try Diary(dayStarts: "04:00")
    let start = Self.monday + 4 * Self.hour
    diary.begin(at: start)
    diary.append(5, at: start)
    diary.append(nil, at: start + Self.hour)
    diary.append(2, at: start + Self.day - 1)
    #expect(diary.values(at: start + Self.day - 1) == "0 0 unknown unknown unknown unknown")
    #expect(diary.values(at: start + Self.day) == "3 7 2 5 3.5 3.5")
    // What comes today belongs to the day after.
    diary.append(9, at: start + Self.day)
    #expect(diary.values(at: start + 2 * Self.day - 1) == "3 7 2 5 3.5 3.5")
    #expect(diary.values(at: start + 2 * Self.day) == "1 9 9 9 9 9")
    #expect(diary.values(at: start + 3 * Self.day) == "0 0 unknown unknown unknown unknown")
  }

  @Test("a rule that no event triggers speaks at the day's start, and the application is told to wake then")
  func wake() throws {
    var diary = try Diary(dayStarts: "00:00")
    diary.begin(at: Self.monday)
    diary.append(1, at: Self.monday + 20 * Self.hour)
    diary.append(1, at: Self.monday + 21 * Self.hour)
    diary.machine.advance(to: Instant(Self.monday + 21 * Self.hour))
    let wake = diary.machine.nextDeadline()
    #expect(wake == Instant(Self.monday + Self.day))
    diary.append(1, at: Self.monday + Self.day + Self.hour)
    // Two on Monday, one on Tuesday: on Tuesday and until Wednesday begins.
    #expect(diary.firings(until: Self.monday + 9 * Self.day) == [Self.monday + Self.day])
    #expect(diary.machine.nextDeadline() == nil)
  }

  @Test("it follows the zone: a day on which clocks go back is a day of 25 hours")
  func longDay() throws {
    // 26 October 2025 in London is from 23:00 UTC of the 25th to 24:00 UTC.
    let start: Int64 = 1_761_433_200_000
    let end = start + 25 * Self.hour
    var diary = try Diary(dayStarts: "00:00", zone: Zones.london)
    diary.begin(at: start - Self.day)
    diary.append(1, at: start - 1)
    diary.append(2, at: start)
    diary.append(4, at: end - 1)
    #expect(diary.values(at: end - 1).hasPrefix("1 1 "))
    #expect(diary.values(at: end).hasPrefix("2 6 "))
  }

  @Test("the days of a streak look at the day before each")
  func streak() throws {
    var diary = try Diary(dayStarts: "00:00")
    diary.begin(at: Self.monday)
    var streaks: [String] = []
    for day in 0..<6 as Range<Int64> {
      if [0, 1, 3].contains(day) { diary.append(1, at: Self.monday + day * Self.day) }
      streaks.append(diary.streak(at: Self.monday + day * Self.day))
    }
    // Tuesday and Wednesday follow a day with an event, Thursday doesn't, Friday does.
    #expect(streaks == ["0", "0", "1", "2", "0", "1"])
  }

  @Test("the least, greatest and middle values of a day are right after thousands of rows")
  func longLog() throws {
    var diary = try Diary(dayStarts: "00:00")
    diary.begin(at: Self.monday)
    var days: [[Int64]] = [[]]
    for row in 0..<3_000 as Range<Int64> {
      let at = row * 37 * 60_000
      let today = Int(at / Self.day)
      if today == days.count { days.append([]) }
      let value = row * 7_919 % 1_009
      diary.append(value, at: Self.monday + at)
      days[today].append(value)
      guard row % 11 == 0, today > 0 else { continue }
      let sorted = days[today - 1].sorted()
      let words = diary.values(at: Self.monday + at).split(separator: " ")
      #expect(words[0] == "\(sorted.count)" && words[1] == "\(sorted.reduce(0, +))")
      #expect(words[2] == "\(sorted[0])" && words[3] == "\(sorted[sorted.count - 1])")
      if sorted.count % 2 == 1 { #expect(words[5] == "\(sorted[sorted.count / 2])") }
    }
  }
}

/// A log of values with figures about yesterday.
private struct Diary {
  let program: Program
  let zone: Zone
  var machine: Machine

  init(dayStarts: String, zone: Zone = .utc) throws {
    let text = """
      calendar { day starts \(dayStarts) }
      subject person { }
      event entry of person { amount: number }
      define entries = count(entry, yesterday) "Entries"
      define total = sum(entry.amount, yesterday) "Total"
      define lowest = min(entry.amount, yesterday) "Lowest"
      define highest = max(entry.amount, yesterday) "Highest"
      define mean = avg(entry.amount, yesterday) "Mean"
      define middle = median(entry.amount, yesterday) "Middle"
      define followed = streak(days where count(entry, yesterday) >= 1) "Followed"
      rule busy { when count(entry, yesterday) >= 2, emit note "A busy day." }
      """
    let compilation = Compilation.compile(roots: ["diary.pace"]) { _ in .bytes(Array(text.utf8)) }
    program = try #require(compilation.program, "\(compilation.diagnostics)")
    self.zone = zone
    machine = Machine(Plan(program))
  }

  mutating func begin(at start: Int64) {
    machine.begin(SubjectRecord(startedAt: Instant(start), attributes: [], zone: zone))
  }

  mutating func append(_ amount: Int64?, at instant: Int64) {
    let value = amount.map { Value($0 * 1_000_000) } ?? .unknown
    _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: Instant(instant), values: [value]))
  }

  /// The number, sum, least, greatest, mean and middle one of yesterday's values.
  func values(at instant: Int64) -> String { values(0..<6, at: instant) }

  func streak(at instant: Int64) -> String { values(6..<7, at: instant) }

  private func values(_ defines: Range<Int>, at instant: Int64) -> String {
    let values = machine.values(of: defines.map { program.defines[$0].value }, at: Instant(instant))
    return values.map { machine.describe($0, type: .number) }.joined(separator: " ")
  }

  mutating func firings(until end: Int64) -> [Int64] {
    machine.advance(to: Instant(end))
    return machine.records.compactMap {
      if case .fired(let firing) = $0 { firing.at.milliseconds } else { nil }
    }
  }
}
