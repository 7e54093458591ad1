import PaceEngine
import PaceLanguage
import PaceStore
import Testing

struct ZoneDirectoryTests {
  /// The offset in minutes at an instant.
  private func offset(_ zone: Zone, _ milliseconds: Int64) -> Int64 {
    let last = zone.transitions.last { $0.start <= milliseconds }
    return (last?.offset ?? zone.initialOffset) / 60_000
  }

  private func instant(_ year: Int64, _ month: Int64, _ day: Int64, hour: Int64 = 0) -> Int64 {
    ((CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0) * 24 + hour) * 3_600_000
  }

  @Test func `Every name that is listed is one of a zone`() {
    var zones = ZoneDirectory()
    let names = zones.allNames()
    #expect(names.count > 300 && names.contains("Europe/London") && names == names.sorted())
    #expect(names.filter { zones.zone(named: $0) == nil } == [])
  }

  @Test func `Without a folder there are no names, and the help says so`() {
    #expect(ZoneDirectory(folders: []).help(for: "Asia/Tokyo").hasPrefix("this system has no time zones;"))
    #expect(ZoneDirectory(folders: ["/x"]).help(for: "y").hasPrefix("this system has no time zones in /x;"))
  }

  @Test(arguments: ["PST", "BST", "IST", "UTC+2", "GMT+1", "CET+1", "+02:00", "pst", "CEST", "AEST"])
  func `An abbreviation or an offset is told that it is no zone, and never taken for another`(name: String) {
    let zones = ZoneDirectory()
    #expect(zones.nearest(to: name) == nil)
    let help = zones.help(for: name)
    #expect(help.hasPrefix("abbreviations and offsets name no zone; ") && help.contains("`Europe/London`"))
  }

  @Test(arguments: [
    ("utc", "UTC"), ("Berlin", "Europe/Berlin"), ("LIMA", "America/Lima"), ("new york", "America/New_York"),
    ("Europe/Berlim", "Europe/Berlin"), ("europe/paris", "Europe/Paris"), ("Etc/utc", "Etc/UTC"),
  ])
  func `A misspelt name is taken for the nearest place`(name: String, meant: String) {
    #expect(ZoneDirectory().nearest(to: name) == meant)
  }

  @Test func `Changes that are no summer time are there`() throws {
    let apia = try zone("Pacific/Apia")
    // The 30th of December 2011 was skipped: at 10:00 UTC the offset went from -10 h to +14 h.
    #expect(offset(apia, instant(2011, 12, 30, hour: 9)) == -600)
    #expect(offset(apia, instant(2011, 12, 30, hour: 10)) == 840)
    let kathmandu = try zone("Asia/Kathmandu")
    #expect(offset(kathmandu, instant(1985, 12, 31)) == 330)
    #expect(offset(kathmandu, instant(1986, 1, 1)) == 345)
    let london = try zone("Europe/London")
    for month in [1, 7] as [Int64] { #expect(offset(london, instant(1970, month, 1)) == 60) }
    #expect(offset(london, instant(1972, 1, 1)) == 0)
  }

  @Test func `Gaps at midnight and of half an hour are there`() throws {
    let beirut = try zone("Asia/Beirut")
    let change = try #require(beirut.transitions.first { $0.start == instant(2022, 3, 26, hour: 22) })
    #expect(change.offset == 10_800_000)
    let howe = try zone("Australia/Lord_Howe")
    #expect(offset(howe, instant(2026, 1, 1)) == 660)
    #expect(offset(howe, instant(2026, 7, 1)) == 630)
  }

  @Test func `The rule at the end of a file reaches to 2100`() throws {
    let york = try zone("America/New_York")
    #expect(offset(york, instant(2099, 7, 1)) == -240)
    #expect(offset(york, instant(2099, 12, 1)) == -300)
    // The second Sunday of March 2050 is the 13th; clocks change at 07:00 UTC.
    #expect(
      york.transitions.contains { $0.start == instant(2050, 3, 13, hour: 7) && $0.offset == -14_400_000 })
    #expect(offset(try zone("Europe/Dublin"), instant(2060, 7, 1)) == 60)
    #expect(offset(try zone("Australia/Sydney"), instant(2060, 1, 1)) == 660)
    #expect(offset(try zone("America/Sao_Paulo"), instant(2060, 1, 1)) == -180)
    #expect(try zone("Etc/GMT+5").initialOffset == -18_000_000)
  }

  @Test func `Transitions ascend, change something, and lie between 1900 and 2101`() throws {
    for name in ["Europe/London", "Africa/Casablanca", "Antarctica/Troll", "America/Nuuk", "Asia/Gaza"] {
      let zone = try zone(name)
      var offset = zone.initialOffset
      var last = instant(1899, 12, 31)
      for transition in zone.transitions {
        #expect(
          transition.start > last && transition.start < instant(2101, 1, 2) && transition.offset != offset)
        (last, offset) = (transition.start, transition.offset)
      }
    }
  }

  @Test func `UTC needs no file`() {
    var zones = ZoneDirectory(folders: ["/nowhere"])
    #expect(zones.zone(named: "UTC") == .utc)
    #expect(zones.zone(named: "Europe/London") == nil)
    #expect(zones.help(for: "Europe/London").contains("tzdata"))
  }

  @Test(arguments: [
    "", "Europe", "Europe/", "/etc/passwd", "../zoneinfo/UTC", "Europe/../UTC", "right/UTC", "tzdata.zi",
    "Europe/Londn", "Europe/London ", "zone.tab",
  ])
  func `Names of no zone are not known`(name: String) {
    var zones = ZoneDirectory()
    #expect(zones.zone(named: name) == nil)
  }

  @Test func `An app's pack has its zones from it`() throws {
    let pack = try Pack(
      text: """
        calendar { zone "Asia/Tokyo" }
        subject s { zone: text }
        event e of s { }
        rule early { on e, when clock in 06:00 to 07:00, emit n "early" }
        """)
    var directory = ZoneDirectory()
    for (zone, count) in [(nil, 1), ("Europe/London", 0), ("Asia/Tokyo", 1)] as [(PackValue?, Int)] {
      let attributes = zone.map { ["zone": $0] } ?? [:]
      var coach = try pack.follow(attributes: attributes, zones: { directory.zone(named: $0) })
      try coach.log("e", at: Instant(instant(2026, 11, 20, hour: 21) + 1_800_000))
      #expect(coach.notices().count == count)
    }
  }

  @Test func `Slips of the keys are understood`() {
    let zones = ZoneDirectory()
    #expect(zones.help(for: "Europe/Londn") == "did you mean `Europe/London`?")
    #expect(zones.help(for: "new york") == "did you mean `America/New_York`?")
    #expect(zones.help(for: "europe/paris") == "did you mean `Europe/Paris`?")
  }
}
