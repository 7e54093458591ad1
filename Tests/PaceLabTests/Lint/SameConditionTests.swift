import PaceOracle
import Testing

/// What lint and proofs say of conditions and tests that say the same as others.
struct SameConditionTests {
  @Test(
    "a gate that says what the condition says always holds the rule back",
    arguments: cases([
      ("when count(entry, today) >= 3", "count(entry, today) >= 3", true),
      ("when many", "count(entry, today) >= 3", true),
      ("when count(entry) > 9 and many", "many", true),
      ("when many for 10 min", "many", true),
      ("when many", "many and count(entry) > 9", false),
      ("when many until since(entry) > 2 h", "many", false),
      ("when many or count(entry) > 9", "many", false),
    ]))
  func gates(_ given: Case<(String, String, Bool)>) {
    let (condition, gate, isReported) = given.value
    let text = """
      define many = count(entry, today) >= 3
      calendar { zone "Europe/London" }
      rule r { \(condition), emit hint "R.", unless \(gate) }
      """
    let reason = "`unless \(gate)` always holds it back, as its condition says the same"
    #expect(
      claims("unreachable-rule", in: text) == (isReported ? ["`r` can never speak: \(reason)"] : []))
  }

  @Test func `of two parts that exclude each other the other one is named, not a range`() {
    let text = "rule r { when count(entry) >= 3 and count(entry) < 2, emit hint \"R.\" }\n"
    #expect(
      claims("impossible-condition", in: text) == ["this is never true together with `count(entry) >= 3`"])
  }

  @Test(
    "a block takes the objects of a later one only if each of them passes its tests",
    arguments: cases([
      ("has gone", "gone != 1", false), ("has gone", "gone == 1", true), ("has gone", "has gone.at", true),
      ("has gone.at", "has gone", false), ("gone != 1", "gone != 1", true), ("gone != 1", "gone == 2", true),
      ("gone != 1", "has gone", false),
    ]))
  func blocks(_ given: Case<(String, String, Bool)>) {
    let (earlier, later, isReported) = given.value
    let text = """
      rule r { on entry, when count(entry) > 3, emit hint "R." }
      source app {
        entry from json where \(earlier) { at = at }
        entry from json where \(later) { at = at }
      }
      """
    let expected = "a block before this one takes all of its objects"
    #expect(claims("hidden-block", in: text) == (isReported ? [expected] : []))
  }
}
