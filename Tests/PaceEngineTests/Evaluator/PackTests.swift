import PaceEngine
import PaceLanguage
import Testing

@Suite("a pack in an app")
struct PackTests {
  private static let rules = """
    subject visit { size: number = 1 in 0 .. 10, mode: soft | loud = soft }
    event entry of visit {
      amount: number = 1 in 0 .. 50
      lasts: duration = 1 min
      note: text
      kind small { amount = 0.5 }
    }
    scale load = low < high
    param most: number = 3
    rule much {
      on entry
      when sum(entry.amount, last 1 h) > most * size
      raise load to high
      emit warning "Much: {sum(entry.amount, last 1 h)}"
      severity 2
    }
    preset strict { most = 1 }
    preset mild { }
    """

  /// What an error of a pack says, in a word.
  private static func said(_ body: () throws(PackError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      switch error {
      case .rules(let diagnostics): return "rules \(diagnostics.map(\.code))"
      case .unknownName(let what, let name, let meant): return "\(what) \(name) meant \(meant ?? "nothing")"
      case .badValue(let name, let expected): return "\(name): \(expected)"
      case .tooLate(let instant): return "late \(instant.milliseconds)"
      }
    }
  }

  @Test("gives notices, levels, the next instant and accounts by name")
  func names() throws {
    let pack = try Pack(text: Self.rules)
    var coach = try pack.follow(preset: "strict", attributes: ["size": 2, "mode": "loud"])
    #expect(try coach.log("small", at: Instant(0)))
    #expect(try coach.log("entry", at: Instant(60_000), ["amount": 1.25, "note": "x"]))
    #expect(coach.notices().isEmpty)
    #expect(coach.levels == ["load": "low"])
    // Of one instant, as long as nothing is asked in between.
    #expect(try coach.log("small", at: Instant(120_000)))
    #expect(try coach.log("small", at: Instant(120_000)))
    let notices = coach.notices()
    #expect(notices.map(\.message) == ["Much: 2.25", "Much: 2.75"])
    #expect(notices.map(\.level) == ["high", "high"] && notices.map(\.severity) == [2, 2])
    #expect(notices.map(\.kind) == ["warning", "warning"] && notices.map(\.rule) == ["much", "much"])
    #expect(coach.notices().isEmpty)
    #expect(coach.levels == ["load": "high"])
    #expect(try coach.explain("much").outcome == .fired)
    #expect(try coach.explain("much").condition?.children.first?.value == Value(2_250_000))
    // The first one leaves before, which changes nothing.
    let wake = try #require(coach.nextInstant)
    #expect(wake == Instant(3_660_001))
    coach.advance(to: wake)
    #expect(coach.levels == ["load": "low"])
  }

  @Test("says which name was meant and which value was expected")
  func errors() throws {
    #expect(Self.said { () throws(PackError) in _ = try Pack(text: "subject") }?.hasPrefix("rules [") == true)
    let pack = try Pack(text: Self.rules)
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(preset: "strikt") }
        == "preset strikt meant strict")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["siz": 1]) }
        == "attribute siz meant size")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["mode": "quiet"]) }
        == "mode: one of soft, loud")
    #expect(
      Self.said { () throws(PackError) in _ = try pack.follow(attributes: ["size": 11]) }
        == "size: a number within its range")
    var coach = try pack.follow(preset: "mild")
    #expect(
      Self.said { () throws(PackError) in try coach.log("smal", at: Instant(0)) } == "event smal meant small")
    #expect(
      Self.said { () throws(PackError) in try coach.log("entry", at: Instant(0), ["amount": true]) }
        == "amount: a number")
    #expect(
      Self.said { () throws(PackError) in try coach.log("entry", at: Instant(0), ["lasts": 3]) }
        == "lasts: a duration")
    #expect(Self.said { () throws(PackError) in try coach.log("entry", at: Instant(5)) } == nil)
    #expect(coach.notices().isEmpty)
    #expect(Self.said { () throws(PackError) in try coach.log("entry", at: Instant(5)) } == "late 5")
    #expect(Self.said { () throws(PackError) in _ = try coach.explain("mutch") } == "rule mutch meant much")
  }
}
