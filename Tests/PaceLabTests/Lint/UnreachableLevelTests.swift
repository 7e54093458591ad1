import PaceOracle
import Testing

/// `unreachable-level` reports what `prove` shows of levels.
struct UnreachableLevelTests {
  @Test(
    arguments: cases([
      ("when count(entry) >= 2, raise pace to busy", nil),
      (
        "when count(entry) >= many and count(entry) < 3, raise pace to busy",
        "`count(entry) >= many` and `count(entry) < 3` exclude each other"
      ),
      (
        "on entry, raise pace to busy when fired, emit hint \"R.\", unless since(entry) < 20 min",
        "`unless since(entry) < 20 min` always holds it back, as `since(entry)` is 0 then"
      ),
      (
        "when count(entry) > many and since(entry) > 1 min, raise pace to busy",
        "whenever it is on, `full` raises to `full`"
      ),
    ]))
  func `a level is reported that no preset lets the scale stand at`(given: Case<(String, String?)>) {
    let (rule, reason) = given.value
    let text = """
      param many: number in 1 .. 10
      preset calm { many = 3 }
      preset keen { many = 5 }
      scale pace = good < busy < full
      rule r { \(rule) }
      rule full { when count(entry) > many, raise pace to full }
      """
    #expect(
      claims("unreachable-level", in: text)
        == (reason.map { ["`pace` never stands at `busy`: `r` raises to it, but \($0)"] } ?? []))
  }
}
