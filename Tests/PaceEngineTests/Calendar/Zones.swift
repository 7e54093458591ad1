import PaceEngine
import PaceOracle

/// Zone tables as data, so that the tests do not depend on the machine's.
enum Zones {
  /// In seconds and minutes, which read better than milliseconds.
  private static func zone(_ name: String, _ initial: Int64, _ rows: [(start: Int64, minutes: Int64)]) -> Zone
  {
    Zone(
      name: name, initialOffset: initial * 60_000,
      transitions: rows.map { Zone.Transition(start: $0.start * 1000, offset: $0.minutes * 60_000) })
  }

  static let newYork = zone(
    "America/New_York", -300,
    [(1_741_503_600, -240), (1_762_063_200, -300), (1_772_953_200, -240), (1_793_512_800, -300)])
  static let losAngeles = zone(
    "America/Los_Angeles", -480,
    [(1_741_514_400, -420), (1_762_074_000, -480), (1_772_964_000, -420), (1_793_523_600, -480)])
  static let london = zone("Europe/London", 0, [(1_743_296_400, 60), (1_761_440_400, 0)])
  /// Half an hour each way.
  static let lordHowe = zone("Australia/Lord_Howe", 660, [(1_743_865_200, 630), (1_759_591_800, 660)])
  static let sydney = zone("Australia/Sydney", 660, [(1_743_868_800, 600), (1_759_593_600, 660)])
  /// Without 30 December 2011.
  static let apia = zone(
    "Pacific/Apia", -600,
    [
      (1_301_752_800, -660), (1_316_872_800, -600), (1_325_239_200, 840), (1_333_202_400, 780),
      (1_348_927_200, 840),
    ])
  /// Without the first hour of 30 March 2025.
  static let beirut = zone("Asia/Beirut", 120, [(1_743_285_600, 180), (1_761_426_000, 120)])
  /// Back from 01:00 to 00:00, so that a day's first hour comes twice.
  static let havana = zone("America/Havana", -300, [(1_741_496_400, -240), (1_762_059_600, -300)])
  /// Back from midnight into the day before.
  static let saoPaulo = zone(
    "America/Sao_Paulo", -120, [(1_518_919_200, -180), (1_541_300_400, -120), (1_550_368_800, -180)])
  /// On from 23:00 to midnight: a gap that ends on another date.
  static let nuuk = zone("America/Nuuk", -120, [(1_743_296_400, -60), (1_761_440_400, -120)])
  /// Back from 00:01 to 23:01 of the day before.
  static let stJohns = zone("America/St_Johns", -210, [(1_268_537_460, -150), (1_289_097_060, -210)])
  static let tokyo = zone("Asia/Tokyo", 540, [])

  static let all = [
    Zone.utc, newYork, losAngeles, london, lordHowe, sydney, apia, beirut, havana, saoPaulo, nuuk, stJohns,
  ]

  /// Two changes of up to a day either way, some days apart.
  static func random(_ random: inout SplitMix64) -> Zone {
    let start: Int64 = 1_700_000_000 / 60 + random.below(1_000_000)
    let offsets: [Int64] = (0..<3).map { _ in random.below(1441) - 720 }
    let later: Int64 = start + 4400 + random.below(3000)
    return zone("Test/Random", offsets[0], [(start * 60, offsets[1]), (later * 60, offsets[2])])
  }
}
