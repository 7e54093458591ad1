import Foundation
import Testing

struct `Proving packs` {
  private static let pack = """
    subject session { notices: bool = yes, mode: preset = calm }
    event entry of session { amount: number = 1 in 0 .. 20 }
    scale pace = good < busy < full
    param most: number in 1 .. 9 step 1
    param window: duration in 1 min .. 60 min step 1 min
    param every_so_many: number in 1 .. 9 step 1
    preset calm { most = 3, window = 10 min, every_so_many = 4 }
    preset keen { most = 4, window = 20 min, every_so_many = 2 }
    order calm < keen
    rule many {
      on entry
      when count(entry, last window) >= most
      raise pace to busy
      emit warning "Many."
      cooldown 5 min
    }
    rule wide { on entry, when count(entry, last window) >= 2, emit note "Wide." }
    rule round { on entry, when count(entry) % every_so_many == 0, emit note "Round." }
    rule again { when count(warning) >= 2, emit note "Again." }
    rule never { on entry, when pace > busy, emit note "Never." }
    """

  @Test(arguments: [
    ("latest(walk.minutes) * big >= 30", 2, 1), ("latest(walk.minutes) - 30 > big", 1, 2),
    ("latest(walk.minutes) + big >= 30", 5, 4),
  ])
  func `a claim that breaks at an amount that no constant names is refuted`(
    condition: String, low: Int, high: Int
  ) throws {
    let scratch = try Scratch()
    try scratch.write(
      "w.pace",
      """
      subject s { m: preset = mid }
      event walk of s { minutes: number in 0 .. 600 }
      param big: number in 0 .. 5 step 1
      rule walked { on walk, when \(condition), emit note "w" }
      preset mid { big = \(low) }
      preset high { big = \(high) }
      order mid < high

      """)
    let result = try Pace.run(["prove", "w.pace", "--budget", "2000"], folder: scratch.folder)
    #expect(result.status == 1 && result.output.contains("walked  refuted"), "\(result)")
  }

  // MARK: The report

  @Test func `the page says what is proved and why, what is refuted, and what can't be reached`() throws {
    let scratch = try Scratch()
    try scratch.write("pack.pace", Self.pack + "\n")
    let result = try Pace.run(["prove", "pack.pace", "--budget", "1500"], folder: scratch.folder)
    #expect(result.status == 1)
    try Golden.check(result.output, "prove-mixed.txt")
  }

  @Test func `a pack whose claims are all proved exits with 0 and says how its parameters enter`() throws {
    let result = try Pace.run("prove", "take-care")
    #expect(result.status == 0)
    try Golden.check(result.output, "prove-take-care.txt")
  }

