import PaceEngine
import PaceLanguage
import Testing

/// Copies of a machine read the rows of long windows in the same memory, until one of them logs more.
@Suite("machines that share rows")
struct SharedRowTests {
  private static let minute: Int64 = 60_000
  private static let text = """
    subject visit { }
    event a of visit { weight: number = 0 in 0 .. 10 }
    rule many {
      on a
      when sum(a.weight, last 600 min) >= 900 and median(a.weight, last 300 min) >= 2
      emit note "{sum(a.weight, last 600 min)} {count(a, today)} {max(a.weight)} {gap(a)}"
      limit 200 today
    }
    """

  private let plan: Plan

  init() throws {
    let compilation = Compilation.compile(roots: ["visit.pace"]) { _ in .bytes(Array(Self.text.utf8)) }
    plan = Plan(try #require(compilation.program))
  }

  /// A row a minute; the weights of one hand differ from those of another.
  private func log(_ rows: Range<Int64>, hand: Int64, in machine: inout Machine) {
    for row in rows {
      let weight = Value((row * (hand + 3) % 11) * 1_000_000)
      let at = Instant(row * Self.minute)
      _ = machine.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [weight]))
    }
  }

  /// What is said of some rows by one hand and then of others by another, by a machine of its own.
  private func said(_ first: Range<Int64>, _ hand: Int64, _ then: Range<Int64>, _ other: Int64) -> [String] {
    var machine = begun()
    log(first, hand: hand, in: &machine)
    log(then, hand: other, in: &machine)
    return said(by: &machine)
  }

  private func said(by machine: inout Machine) -> [String] {
    machine.finish()
    return machine.takeRecords().map { record in
      if case .fired(let firing) = record {
        "\(firing.at.milliseconds) \(firing.message ?? "")"
      } else {
        "\(record)"
      }
    }
  }

  private func begun() -> Machine {
    var machine = Machine(plan)
    machine.begin(SubjectRecord(attributes: [], zone: .utc))
    return machine
  }

  @Test(arguments: [1, 63, 64, 65, 127, 128, 300, 700] as [Int64])
  func `say what each would say by itself`(known: Int64) {
    var original = begun()
    log(0..<known, hand: 0, in: &original)
    var copies: [Machine] = []
    for hand in 1...3 as ClosedRange<Int64> {
      let start = known + (hand - 1) * 50
      var copy = original
      // Both go on, one of them in the memory that they share.
      log(start..<start + 50, hand: 0, in: &original)
      log(start..<start + 40, hand: hand, in: &copy)
      copies.append(copy)
    }
    var again = begun()
    again.copy(&original)
    log(known + 150..<known + 300, hand: 1, in: &again)
    log(known + 150..<known + 300, hand: 2, in: &original)
    // One whose memory others may read begins anew.
    var reused = original
    reused.begin(SubjectRecord(attributes: [], zone: .utc))
    reused.forgetRecords()
    log(0..<known, hand: 2, in: &reused)
    #expect(said(by: &original) == said(0..<known + 150, 0, known + 150..<known + 300, 2))
    #expect(said(by: &again) == said(0..<known + 150, 0, known + 150..<known + 300, 1))
    #expect(said(by: &reused) == said(0..<known, 2, known..<known, 2))
    for index in copies.indices {
      let start = known + Int64(index) * 50
      #expect(said(by: &copies[index]) == said(0..<start, 0, start..<start + 40, Int64(index + 1)))
    }
    #expect(said(0..<known + 150, 0, known + 150..<known + 300, 2).count > 100)
  }
}
