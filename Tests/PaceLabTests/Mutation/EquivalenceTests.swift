import PaceLab
import PaceLanguage
import Testing

struct EquivalenceTests {
  /// The changes of a rule's condition that are proved to make no difference, and the proofs.
  private func proofs(when condition: String, gate: String = "", more: String = "") throws -> [String: String]
  {
    let text = """
      subject session { weight: number = 1 in 1 .. 5 }
      event entry of session { size: number = 1 in 0 .. 9 }
      \(more)
      rule told { on entry, when \(condition), emit note "Told.", \(gate) }
      """
    let compilation = compile(("a.pace", text))
    let program = try #require(compilation.program, "\(compilation.diagnostics)")
    var tester = MutationTester(program, roots: compilation.roots, scenarios: [], budget: 0) { _ in nil }
    var found: [String: String] = [:]
    for (mutant, proof) in tester.run().equivalent { found[mutant.change] = proof }
    return found
  }

  @Test func `what is always or never true within the declared ranges stays so`() throws {
    #expect(try proofs(when: "weight <= 6")["`<= 6` → `< 6`"]?.contains("always true") == true)
    #expect(try proofs(when: "weight > 6")["`> 6` → `> 7`"]?.contains("never true") == true)
    #expect(try proofs(when: "count(entry) >= -1")["`>= -1` → `>= 0`"]?.contains("always true") == true)
  }

  @Test func `the edge of a range is no proof`() throws {
    #expect(try proofs(when: "weight <= 5")["`<= 5` → `< 5`"] == nil)
    #expect(try proofs(when: "weight > 4")["`> 4` → `> 5`"] == nil)
    #expect(try proofs(when: "max(entry.size) <= 9")["`<= 9` → `< 9`"] == nil)
  }

  @Test func `a whole number cannot tell thresholds apart with no whole number between them`() throws {
    let proofs = try proofs(when: "count(entry) > 2.5")
    #expect(proofs["`> 2.5` → `> 2.4`"]?.contains("whole number") == true)
    #expect(proofs["`> 2.5` → `>= 2.5`"]?.contains("whole number") == true)
    #expect(try self.proofs(when: "count(entry) > 2.9")["`> 2.9` → `> 3`"] == nil)
    #expect(try self.proofs(when: "sum(entry.size) > 2.5")["`> 2.5` → `> 2.4`"] == nil)
  }

  @Test func `a count over another window is another number`() throws {
    let proofs = try proofs(when: "count(entry, last 60 min) >= 2")
    #expect(proofs["`60 min` → `59 min`"] == nil, "what are two entries in 60 min may be one in 59")
    #expect(proofs["`60 min` → `1 h 1 min`"] == nil)
  }

  /// The average of no rows is unknown, so that the window says how long the condition holds.
  @Test func `a window decides when what is always true is known`() throws {
    for condition in ["avg(entry.size, last 60 min) < 10", "not (max(entry.size, last 60 min) > 10)"] {
      let proofs = try proofs(when: condition)
      #expect(proofs.keys.filter { $0.contains("60 min") } == [], "\(condition)")
      #expect(!proofs.keys.filter { $0.contains("10` →") }.isEmpty, "\(condition): a threshold is no window")
    }
  }

  @Test func `what nothing reads can be changed`() throws {
    let proofs = try proofs(when: "count(entry) >= 1", more: "define idle = count(entry) > 3")
    #expect(proofs["`> 3` → `>= 3`"]?.contains("reads it") == true)
    let shown = try self.proofs(when: "count(entry) >= 1", more: "define idle = count(entry) > 3 \"Idle\"")
    #expect(shown["`> 3` → `>= 3`"] == nil, "a figure is shown")
  }

  @Test func `a default that no subject has can be changed`() throws {
    func proof(_ presets: String, mode: String = "") throws -> String? {
      let head = "subject session { \(mode) }\nevent entry of session { }\n"
      let param = "param few: number = 4 in 0 .. 10 step 1\n"
      let rule = "\nrule told { on entry, when count(entry) >= few, emit note \"Told.\" }\n"
      let compilation = compile(("a.pace", head + param + presets + rule))
      let program = try #require(compilation.program, "\(compilation.diagnostics)")
      var tester = MutationTester(program, roots: compilation.roots, scenarios: [], budget: 0) { _ in nil }
      return tester.run().equivalent.first { $0.mutant.change == "`4` → `5`" }?.proof
    }
    let said = "a preset is always in force, and each gives it a value"
    #expect(try proof("preset one { few = 3 }") == said)
    #expect(
      try proof("preset one { few = 3 }\npreset two extends one { }", mode: "mode: preset = two") == said)
    #expect(try proof("preset one { }") == nil)
    let two = "preset one { few = 3 }\npreset two { few = 2 }"
    #expect(try proof(two, mode: "mode: preset = two") == said)
    #expect(try proof(two) == nil, "a subject that picks no preset has the default")
    #expect(try proof(two, mode: "mode: preset") == nil)
    #expect(try proof("preset one { few = 3 }\npreset two { }", mode: "mode: preset = one") == nil)
  }

  @Test func `a gate that can never hold may go`() throws {
    let never = try proofs(when: "count(entry) >= 1", gate: "unless weight > 5")
    #expect(never["without `unless weight > 5`"]?.contains("never true") == true)
    let sometimes = try proofs(when: "count(entry) >= 1", gate: "unless weight > 4")
    #expect(sometimes["without `unless weight > 4`"] == nil)
    let empty = try proofs(when: "count(entry) >= 1", gate: "quiet 22:00 to 22:00")
    #expect(empty["without `quiet 22:00 to 22:00`"]?.contains("empty") == true)
  }

  @Test func `an in with an end that may be unknown is not settled by its other end`() throws {
    let proofs = try proofs(when: "weight in 9 .. 10")
    #expect(proofs["`10` → `11`"]?.contains("never true") == true)
    let unknown = try self.proofs(when: "weight in latest(entry.size) .. 7")
    #expect(unknown["`7` → `8`"] == nil)
  }

  @Test func `a limit behind a longer cooldown never holds`() throws {
    let behind = try proofs(when: "count(entry) >= 1", gate: "cooldown 10 min, limit 2 last 10 min")
    #expect(behind["without `limit 2 last 10 min`"]?.contains("cooldown") == true)
    #expect(behind["`2` → `3`"]?.contains("cooldown") == true)
    #expect(behind["`10 min` → `11 min`"] == nil, "eleven minutes are longer")
    let before = try proofs(when: "count(entry) >= 1", gate: "limit 2 last 5 min, cooldown 10 min")
    #expect(before["without `limit 2 last 5 min`"] == nil, "it is the gate that holds, and tests tell")
  }
}
