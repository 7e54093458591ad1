import Testing

/// One firing fits one screen of 24 lines of 80 columns, whatever the pack and however long the log.
struct `A firing on one screen` {
  private static let packs = [
    "activities", "dose-window", "hydration", "hydration-pace", "nail-guard", "take-care",
  ]

  /// How many lines of a terminal with 80 columns a text takes.
  private static func height(of text: some StringProtocol) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + max(1, ($1.count + 79) / 80) }
  }

  /// A firing as `eval` tells of it.
  private struct Notice {
    var number: Int
    var rule: String
    var at: String
    var subject: String
  }

  /// The first firing of some rules, and the last firing of all, which has the longest log behind it.
  private static func notices(_ pack: String, _ path: String) throws -> [Notice] {
    let lines = try Pace.run("eval", pack, "--db", path, "--format", "jsonl").output
    let all = try lines.split(separator: "\n").enumerated().map { index, line in
      let keys = /"subject":"([^"]*)","at":"([^"]*)","at_ms":[0-9]+,"rule":"([^"]*)"/
      let found = try #require(line.firstMatch(of: keys)?.output)
      return Notice(number: index + 1, rule: String(found.3), at: String(found.2), subject: String(found.1))
    }
    var rules: Set<String> = []
    return all.filter { rules.insert($0.rule).inserted && rules.count < 4 || $0.number == all.count }
  }

  @Test(arguments: packs) func `of any pack's sample log`(pack: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", pack, "--db", path, "--subjects", Pace.isRelease ? "4" : "2", "--seed", "7")
    let notices = try Self.notices(pack, path)
    try #require(!notices.isEmpty)
    for notice in notices {
      let page = try Pace.run("explain", pack, "--db", path, "--notice", String(notice.number)).output
      #expect(page.contains("\(notice.rule) FIRED at "), "\(page)")
      let height = Self.height(of: page.dropLast())
      #expect(height <= 24, "\(height) lines:\n\(page)")
      guard notice.number == 1 else { continue }
      let words = ["--subject", notice.subject, "--at", notice.at, "--rule", notice.rule]
      #expect(try Pace.run(["explain", pack, "--db", path] + words).output == page)
    }
  }

  @Test func `in the list of all firings`() throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "2", "--seed", "7")
    let blocks = try Pace.run("explain", "take-care", "--db", path).output.split(separator: "\n\n")
    let heads = blocks.count { $0.contains(" FIRED at ") }
    #expect(heads == blocks.count)
    #expect(
      heads
        == (try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl").output.count { $0 == "\n" }))
    for block in blocks { #expect(Self.height(of: block) <= 24, "\(block)") }
  }
}
