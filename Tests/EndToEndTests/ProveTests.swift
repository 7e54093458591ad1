import Foundation
import Testing

struct `Proving packs` {
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

  var claims: [Claim]

  init(_ text: String) throws { self = try JSONDecoder().decode(Proof.self, from: Data(text.utf8)) }
}
