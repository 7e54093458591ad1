import PaceEngine
import PaceLanguage
import Testing

/// The values of a cooldown's parameter with which a run would have been the same.
@Suite("a tracked cooldown")
struct TrackedCooldownTests {
  private static let minute: Int64 = 60_000

  /// The range after a notice at minute 0 and more events of `a`; the first `b` ends all notices.
  private func range(b: Int64?, a: [Int64]) throws -> ClosedRange<Int64> {
    let text = """
      subject visit { }
      event a of visit { }
      event b of visit { }
      param pause: duration = 10 min in 1 min .. 60 min
      rule nag {
        on a
        emit note "Again."
        unless count(b) >= 1
        cooldown pause
      }
      """
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(text.utf8)) }
    var options = Machine.Options()
    options.tracked = [ParamID(0)]
    var machine = Machine(Plan(try #require(compilation.program)), options: options)
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    var rows = ([0] + a).map { (minute: $0, event: 0) }
    if let b { rows.append((b, 1)) }
    for row in rows.sorted(by: { ($0.minute, $0.event) < ($1.minute, $1.event) }) {
      let at = Instant(row.minute * Self.minute)
      _ = machine.append(EventRecord(event: EventID(row.event), kind: nil, at: at, values: []))
    }
    machine.finish()
    let firings = machine.told.count { if case .fired = $0 { true } else { false } }
    #expect(firings == 1)
    let range = machine.trackedRange(of: ParamID(0))
    return try #require(range)
  }

  @Test("where another gate holds as well, every value does the same")
  func hidden() throws {
    let range = try range(b: 1, a: [2, 5, 30])
    #expect(range.contains(Self.minute) && range.contains(60 * Self.minute))
  }

  @Test("where it alone holds, so does every longer one; one that is over by then does not")
  func alone() throws {
    let range = try range(b: nil, a: [5])
    #expect(range.contains(60 * Self.minute) && range.contains(5 * Self.minute))
    #expect(!range.contains(5 * Self.minute - 1))
  }
}
