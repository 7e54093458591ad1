import Foundation
import Testing

/// What the page of `sweep` says of the log, and nothing that the log does not hold.
struct `Pages of a sweep` {
  /// 40 minutes with three bites, at 10, 20 and 30 minutes: a band goes up with the bites, a note is told of each.
  private static let pack = """
    subject person {}
    event bite of person {}
    scale band = low < mid < high
    param mid_from: number = 1 in 1 .. 9 step 1
    param high_from: number = 3 in 1 .. 9 step 1
    param fewest: number = 1 in 1 .. 9 step 1
    rule mid {
      when count(bite) >= mid_from
      raise band to mid
    }
    rule high {
      when count(bite) >= high_from
      raise band to high
    }
    rule told {
      on bite
      when count(bite) >= fewest
      emit note "!"
    }
    """

  private static let log =
    "{\"subject\":\"p\",\"attributes\":{\"started_at\":\(Night.start),\"ended_at\":\(Night.start + 2_400_000)}}\n"
    + [10, 20, 30].map { minute in
      "{\"subject\":\"p\",\"at_ms\":\(Night.start + Int64(minute) * 60_000),\"event\":\"bite\"}\n"
    }.joined()

  private func page(_ axes: String..., of pack: String = Self.pack) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, pack)
    let words = axes.flatMap { ["--param", $0] } + ["--levels", "--format", "html"]
    let result = try Pace.run(["sweep", pack, "--stdin"] + words, input: Self.log)
    #expect(result.status == 0, "\(result.remarks)")
    return result.output.replacing("\u{A0}", with: " ")
  }

  /// The part of a page under a heading.
  private func part(_ heading: String, of page: String) throws -> String {
    let rest = try #require(page.components(separatedBy: "<h2>\(heading)</h2>").dropFirst().first)
    return rest.components(separatedBy: "<h2>")[0]
  }

  @Test func `a default between two values has its line there, which stops above bars`() throws {
    let page = try page("high_from=2..8/2")
    #expect(page.contains("class=\"mark line in-force\"></i>default at 3<"))
    #expect(!page.contains("Not tried"))
    // Four values have a quarter each: halfway between the middles of the first two.
    #expect(page.contains(/<text x="25%"[^>]* class="preset-name">default</))
    let levels = try part("Time in each level of band", of: page)
    let ends = levels.matches(of: /<line x1="25%" y1="[\d.]+" x2="25%" y2="([\d.]+)" class="preset/)
    let tops = levels.matches(of: /<rect x="[\d.]+%" y="([\d.]+)"/).compactMap { Double($0.output.1) }
    #expect(ends.count == 2)
    #expect(ends.allSatisfy { Double($0.output.1) ?? .infinity <= tops.min() ?? 0 })
    let beyond = try self.page("high_from=4..8/2")
    #expect(beyond.contains("Not tried: default at 3<") && !beyond.contains("Lines:"))
  }

  @Test func `a jump's figure stands off the line of a preset, and a flat stretch around its line`() throws {
    let pack = """
      subject person {}
      event bite of person {}
      param most: number = 3 in 1 .. 9 step 1
      rule a { on bite, when most <= 2, emit note "!" }
      """
    let page = try page("most=1..5", of: pack)
    // The step from 2 to 3 ends at the default's line, beyond which its figure goes.
    #expect(page.contains(/<text x="50%" dx="8" [^>]*class="cliff-text">−3</))
    let rule = try part("Each rule that it touches", of: page)
    let flat = try #require(rule.firstMatch(of: /y="([\d.]+)" width="40%" height="([\d.]+)" class="flat"/))
    let axis = try #require(rule.firstMatch(of: /<line x1="0%" y1="([\d.]+)" x2="100%" [^>]*class="base"/))
    // Three values without a notice: half of the stretch stands above the axis, thicker than the line on it.
    let (top, height) = (try #require(Double(flat.output.1)), try #require(Double(flat.output.2)))
    #expect(try top + height / 2 == #require(Double(axis.output.1)) && height >= 8)
    let none = try self.page("most=3..5", of: pack)
    #expect(!none.contains("a jump") && !none.contains("a flat stretch"))
  }

  @Test func `trade-offs have a dot for each place, none of them at an edge`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let labels = [(10, "yes"), (20, "no"), (30, "yes")].map { minute, word in
      let at = Night.start + Int64(minute) * 60_000
      return "p,\(at - 1),\(at),\(word)\n"
    }
    try scratch.write("labels.csv", labels.joined())
    let words = [
      "--stdin", "--param", "fewest=1..9", "--labels", scratch.path("labels.csv"), "--format", "html",
    ]
    let page = try Pace.run(["sweep", pack] + words, input: Self.log).output
    let card = try #require(page.components(separatedBy: "The best trade-offs").dropFirst().first)
    let dots = card.components(separatedBy: "</ol>")[0].matches(of: /<circle cx="([\d.]+)%" cy="([\d.]+)"/)
    // All bites, the last two, the last, none: four places for nine values.
    #expect(dots.count == 4 && Set(dots.map { "\($0.output.1) \($0.output.2)" }).count == 4)
    #expect(dots.allSatisfy { (2...98).contains(Double($0.output.1) ?? 0) })
  }

  @Test func `a share that is known for some values only has gaps, and a dot where it is known for one`()
    throws
  {
    let scratch = try Scratch()
    let source = Self.pack.replacing(
      "when count(bite) >= fewest", with: "when count(bite) >= fewest or fewest == 5")
    let pack = try Scratch.pack(scratch, source)
    let at = Night.start + 600_000
    try scratch.write("labels.csv", "p,\(at - 1),\(at),yes\n")
    let words = [
      "--stdin", "--param", "fewest=1..9", "--labels", scratch.path("labels.csv"), "--format", "html",
    ]
    let page = try Pace.run(["sweep", pack] + words, input: Self.log).output
    // Notices of the label come with 1 and 5 alone: elsewhere none is right or false, but all are caught or missed.
    let precision = page.matches(of: /<polyline points="[^"]*" stroke="var\(--c1\)"/)
    #expect(precision.isEmpty)
    let dots = page.matches(of: /<circle cx="([\d.]+)%" cy="[\d.]+" r="3" fill="var\(--c1\)" class="dot"/)
    #expect(dots.map { $0.output.1 } == ["5.56", "50"])
    let recall = try #require(
      page.firstMatch(of: /<polyline points="([^"]*)" stroke="var\(--c0\)" class="curve"/))
    #expect(recall.output.1.split(separator: " ").count == 9)
  }

  @Test func `a map shows its figures as soon as they have room, whatever other maps need`() throws {
    // One digit in each cell of one map, up to three in those of another.
    let page = try page("mid_from=1..9", "high_from=1..9")
    #expect(page.contains("<title>1, 1: 3</title>") && page.contains("<title>9, 9: 100</title>"))
    let widths = page.components(separatedBy: "<div class=\"plot\"").dropFirst().map { map in
      Set(map.matches(of: /class="[a-z]+-heat(?: from-(\d+))?"/).map { Int($0.output.1 ?? "0") ?? 0 })
    }
    #expect(widths.allSatisfy { $0.count == 1 }, "\(widths)")
    // Nine cells of one digit need less than the narrowest chart, of three that of a page of 390 pixels.
    let least = widths.compactMap(\.first)
    #expect(least.first == 0 && least.max() == 240, "\(least)")
  }

  @Test func `the few shades of a map can be told apart, however close their figures are`() throws {
    let levels = try part(
      "Time in each level of band", of: try page("mid_from=1..2", "high_from=3..4"))
    for map in levels.components(separatedBy: "<div class=\"plot\"").dropFirst() {
      let shades = Set(map.matches(of: /fill-opacity="([\d.]+)%"/).compactMap { Double($0.output.1) })
      for (one, next) in zip(shades.sorted(), shades.sorted().dropFirst()) {
        #expect(next - one >= 7, "\(shades)")
      }
    }
    // One notice more of 30: next to nothing of the whole.
    let pack = """
      subject person {}
      event bite of person {}
      param most: number = 2 in 1 .. 9 step 1
      param other: number = 2 in 1 .. 9 step 1
      rule many { when count(bite) >= 1, emit note "!", repeat 1 min }
      rule few { on bite, when count(bite) <= most and other > 0, emit note "?" }
      """
    let notices = try part("All notices", of: try self.page("most=1..2", "other=1..2", of: pack))
    let shades = Set(notices.matches(of: /fill-opacity="([\d.]+)%"/).compactMap { Double($0.output.1) })
    #expect(shades.count == 2 && (shades.max() ?? 0) - (shades.min() ?? 0) >= 7, "\(shades)")
    #expect((shades.max() ?? 100) < 50, "\(shades)")
  }
}
