import PaceLab
import PaceLanguage
import Testing

@Suite("The axis of a sweep")
struct SweepAxisTests {
  private static let text = """
    subject s { }
    event e of s { }
    param window: duration = 10 min in 1 min .. 60 min step 5 min
    param units: number = 1 in -2 .. 2.5 step 0.5
    param free: number = 1
    param pause: duration = 1 min
    param from: time = 21:00
    param flag: bool = no
    param name: text = "x"
    rule r {
      on e
      when since(e) >= pause and count(e, last window) > units * free and flag and clock in from to 06:00
      emit a "{name}"
    }
    """

  private func program() throws -> Program {
    try #require(compile(("a.pace", Self.text)).program)
  }

  @Test(
    "has the values that are written",
    arguments: [
      ("window=10..20 min/5 min", ["10 min", "15 min", "20 min"]),
      ("window=10 min..21 min", ["10 min", "15 min", "20 min"]),
      ("window = 1 .. 2 h / 40 min", nil), ("window=58 min..1 h/1 min", ["58 min", "59 min", "1 h"]),
      ("units=-1..0.5", ["-1", "-0.5", "0", "0.5"]), ("units=2..2", ["2"]),
      ("free=0.1..0.3/0.1", ["0.1", "0.2", "0.3"]),
      ("pause=1..3 min", ["1 min", "2 min", "3 min"]), ("from=22:00..22:02", ["22:00", "22:01", "22:02"]),
      ("from=22:00..23:00/30 min", ["22:00", "22:30", "23:00"]),
      ("flag", ["no", "yes"]),
      ("free=-9000000000000..9000000000000/9000000000000", ["-9000000000000", "0", "9000000000000"]),
    ])
  func values(text: String, expected: [String]?) throws {
    let program = try program()
    let axis = try? SweepAxis(text, in: program)
    #expect(axis.map { axis in axis.values.indices.map { axis.text($0, program) } } == expected)
  }

  @Test(
    "is refused with a reason",
    arguments: [
      ("windw=1..2 min", "unknownParam"), ("name=1..2", "notSweepable"), ("window=1", "malformed"),
      ("window=..2 min", "malformed"), ("window=a..2 min", "badValue"), ("window=1..90 min", "outside"),
      ("units=2..1", "backwards"), ("units=0..1/0", "stepNotAboveZero"),
      ("units=0..1/-1", "stepNotAboveZero"),
      ("units=0..1/1 min", "badStep"), ("units=0..1/0.0000001", "slip"),
      ("units=0.0000001..1/1", "slip"), ("window=1..2 min/0 s", "stepNotAboveZero"),
      ("units=0..99999999999999999999", "slip"), ("units=0..1/99999999999999999999", "slip"),
      ("window=99999999999999999999..2 min", "slip"), ("window=1..9999999999999 h", "slip"),
      ("flag=no..yes/1", "badStep"), ("free", "noRange"), ("free=0..1000/0.001", "tooManyValues"),
    ])
  func refusals(text: String, reason: String) throws {
    let program = try program()
    do throws(SweepAxisProblem) {
      _ = try SweepAxis(text, in: program)
      Issue.record("taken: \(text)")
    } catch {
      #expect("\(error)".hasPrefix(reason))
    }
  }

  @Test("has 10,000 values at most")
  func limit() throws {
    let program = try program()
    #expect(try SweepAxis("free=0..9.999/0.001", in: program).values.count == 10_000)
    #expect((try? SweepAxis("free=0..10/0.001", in: program)) == nil)
  }

  @Test("is named with another value, however far that is")
  func words() throws {
    let program = try program()
    let axis = try SweepAxis("free=-9000000000000..0/9000000000000", in: program)
    #expect(
      axis.words(holding: 9_000_000_000_000_000_000, program)
        == "free=-9000000000000..9000000000000/9000000000000")
    #expect(axis.words(holding: 9_000_000_000_000_000_001, program) == nil)
  }

  @Test("makes a grid in which the last goes fastest")
  func grid() throws {
    let program = try program()
    let axes = [try SweepAxis("units=0..1/1", in: program), try SweepAxis("free=1..3/1", in: program)]
    let grid = try #require(SweepGrid(axes))
    #expect(
      (0..<grid.count).map { grid.indices(of: $0) } == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    #expect(SweepGrid([axes[0], axes[0]]) == nil)
    #expect(SweepGrid([]) == nil)
  }
}
