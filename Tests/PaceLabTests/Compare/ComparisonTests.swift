import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

@Suite("Comparisons")
struct ComparisonTests {
  private static let text = """
    subject room { }
    event entry of room { }
    scale crowd = calm < busy < full
    param window: duration = 10 min in 1 min .. 60 min
    param many: number = 3 in 1 .. 9
    param unread: number = 1
    define near = count(entry, last window)
    rule busy { on entry, when near >= 2, raise crowd to busy, emit note "busy" }
    rule full { on entry, when near >= many, raise crowd to full, emit note "full", cooldown 15 min }
    preset small { window = 5 min }
    preset large { window = 20 min }
    preset both  { window = 20 min, many = 2 }
    """

  private func program(_ text: String = text) throws -> Program {
    try #require(compile(("a.pace", text)).program)
  }

  private func options(preset: Int? = nil) -> Machine.Options {
    var options = Machine.Options()
    options.preset = preset.map { PresetID($0) }
    return options
  }

  private func compare(
    _ before: ComparedSide, _ after: ComparedSide, _ minutes: [Int64], movedWithin: Int64 = 30 * 60_000
  ) throws -> Comparison {
    var comparison = Comparison(before, after, movedWithin: movedWithin)
    let log = log(minutes: minutes)
    try comparison.add("s1", before: log, after: log)
    return comparison
  }

  /// `added busy 3: param window`, by minutes.
  private func told(_ comparison: Comparison) -> [String] {
    comparison.differences.map { difference in
      let from = difference.from.map { "\($0.milliseconds / 60_000)>" } ?? ""
      let what =
        difference.change.map { " \($0.aspect.name) \($0.before ?? "")>\($0.after ?? "")" } ?? ""
      let causes = difference.causes.map { comparison.causes[$0].key.text }
      let between: String =
        switch difference.bearing {
        case .together: ", "
        case .each: " / "
        case .open: " ? "
        }
      return "\(difference.sort) \(difference.rule) \(from)\(difference.at.milliseconds / 60_000)\(what): "
        + causes.joined(separator: between)
    }
  }

  @Test("find nothing between a side and itself")
  func same() throws {
    let side = ComparedSide(try program(), options: options(preset: 0))
    let comparison = try compare(side, side, [0, 3, 5, 9])
    #expect(comparison.differences.isEmpty && comparison.differing == 0)
    #expect(comparison.firingsBefore == ["busy": 3, "full": 1])
    #expect(comparison.firingsAfter == comparison.firingsBefore)
  }

  @Test("tell of firings that are added and removed, with the value that does it")
  func presets() throws {
    let program = try program()
    let small = ComparedSide(program, options: options(preset: 0))
    let large = ComparedSide(program, options: options(preset: 1))
    let comparison = try compare(small, large, [0, 10])
    #expect(told(comparison) == ["added busy 10: param window"])
    #expect(try told(compare(large, small, [0, 10])) == ["removed busy 10: param window"])
    let cause = try #require(comparison.causes.first)
    #expect(cause.before == "5 min" && cause.after == "20 min")
    #expect(cause.placeBefore?.text == "a.pace:10" && cause.placeAfter?.text == "a.pace:11")
  }

  @Test("tell of a firing that comes at another time")
  func moved() throws {
    let program = try program()
    let small = ComparedSide(program, options: options(preset: 0))
    let large = ComparedSide(program, options: options(preset: 1))
    let minutes: [Int64] = [0, 10, 12, 14, 16]
    #expect(try told(compare(small, large, minutes)).contains("moved full 14>12: param window"))
    #expect(
      try told(compare(small, large, minutes, movedWithin: 120_000)).contains(
        "moved full 14>12: param window"))
    let apart = try told(compare(small, large, minutes, movedWithin: 119_999))
    #expect(apart.contains("added full 12: param window") && apart.contains("removed full 14: param window"))
  }

  @Test("tell of a level that stands elsewhere when the same notice is given")
  func changed() throws {
    let program = try program()
    let large = ComparedSide(program, options: options(preset: 1))
    let both = ComparedSide(program, options: options(preset: 2))
    let comparison = try compare(large, both, [0, 1])
    #expect(told(comparison) == ["changed busy 1 crowd busy>full: param many", "added full 1: param many"])
  }

  @Test("name what acts only together, and never what is not read")
  func joint() throws {
    let program = try program()
    var set = options(preset: 2)
    set.overrides = [(ParamID(2), .value(Value(5_000_000)))]
    let comparison = try compare(
      ComparedSide(program, options: options(preset: 0)), ComparedSide(program, options: set), [0, 10])
    #expect(told(comparison) == ["added busy 10: param window", "added full 10: param window, param many"])
  }

  @Test(
    "tie differences of two packs to the declaration that differs",
    arguments: cases([
      ("near >= 2", "near >= 3", ["removed busy 2: rule busy"], "a.pace:8"),
      ("count(entry, last window)", "1", ["removed busy 2: define near"], "a.pace:7"),
      (
        "raise crowd to busy", "raise crowd to full", ["changed busy 2 level busy>full: rule busy"],
        "a.pace:8"
      ),
      ("define near = count", "define near  =   count", [], ""),
    ]))
  func packs(_ given: Case<(String, String, [String], String)>) throws {
    let (old, new, expected, place) = given.value
    let text = Self.text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    #expect(text != Self.text)
    let comparison = try compare(
      ComparedSide(try program(), options: options(preset: 0)),
      ComparedSide(try program(text), options: options(preset: 0)), [0, 2])
    #expect(told(comparison) == expected)
    #expect(
      comparison.differences.first.flatMap { comparison.causes[$0.causes[0]].place?.text } ?? "" == place)
  }

  @Test("tell several declarations apart by taking each back")
  func severalDeclarations() throws {
    let text = Self.text.split(separator: "near >= 2").joined(separator: "near >= 9")
      .split(separator: "cooldown 15 min").joined(separator: "cooldown 1 min")
    let comparison = try compare(
      ComparedSide(try program(), options: options(preset: 1)),
      ComparedSide(try program(text), options: options(preset: 1)), [0, 1, 2, 6])
    #expect(
      told(comparison) == [
        "removed busy 1: rule busy", "removed busy 2: rule busy", "removed busy 6: rule busy",
        "added full 6: rule full",
      ])
  }

  @Test("see another text, and another value filled into the same one")
  func messages() throws {
    let filled = Self.text.replacing(#"emit note "full""#, with: #"emit note "{unread} of {count(entry)}""#)
    let before = ComparedSide(try program(filled), options: options(preset: 0))
    let text = ComparedSide(
      try program(filled.replacing(#"note "busy""#, with: #"note "crowded""#)), options: options(preset: 0))
    #expect(told(try compare(before, text, [0, 3])) == ["changed busy 3 message busy>crowded: rule busy"])
    var set = options(preset: 0)
    set.overrides = [(ParamID(2), .value(Value(2_000_000)))]
    let value = ComparedSide(try program(filled), options: set)
    #expect(
      told(try compare(before, value, [0, 3, 4])) == ["changed full 4 message 1 of 3>2 of 3: param unread"])
  }
}
