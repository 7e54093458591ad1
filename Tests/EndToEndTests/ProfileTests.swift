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
}
