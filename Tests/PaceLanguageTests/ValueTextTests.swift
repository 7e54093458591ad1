import PaceLanguage
import PaceOracle
import Testing

struct ValueTextTests {
  /// A program of hardly anything.
  private static func program() throws -> Program {
    let text = Array("subject s {}\n".utf8)
    return try #require(Compilation.compile(roots: ["s.pace"]) { _ in .bytes(text) }.program)
  }

  @Test(
    "Numbers are as short as they can be",
    arguments: [
      (2_000_000, "2"), (3_500_000, "3.5"), (-250_000, "-0.25"), (0, "0"), (1, "0.000001"),
      (Int64.max, "9223372036854.775807"), (-Int64.max, "-9223372036854.775807"),
    ] as [(Int64, String)])
  func numbers(bits: Int64, text: String) {
    #expect(ValueText.number(bits) == text)
  }

  @Test(
    "Counts are written in groups of three digits",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (5_000_000, "5,000,000"), (-12_345, "-12,345")])
  func counts(number: Int, text: String) {
    #expect(ValueText.count(number) == text)
  }

  @Test(
    "Numbers are read as far as they fit, and may stand before a name",
    arguments: [2_562_047_788_015_000_000, 2_562_047_788_016_000_000, Int64.max, -Int64.max])
  func numbersAreRead(bits: Int64) throws {
    let text = "subject s { x: number = \(ValueText.number(bits)) \"as far as it goes\", mode: text }\n"
    let compilation = Compilation.compile(roots: ["s.pace"]) { _ in .bytes(Array(text.utf8)) }
    let program = try #require(compilation.program)
    var found: Int64?
    if case .value(let value)? = program.subject.attributes[0].initial { found = value.bits }
    #expect(found == bits)
  }

  @Test(
    "Durations begin with the largest unit",
    arguments: [
      (600_000, "10 min"), (5_400_000, "1 h 30 min"), (86_400_000, "1 d"), (250, "250 ms"), (0, "0 min"),
      (90_061_001, "1 d 1 h 1 min 1 s 1 ms"), (-60_000, "-1 min"),
    ] as [(Int64, String)])
  func durations(bits: Int64, text: String) {
    #expect(ValueText.duration(bits) == text)
  }

  @Test(
    "Times leave out what is zero",
    arguments: [
      (76_140_000, "21:09"), (76_145_000, "21:09:05"), (76_140_007, "21:09:00.007"), (0, "00:00"),
    ] as [(Int64, String)])
  func times(bits: Int64, text: String) {
    #expect(ValueText.time(bits) == text)
  }

  @Test(
    "Dates are those of the calendar",
    arguments: [
      (0, "1970-01-01"), (20_777, "2026-11-20"), (-1, "1969-12-31"), (11_016, "2000-02-29"),
      (-719_162, "0001-01-01"),
      (2_932_896, "9999-12-31"),
    ] as [(Int64, String)])
  func dates(bits: Int64, text: String) {
    #expect(ValueText.date(bits) == text)
  }

  @Test func `what is written can be read back`() throws {
    var generator = SplitMix64(7)
    let program = try Self.program()
    for _ in 0..<500 {
      let bits =
        Int64.random(in: -2_000_000_000_000...2_000_000_000_000, using: &generator)
        >> Int64.random(in: 0...40, using: &generator)
      let day = bits % 700_000
      let time = abs(bits) % 86_400_000
      #expect(program.constant(from: ValueText.number(bits), as: .number) == .value(Value(bits)))
      #expect(program.constant(from: ValueText.duration(bits), as: .duration) == .value(Value(bits)))
      #expect(program.constant(from: ValueText.time(time), as: .time) == .value(Value(time)))
      #expect(program.constant(from: ValueText.date(day), as: .date) == .value(Value(day)))
    }
  }

  @Test(
    "What is no value of the type is nil",
    arguments: [
      ("1 min", .number), ("5", .duration), ("5 m", .duration), ("1.2345678", .number), ("9:00", .time),
      ("24:00", .time),
      ("2026-02-30", .date), ("true", .bool), ("", .number), ("1 # x", .number), ("1 2", .number),
      ("noon", .weekday),
      ("1e5", .number), ("99999999999999 d", .duration), ("\u{0}", .number),
    ] as [(String, ValueType)])
  func refused(text: String, type: ValueType) throws {
    #expect(try Self.program().constant(from: text, as: type) == nil)
  }

  @Test func `words and texts are taken as they are`() throws {
    #expect(try Self.program().constant(from: "yes", as: .bool) == .value(.yes))
    #expect(try Self.program().constant(from: "sun", as: .weekday) == .value(Value(6)))
    #expect(try Self.program().constant(from: "a \"b\"", as: .text) == .text("a \"b\""))
    #expect(ValueText.quoted("a \"b\"\n\\") == #""a \"b\"\n\\""#)
  }
}
