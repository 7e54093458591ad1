import PaceLab
import PaceLanguage
import PaceOracle
import Testing

/// What lint and `prove` know of a rule with `on` at the instant at which it is tried, and of constants.
struct AttemptTests {
  private static let head = """
    calendar { zone "Europe/London" }
    subject session { }
    event entry of session {
      amount: number = 1 in 0 .. 50
      kind small
      kind large
    }
    rule big { on large, emit praise "Big." }

    """

  /// What is found about reachability and constants, in the order of the text.
  private func claims(_ rule: String) -> [String] {
    let found = findings(in: Self.head + "rule r { \(rule) }\n")
    #expect(!found.contains { $0.hasPrefix("E") }, "\(found)")
    let codes = ["impossible-condition ", "constant-condition ", "unreachable-rule "]
    return found.filter { finding in codes.contains { finding.hasPrefix($0) } }
  }

  private func reason(_ rule: String) throws -> String? {
    let compilation = compile(("a.pace", Self.head + "rule r { \(rule) }\n"))
    let program = try #require(compilation.program)
    let report = Prover(program, roots: compilation.roots).provedReport()
    return try #require(report.rules.last).reason
  }

  private static let closed = "unreachable-rule `r` can never speak: "

  @Test(
    "a gate that is closed at each event of the trigger is found by lint and by prove",
    arguments: cases([
      ("unless since(entry) < 20 min", "since(entry)", "0"),
      ("unless count(entry, last 60 min) > 0", "count(entry, last 60 min)", "at least 1"),
      ("unless not (count(entry, today) == 0)", "count(entry, today)", "at least 1"),
      ("unless not fires(r)", "fires(r)", "`no`"),
      ("unless count(entry) >= 1 or clock in 08:00 to 09:00", "count(entry)", "at least 1"),
    ]))
  func closedGate(_ given: Case<(String, String, String)>) throws {
    let (gate, value, limit) = given.value
    let expected = "`\(gate)` always holds it back, as `\(value)` is \(limit) then"
    #expect(claims("on entry, emit hint \"R.\", \(gate)") == [Self.closed + expected])
    #expect(claims("on small, emit hint \"R.\", \(gate)") == [Self.closed + expected])
    #expect(try reason("on entry, emit hint \"R.\", \(gate)") == expected)
    guard !gate.contains("fires") else { return }
    #expect(try reason("emit hint \"R.\", when count(entry) > 3, \(gate)") == nil)
  }

  @Test(
    "a gate that may be open at an event of the trigger is no finding",
    arguments: [
      "unless since(small) < 20 min", "unless gap(entry) < 20 min", "unless count(small) > 0",
      "unless count(entry) > 1", "unless count(entry, yesterday) == 0", "unless fires(big)",
    ])
  func openGate(gate: String) throws {
    #expect(claims("on entry, emit hint \"R.\", \(gate)") == [])
    #expect(try reason("on entry, emit hint \"R.\", \(gate)") == nil)
  }

  @Test(
    "what is never true when a rule may speak is found in all of its condition",
    arguments: cases([
      ("on entry, when fires(r)", "`fires(r)` is `no` then"),
      ("on entry, when fires(hint)", "`fires(hint)` is `no` then"),
      ("on small, when fires(big)", "`fires(big)` is `no` then"),
      ("on entry, when since(entry) + 1 min > 5 min", "`since(entry)` is 0 then"),
      ("on entry, when count(entry) == 0 or since(entry) > 1 s", "`count(entry)` is at least 1 then"),
      ("on entry, when count(large, after entry) >= 1", "`count(large, after entry)` is 0 then"),
      ("on small, when count(large, after entry) >= 1", "`count(large, after entry)` is 0 then"),
    ]))
  func failing(_ given: Case<(String, String)>) throws {
    let (clauses, reason) = given.value
    let found = claims("\(clauses), emit hint \"R.\"")
    #expect(found == ["impossible-condition this is never true when the rule may speak: \(reason)"])
    let proved = try #require(try self.reason("\(clauses), emit hint \"R.\""))
    #expect(proved.hasSuffix("is never true when it may speak"))
  }

  @Test(
    "what may be true when a rule speaks is no finding",
    arguments: [
      "on entry, when fires(big)", "on large, when fires(big)", "on entry, when fires(praise)",
      "on entry, when count(entry) == 1", "on entry, when since(small) > 1 min",
      "on entry, when count(entry, after small) >= 1", "on entry, when count(large, after small) >= 1",
      "on entry, when streak(days where count(entry, today) >= 1) >= 3",
      "on entry, when streak(days where not (count(entry, today) == 0) skip weekday == sun) > 1",
      "on entry, unless streak(days where count(entry, last 2 h) == 0) >= 2",
    ])
  func possible(clauses: String) throws {
    #expect(claims("\(clauses), emit hint \"R.\"") == [])
    #expect(try reason("\(clauses), emit hint \"R.\"") == nil)
  }

  @Test(
    "a comparison that the trigger decides is constant",
    arguments: cases([
      ("on entry, when count(entry) >= 1", "always", "`count(entry)` is at least 1 then"),
      ("on entry, when since(entry) < 1 min and gap(entry) > 1 h", "always", "`since(entry)` is 0 then"),
      ("on entry, unless since(entry) > 1 min", "never", "`since(entry)` is 0 then"),
    ]))
  func decided(_ given: Case<(String, String, String)>) {
    let (clauses, result, reason) = given.value
    #expect(
      claims("\(clauses), emit hint \"R.\"")
        == ["constant-condition this is \(result) true when the rule may speak: \(reason)"])
  }

  @Test(
    "a window of the newest events holds no more of them",
    arguments: cases([
      ("count(entry, last 3 events) >= 4", "impossible", "`count(entry, last 3 events)` lies in 0 .. 3"),
      (
        "sum(entry.amount, last 2 events) > 100", "impossible",
        "`sum(entry.amount, last 2 events)` lies in 0 .. 100"
      ),
      ("count(entry, last 3 events) == 3", nil, ""), ("sum(entry.amount, last 3 events) > 100", nil, ""),
    ]))
  func newest(_ given: Case<(String, String?, String)>) {
    let (condition, found, reason) = given.value
    let expected = found.map { ["\($0)-condition this is never true: \(reason)"] } ?? []
    #expect(claims("when \(condition), emit hint \"R.\"") == expected)
  }

  @Test(
    "yes, no and hours that end where they start are found where they decide something",
    arguments: cases([
      ("on entry, when no", ["impossible-condition this is never true"]),
      ("when no", ["impossible-condition this is never true"]),
      ("on entry, when count(entry) > 2 and no", ["impossible-condition this is never true"]),
      ("on entry, when yes", ["constant-condition this is always true"]),
      ("when yes", []),
      ("on entry, when count(entry) > 2 and yes", ["constant-condition this is always true"]),
      ("on entry, when count(entry) > 2 or no", ["constant-condition this is never true"]),
      ("on entry, unless no", ["constant-condition this is never true"]),
      (
        "on entry, when clock in 22:00 to 22:00",
        ["impossible-condition this is never true: `22:00 to 22:00` ends where it starts"]
      ),
      (
        "on entry, unless clock in 22:00 to 22:00",
        ["constant-condition this is never true: `22:00 to 22:00` ends where it starts"]
      ),
      ("on entry, when not (clock in 22:00 to 22:01)", []),
      ("when streak(days where yes) >= 3", []),
    ]))
  func constants(_ given: Case<(String, [String])>) {
    let (clauses, expected) = given.value
    #expect(claims("\(clauses), emit hint \"R.\"") == expected)
  }
}
