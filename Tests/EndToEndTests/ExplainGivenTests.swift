import Foundation
import Testing

/// Why a verdict is as it is, where notices were given or rows share an instant.
struct ExplainGivenTests {
  private let scratch: Scratch
  private let pack: String

  init() throws {
    scratch = try Scratch()
    pack = try Scratch.pack(
      scratch,
      """
      subject visit { zone: text }
      event call of visit { mg: number = 50 }
      event walk of visit { }
      rule many { on call, when count(call, today) >= 2, emit note "many", cooldown 30 min }
      rule z { on walk, emit warn "z" }
      rule strong { on call, when sum(call.mg, last 2 h) >= 150, emit strength "s", cooldown 30 min }
      scenario "one" {
        start 2026-11-20 09:00
        at 09:00 call
        at 09:05 call
        given z at 09:10
        at 09:12 call
        expect many at 09:05
        expect many at 09:12
      }
      scenario "two at once" {
        start 2026-11-20 09:00
        at 09:00 call { mg = 500 }
        at 11:00 call { mg = 90 }
        at 11:00 call { mg = 90 }
        at 12:00 call { mg = 90 }
      }
      """)
  }

  @Test func `nothing is derived until the last given notice, and both commands say so`() throws {
    let words = ["explain", pack, "--scenario", "one", "--rule", "many", "--at"]
    let before = try Pace.run(words + ["09:05"])
    #expect(before.status == 0)
    #expect(
      before.remarks.contains(
        "until 2026-11-20T09:10 the notices of one are those that were given, and none is derived"),
      "\(before)")
    let after = try Pace.run(words + ["09:12"])
    #expect(after.status == 0 && after.remarks == "", "\(after)")
    let tested = try Pace.run("test", pack, "--run", "one")
    #expect(tested.status == 1)
    #expect(
      tested.output.contains("until 09:10 notices are those that were given, and none is derived"),
      "\(tested)")
  }

  @Test func `a row that comes later flips nothing if another row of its instant brings the notice`() throws {
    let words = ["explain", pack, "--scenario", "two at once", "--rule", "strong", "--at"]
    let both = try Pace.run(words + ["11:00"])
    #expect(both.output.contains("strong FIRED at 11:00:00"), "\(both)")
    #expect(!both.output.contains("not before"), "\(both)")
    let alone = try Pace.run(words + ["12:00"])
    #expect(
      alone.output.contains("strong FIRED at 12:00:00") && alone.output.contains("not before"), "\(alone)")
  }
}
