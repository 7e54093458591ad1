import Foundation
import PaceOracle
import Testing

/// 1,500 mutated rule files, 90 for a debug build: whatever is in a file, a run ends with a known status.
struct MutatedRuleTests {
  private static let filesOfBatch = Pace.isRelease ? 250 : 15

  @Test(arguments: 0..<6)
  func `mutated rule files are checked, formatted and linted without a trap or a hang`(_ batch: Int) throws {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    var files: [String] = []
    for index in 0..<Self.filesOfBatch {
      let seed = batch * Self.filesOfBatch + index
      let bytes = Self.mutant(seed: UInt64(seed))
      let name = "mutants/\(seed).pace"
      let url = try scratch.write(name, "")
      try Data(bytes).write(to: url)
      files.append(url.path)
    }
    let folder = scratch.path("mutants")
    for words in [["lint", folder], ["fmt", "--check", folder]] {
      let result = try Pace.run(words)
      #expect((0...3).contains(result.status), "batch \(batch), \(words[0]): \(result.remarks.suffix(300))")
    }
    // The rest one by one, so that those that check are evaluated too.
    for file in files.prefix(Pace.isRelease ? 8 : 4) {
      let result = try Pace.run("eval", file, "--db", database)
      #expect((0...3).contains(result.status), "\(file): \(result.remarks.suffix(300))")
    }
  }

  @Test func `a file nested ever so deep, or long, is refused or taken, and no more`() throws {
    let scratch = try Scratch()
    let deep = String(repeating: "(", count: 50_000) + "1" + String(repeating: ")", count: 50_000)
    let texts = [
      "define x = " + deep, "define x = " + String(repeating: "not ", count: 50_000) + "yes",
      "define x = " + String(repeating: "-", count: 50_000) + "1",
      "define x = 1" + String(repeating: " + 1", count: 50_000), String(repeating: "{", count: 50_000),
      "param n: number = " + String(repeating: "9", count: 50_000),
    ]
    for (index, text) in texts.enumerated() {
      let result = try Pace.run("lint", try Scratch.pack(scratch, text, name: "deep\(index).pace"))
      #expect((0...3).contains(result.status), "text \(index): \(result.remarks.prefix(300))")
    }
  }

  // MARK: Mutants

  private static func mutant(seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed)
    var bytes = Array((random.chance(1, in: 2) ? nights : days).utf8)
    for _ in 0..<(1 + random.below(4)) {
      if bytes.isEmpty { break }
      change(&bytes, &random)
    }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = random.below(bytes.count)
    switch random.below(8) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeSubrange(random.stretch(of: bytes, longest: 40))
    case 2:
      let stretch = random.stretch(of: bytes, longest: 200)
      bytes.insert(contentsOf: bytes[stretch], at: place)
    case 3: swapTokens(&bytes, &random)
    case 4:
      let numbers = ["99999999999999999999", "-1", "0", "9223372036854775807 d", "1e9", "0.0000001", "25:61"]
      bytes.insert(contentsOf: Array((random.pick(numbers) ?? "").utf8), at: place)
    case 5:
      let depth = 1 + random.below(300)
      let opening = random.pick(["(", "{", "not ", "-", "\""]) ?? "("
      bytes.insert(contentsOf: Array(String(repeating: opening, count: depth).utf8), at: place)
    case 6: bytes.removeLast(bytes.count - place)
    default: bytes.insert(contentsOf: (0..<(1 + random.below(8))).map { _ in random.byte() }, at: place)
    }
  }

  /// Exchanges two words of the text.
  private static func swapTokens(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    var words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    words.swapAt(random.below(words.count), random.below(words.count))
    bytes = Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  private static let nights = """
    subject session {
      sensitivity: preset = normal
      limit_units: number = 4 in 0 .. 20
      ends after 3 h without drink
    }
    event drink of session {
      units: number = 1 in 0 .. 50
      kind beer { units = 1 }
      kind water { units = 0 }
    }
    stream strong = drink where units > 1
    scale pace = good < caution < slow_down
    param window: duration in 1 min .. 90 min step 1 min "how far back"
    param most: number = 2 in 0.5 .. 10 step 0.5
    define recent = sum(drink.units, last window) "Units lately"
    rule fast {
      on drink
      when recent >= most and not (count(water, last 20 min) >= 1)
      raise pace to caution
      emit warning "{recent} in {window}"
      severity 2
      cooldown 15 min
    }
    rule rest {
      when since(drink) >= 20 min and count(warning, last 60 min) >= 1
      unless count(drink) % 2 == 0
      emit praise "Nice."
      repeat 30 min
    }
    policy warning { limit 3 last 2 h }
    guard { never say "safe" }
    disclaimer "No advice."
    preset normal { window = 10 min }
    preset strict extends normal { window = 20 min, most = 1 }
    scenario "two" {
      start 2026-11-20 21:00
      presets normal, strict
      at +0 min beer
      at +9 min drink { units = 3 }
      expect fast at +9 min saying "4 in 10 min" under normal
      expect pace == caution at +9 min
    }
    """

  private static let days = """
    calendar { zone "Europe/Berlin", day starts 04:00, week starts monday }
    subject bottle {
      goal: number = 2500 in 1 .. 9000
      wake: time = 07:00
      rest_at: time = 22:00
      plan: schedule = "weekly mon wed"
      mood: calm | busy = calm
    }
    event sip of bottle { ml: number in 0 .. 5000, debounce 60 s }
    scale urgency = on_track < attention < overdue
    define expected = goal * (elapsed(wake to rest_at) / 15 h)
    define kept_days = streak(days where sum(sip.ml, today) >= goal skip not due(plan))
    rule late {
      when since(sip) else 0 min > 60 min for 5 min until sum(sip.ml, today) >= goal
      raise urgency to attention when fired
      emit reminder "Drink, {expected}"
      quiet rest_at to wake
      limit 8 today
      repeat daily
    }
    rule evening {
      at 20:00
      when clock in 19:00 to 21:00 and weekday != sun and mood == calm and kept_days >= 1
      emit summary "{kept_days} days"
    }
    rule hourly { every 2 h from wake to rest_at, when sum(sip.ml, this week) < 100, emit nudge "now" }
    source other {
      bottle from T { id = a, goal = "b c" }
      sip from U where kind == "s" { id = x, bottle = y, at = z as iso8601, ml = w }
    }
    """
}
