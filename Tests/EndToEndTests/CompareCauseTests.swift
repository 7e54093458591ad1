import Foundation
import Testing

/// The causes that `compare` names.
struct CompareCauseTests {
  /// Compares two packs, or presets of one, on a log of `e`; gives each difference as `added one: x and y`.
  private func told(
    _ before: String, _ after: String? = nil, words: [String] = [], files: [String: String] = [:]
  ) throws -> [String] {
    let scratch = try Scratch()
    try scratch.write("a.pace", before + "\n")
    if let after { try scratch.write("b.pace", after + "\n") }
    try scratch.write("e.csv", "id,s,at\n1,u,1795208460000\n2,u,1795208520000\n")
    for (name, text) in files { try scratch.write(name, text) }
    let tables = Set(["e.csv"] + files.keys).sorted().flatMap { ["--db", $0] }
    let packs = after == nil ? ["a.pace"] : ["a.pace", "b.pace"]
    let result = try Pace.run(
      ["compare"] + packs + tables + words + ["--format", "json"], folder: scratch.folder)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
    return try ["added", "removed", "moved", "changed"].flatMap { sort in
      try #require(json[sort] as? [[String: Any]]).map { difference in
        let causes = (difference["causes"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
        let act = difference["causes_act"].map { "\($0) " } ?? ""
        return "\(sort) \(difference["rule"] ?? ""): \(act)\(causes.joined(separator: ", "))"
      }
    }
  }

  private static let limited = """
    subject s { zone: text = "UTC", plan: schedule = "daily" }
    event e of s { note: text }
    stream exes = e where note == "x"
    rule one { on e, when count(exes) + count(e) >= 1, emit n1 "one" }
    policy n1 { limit 50 today }
    """

  @Test(arguments: ["s.csv", "e.csv"])
  func `texts in a log are no obstacle to undoing a change`(place: String) throws {
    let after = Self.limited.replacing("\"x\"", with: "\"brand new\"").replacing(">= 1", with: ">= 3")
      .replacing("limit 50", with: "limit 60")
    let files =
      place == "s.csv"
      ? ["s.csv": "id,zone,plan,started_at,ended_at\nu,Europe/Berlin,weekly mon,,\n"]
      : ["e.csv": "id,s,at,note\n1,u,1795208460000,some\n2,u,1795208520000,other\n"]
    #expect(
      try told(Self.limited, after, files: files) == [
        "removed one: rule one", "removed one: rule one",
      ])
  }

  @Test func `only the changes that play a part are named`() throws {
    let pack = """
      subject s { m: preset = a }
      event e of s { }
      param x: number in 0 .. 9 step 1
      param y: number in 0 .. 9 step 1
      param z: number in 0 .. 9 step 1
      rule one { on e, when CONDITION, emit n1 "one" }
      preset a { x = 1, y = 0, z = 0 }
      preset b { x = 9, y = 9, z = 1 }
      """
    func causes(_ condition: String) throws -> Set<String> {
      Set(
        try told(
          pack.replacing("CONDITION", with: condition), words: ["--preset", "a", "--preset", "b"]))
    }
    #expect(
      try causes("count(e) >= x and count(e) >= z and count(e) <= 5 - y")
        == ["removed one: each param x, param y"])
    #expect(try causes("x < 5 or y < 5 or z > 9") == ["removed one: together param x, param y"])
    #expect(try causes("x < 5 and count(e) >= z") == ["removed one: param x"])
  }

  @Test func `the order of declarations is a cause`() throws {
    let rules = """
      subject s { }
      event e of s { }
      rule one { on e, when count(e) >= 1, emit n1 "one" }
      rule two { on e, when count(e) >= 1, emit n1 "two" }
      policy n1 { limit 1 today }
      """
    var lines = rules.split(separator: "\n")
    lines.swapAt(2, 3)
    #expect(
      try told(rules, lines.joined(separator: "\n")) == [
        "added two: order of rules", "removed one: order of rules",
      ])
    let events = """
      subject s { }
      event e of s { }
      event f of s { }
      rule one { on e, when count(f) >= 1, emit n1 "one" }
      """
    lines = events.split(separator: "\n")
    lines.swapAt(1, 2)
    let files = ["f.csv": "id,s,at\n1,u,1795208460000\n"]
    #expect(
      try told(events, lines.joined(separator: "\n"), files: files) == ["added one: order of events"])
  }
}