  @Test func `the same budget gives the same bytes`() throws {
    let runs = try (0..<2).map { _ in
      try Pace.run("prove", "take-care", "--format", "json", "--budget", "200").output
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].contains("\"evaluations\":"))
  }

  @Test(arguments: ["nail-guard", "take-care"], [0, 1, 2, 10, 50])
  func `a search takes no more evaluations than its budget`(pack: String, budget: Int) throws {
    let result = try Pace.run("prove", pack, "--budget", "\(budget)")
    let told = try #require(result.output.firstMatch(of: /(\d+) evaluations/)).output.1
    #expect(try #require(Int(told)) <= budget, "\(result.output)")
  }

  @Test func `a budget that is no number is refused`() throws {
    for budget in ["much", "-1", "1.5"] {
      let result = try Pace.run("prove", "take-care", "--budget=\(budget)")
      #expect(result.status == 2)
      #expect(result.remarks.contains("--budget"))
      #expect(result.remarks.contains("a number of evaluations"))
      #expect(result.output.isEmpty)
    }
  }

  @Test func `a pack that does not check is not proved`() throws {
    let scratch = try Scratch()
    let path = try Scratch.pack(scratch, "subject session { }\nrule r { when nothing }")
    let result = try Pace.run("prove", path)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
  }

  // MARK: The shipped packs

  @Test(arguments: ["activities", "dose-window", "hydration", "hydration-pace", "nail-guard", "take-care"])
  func `every claim of a shipped pack is proved, and nothing in it is unreachable`(pack: String) throws {
    let result = try Pace.run("prove", pack, "--format", "json", "--budget", "0")
    #expect(result.status == 0)
    let proof = try Proof(result.output)
    let verdicts = Set(proof.claims.map(\.verdict))
    #expect(verdicts.isSubset(of: ["proved", "not claimed"]))
    #expect(proof.reachable(false).isEmpty)
  }

  @Test(arguments: ["hydration", "nail-guard", "take-care"])
  func `every rule and level of a pack is reached by a scenario that passes`(pack: String) throws {
    let result = try Pace.run("prove", pack, "--format", "json")
    let proof = try Proof(result.output)
    #expect(!proof.scenarios.isEmpty)
    #expect(proof.reachable(nil).isEmpty)
    let scratch = try Scratch()
    let include = Pace.repository.appendingPathComponent("rules/\(pack).pace").path
    let scenarios = proof.scenarios.joined(separator: "\n")
    let file = try scratch.write("reach.test.pace", "include \"\(include)\"\n\n\(scenarios)")
    let tested = try Pace.run("test", file.path)
    #expect(tested.status == 0, "\(tested.output)")
    #expect(tested.output.contains("\(proof.scenarios.count) scenarios"))
  }

  @Test(arguments: ["hydration-pace", "nail-guard", "take-care"])
  func `a claim made false by editing one preset number is refuted by a scenario that fails`(
    pack: String
  ) throws {
    let shipped = try Proof(Pace.run("prove", pack, "--format", "json", "--budget", "0").output)
    let edits = Set(shipped.claims.flatMap { claim in claim.params.map { Edit(claim.higher, $0) } })
    #expect(!edits.isEmpty)
    for edit in edits {
      let scratch = try edited(pack, edit)
      let path = scratch.path("rules/\(pack).pace")
      let result = try Pace.run("prove", path, "--format", "json", "--budget", "3000")
      #expect(result.status == 1, "\(edit)")
      let proof = try Proof(result.output)
      let broken = proof.claims.filter { claim in
        claim.higher == edit.preset && claim.sort == "rule" && claim.params.contains { $0.name == edit.name }
      }
      #expect(!broken.isEmpty)
      #expect(broken.allSatisfy { $0.verdict == "refuted" }, "\(edit): \(broken.map(\.about))")
      #expect(proof.claims.allSatisfy { $0.verdict != "open" }, "\(edit)")
      for claim in proof.claims where claim.verdict == "refuted" {
        let scenario = try #require(claim.scenario)
        let file = try scratch.write("rules/broken.test.pace", "include \"\(pack).pace\"\n\n\(scenario)")
        let tested = try Pace.run("test", file.path)
        #expect(tested.status == 1, "\(edit): \(claim.about)\n\(tested.output)")
      }
    }
  }

  /// The pack with a value of one preset moved to the other side of the one below it.
  private func edited(_ pack: String, _ edit: Edit) throws -> Scratch {
    let scratch = try Scratch()
    for folder in ["rules", "presets"] {
      let file = Pace.repository.appendingPathComponent("\(folder)/\(pack).pace")
      var text = try String(contentsOf: file, encoding: .utf8)
      if folder == "presets" {
        let line = try #require(
          text.split(separator: "\n").first { $0.hasPrefix("preset \(edit.preset) ") })
        let changed = line.replacing("\(edit.name) = \(edit.old)", with: "\(edit.name) = \(edit.new)")
        #expect(changed != line, "\(edit)")
        text = text.replacing(line, with: changed)
      }
      try scratch.write("\(folder)/\(pack).pace", text)
    }
    return scratch
  }
}

/// One number of one preset, and what stands there instead.
private struct Edit: Hashable {
  var preset: String
  var name: String
  var old: String
  var new: String

  init(_ preset: String, _ param: Proof.Param) {
    self.preset = preset
    name = param.name
    let parts = param.to.split(separator: " ", maxSplits: 1)
    let unit = parts.count > 1 ? " \(parts[1])" : ""
    let to = Double(parts[0]) ?? 0
    let from = Double(param.from.split(separator: " ")[0]) ?? 0
    // As the files write it: whole units with one digit after the point.
    old = param.name.hasSuffix("_units") ? String(to) : param.to
    let mirrored = ((2 * from - to) * 10).rounded() / 10
    new = (mirrored == mirrored.rounded() ? String(Int(mirrored)) : String(mirrored)) + unit
  }
}

/// What `prove --format json` writes, as far as tests look at it.
private struct Proof: Decodable {
  struct Param: Decodable {
    var name: String
    var from: String
    var to: String
  }

  struct Claim: Decodable {
    var order: String
    var about: String
    var sort: String
    var verdict: String
    var params: [Param]
    var scenario: String?

    var higher: String { order.split(separator: " ").last.map(String.init) ?? "" }
  }

  struct Reach: Decodable {
    var reachable: Bool?
    var scenario: String?
  }

  var claims: [Claim]
  var rules: [Reach]
  var levels: [Reach]

  init(_ text: String) throws { self = try JSONDecoder().decode(Proof.self, from: Data(text.utf8)) }

  func reachable(_ wanted: Bool?) -> [Reach] { (rules + levels).filter { $0.reachable == wanted } }

  var scenarios: [String] { (rules + levels).compactMap(\.scenario) }
}
