import Foundation
import Testing

/// `eval --profile`: what an evaluation takes, part by part. No test looks at times but for what they add up to.
struct `Profiles` {
  private static func profile(_ words: [String], input: String = "") throws -> [String: Any] {
    let result = try Pace.run(["eval"] + words + ["--profile", "--format", "json"], input: input)
    #expect(result.status == 0, "\(result.remarks)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  private static func list(_ name: String, _ profile: [String: Any]) -> [[String: Any]] {
    profile[name] as? [[String: Any]] ?? []
  }

  private static func sum(_ key: String, _ parts: [[String: Any]]) -> Int {
    parts.reduce(0) { $0 + ($1[key] as? Int ?? 0) }
  }

  @Test func `count tries, looks, firings and the instants that rules make`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { }
      rule burst {
        on e
        when count(e, last 10 min) >= 2
        emit note "burst"
        cooldown 5 min
      }
      rule calm {
        when since(e) >= 20 min
        emit note "calm"
      }
      """)
    let lines = [0, 5, 8, 40, 41].map { #"{"at_ms":\#($0 * 60_000),"event":"e"}"# }
    let profile = try Self.profile([pack, "--stdin"], input: lines.joined(separator: "\n"))
    let rules = Self.list("rules", profile)
    #expect(rules.compactMap { $0["rule"] as? String } == ["burst", "calm"])
    // Five rows, and 20 minutes after the third.
    #expect(profile["instants"] as? Int == 6)
    #expect(profile["instants_of_rows"] as? Int == 5)
    #expect(rules.compactMap { $0["instants"] as? Int } == [0, 1])
    #expect(rules.compactMap { $0["fired"] as? Int } == [2, 1])
    // The row of minute 8 is in the cooldown, which is asked first.
    #expect(rules[0]["evaluations"] as? Int == 5)
    let node = Self.list("nodes", profile).first { $0["text"] as? String == "count(e, last 10 min) >= 2" }
    #expect(node?["evaluations"] as? Int == 4)
  }

  @Test func `a firing that only a limit counts has no condition looked at again`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { }
      rule calm {
        when since(e) >= 20 min
        emit note "calm"
        limit 2 today
      }
      """)
    let lines = [0, 30].map { #"{"at_ms":\#($0 * 60_000),"event":"e"}"# }
    let profile = try Self.profile([pack, "--stdin"], input: lines.joined(separator: "\n"))
    let node = Self.list("nodes", profile).first { $0["text"] as? String == "since(e) >= 20 min" }
    // Two rows, and the firing between them.
    #expect(profile["instants"] as? Int == 3)
    #expect(node?["evaluations"] as? Int == 3)
  }

  @Test(arguments: ["take-care", "hydration", "hydration-pace", "nail-guard", "activities", "dose-window"])
  func `tell of what is evaluated without them too, and their parts are the whole`(pack: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", pack, "--db", path, "--subjects", "6").status == 0)
    let profile = try Self.profile([pack, "--db", path])
    let summary = try Pace.run("eval", pack, "--db", path, "--format", "summary").output
    let rules = Self.list("rules", profile)
    let fired = rules.map { "\($0["rule"] ?? "")\t\($0["fired"] ?? "")\n" }.joined()
    #expect(summary.hasPrefix(fired), "\(summary)\(fired)")
    #expect(summary.contains("events\t\(profile["events"] ?? "")\n"))
    let instants = (profile["instants_of_rows"] as? Int ?? 0) + Self.sum("instants", rules)
    let all = profile["instants"] as? Int ?? 0
    // What is left are ends of subjects at which levels fall.
    #expect(instants <= all && instants * 100 >= all * 95)
    let state = (profile["fixed_bytes"] as? Int ?? 0) + Self.sum("state_bytes", Self.list("streams", profile))
    #expect(state == profile["state_bytes"] as? Int)
    #expect(!Self.list("nodes", profile).isEmpty)
  }

  @Test func `are written as text, what takes most first`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run("eval", "take-care", "--db", path, "--profile")
    #expect(result.status == 0)
    for word in ["rule ", "expression ", "stream ", "reading the log", "measuring", "all of a subject"] {
      #expect(result.output.contains(word), "\(result.output)")
    }
    #expect(!result.output.contains("Let this one last"))
  }

  @Test(arguments: [
    (["--profile", "--format", "jsonl"], "`--profile` and `--format jsonl` cannot be given together"),
    (["--format", "json"], "`--format json` goes with `--profile`"),
    (["--profile", "--preset", "all"], "`--profile` and `--preset all` cannot be given together"),
    (["--profile", "--threads", "2"], "`--profile` and `--threads` cannot be given together"),
  ])
  func `refuse what they don't go with`(options: [String], sentence: String) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run(["eval", "take-care", "--db", path] + options)
    #expect(result.status == 2)
    #expect(result.remarks.contains(sentence), "\(result.remarks)")
  }
}
