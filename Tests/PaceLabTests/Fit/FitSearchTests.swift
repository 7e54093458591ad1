import PaceEngine
import PaceLab
import PaceLanguage
import Testing

@Suite("A fit")
struct FitSearchTests {
  private func find(
    _ text: String, _ axes: [String], _ logs: [SubjectLog], _ labels: [ExactText: [SweepLabel]]
  ) throws -> (finding: FitFinding, result: FitResult) {
    let program = try #require(compile(("a.pace", text)).program)
    let grid = try #require(SweepGrid(try axes.map { try SweepAxis($0, in: program) }, limit: .max))
    let labels = SweepLabels(labels)
    var subjects = logs.compactMap { FitSubject($0, labels) }
    var runner = FitRunner(Plan(program), grid: grid, options: Machine.Options(), labels: labels)
    let finding = try FitSearch(program, grid, .f1, nearTo: nil, labels: labels).run {
      (task) throws(RunawaySubject) in
      runner.begin(task)
      for index in subjects.indices { try runner.add(&subjects[index]) }
      return runner.answer
    }
    return (finding, FitResult(program, grid, .f1, finding, nearTo: nil))
  }

  private func label(minute: Int64, _ isWanted: Bool, _ rule: Int? = nil) -> SweepLabel {
    SweepLabel(
      from: Instant(minute * 60_000), to: Instant(minute * 60_000), isWanted: isWanted,
      rule: rule.map { RuleID($0) })
  }

  private static let counting = """
    subject s { }
    event e of s { }
    param least: number = 2 in 1 .. 4 step 1
    rule many {
      on e
      when count(e) >= least
      emit a "x"
    }
    """

  /// The n-th cup, at minute n - 1, brings a notice where `least` is at most n.
  @Test("says what comes of it without each subject")
  func folds() throws {
    let logs = ["a", "b", "c"].map { log($0, minutes: [0, 1, 2, 3]) }
    let labels: [ExactText: [SweepLabel]] = [
      "a": [label(minute: 2, true)], "b": [label(minute: 1, false)], "c": [label(minute: 2, false)],
    ]
    let (finding, result) = try find(Self.counting, ["least"], logs, labels)
    // 1 and 2 give 2 / (2 + 2), 3 gives 2 / (2 + 1), and 4 catches nothing.
    #expect(finding.recommended == 2 && finding.ties.points(in: result.grid) == [2])
    #expect([finding.counts.caught, finding.counts.missed, finding.counts.falseAlarms] == [1, 0, 1])
    // Without a nothing is wanted, and without b 1 to 3 do alike: both recommend 2, the default, which catches a
    // and is wrong of b. Without c 3 is the best, and wrong of c.
    #expect(finding.folds == 3 && finding.same == 1)
    #expect([finding.leftOut.caught, finding.leftOut.missed, finding.leftOut.falseAlarms] == [1, 0, 2])
  }

  @Test("of one subject leaves nobody out")
  func oneSubject() throws {
    let (finding, result) = try find(
      Self.counting, ["least"], [log("a", minutes: [0, 1]), log("z", minutes: [0])],
      ["a": [label(minute: 1, true)]]
    )
    #expect(finding.folds == 0)
    #expect(finding.ties.points(in: result.grid) == [0, 1] && finding.recommended == 1)
  }

  /// The one cup of the label comes with every value.
  @Test(
    "keeps to the value of the grid that is nearest to one between them",
    arguments: [
      ("9 in 0 .. 20", "0..20/5", "10"),
      ("7 in 0 .. 20", "0..20/5", "5"),
      ("5 in 0 .. 20", "0..20/10", "0"),
      ("19 in 0 .. 20", "0..15/5", "15"),
      ("14 min in 0 min .. 1 h", "0 min..60 min/5 min", "15 min"),
    ])
  func offGrid(param: String, axis: String, recommended: String) throws {
    let isDuration = param.contains("min")
    let text = """
      subject s { }
      event e of s { }
      param n: \(isDuration ? "duration" : "number") = \(param)
      rule any {
        on e
        when n >= \(isDuration ? "0 min" : "0")
        emit a "x"
      }
      """
    let (_, result) = try find(text, ["n=\(axis)"], [log("a", minutes: [0])], ["a": [label(minute: 0, true)]])
    #expect(result.texts == [recommended])
  }

  @Test("adds up what is missing to each value, in steps")
  func offGridTogether() throws {
    let text = """
      subject s { }
      event e of s { }
      param a: number = 4 in 0 .. 20 step 1
      param b: number = 1 in 0 .. 20 step 1
      rule any {
        on e
        when a + b >= 10
        emit a "x"
      }
      """
    // 10 and 0 are 0.6 + 0.1 steps away, 0 and 10 are 0.4 + 0.9.
    let (_, result) = try find(
      text, ["a=0..20/10", "b=0..20/10"], [log("a", minutes: [0])], ["a": [label(minute: 0, true)]])
    #expect(result.texts == ["10", "0"])
  }

  /// 160,000 combinations: no pair is looked at whole, so that only lines come to the very values.
  @Test("of a pair that is too large ends where no value of either does better")
  func thinned() throws {
    let text = """
      subject s { }
      event e of s { }
      param low: duration = 1 min in 1 min .. 400 min step 1 min
      param high: duration = 1 min in 1 min .. 400 min step 1 min
      rule early {
        on e
        when gap(e) >= low
        emit a "x"
      }
      rule late {
        on e
        when gap(e) >= high
        emit a "y"
      }
      """
    let logs =
      [log("a", minutes: [0, 136]), log("b", minutes: [0, 137]), log("c", minutes: [0, 250])]
      + [log("d", minutes: [0, 251])]
    let labels: [ExactText: [SweepLabel]] = [
      "a": [label(minute: 136, false, 0)], "b": [label(minute: 137, true, 0)],
      "c": [label(minute: 250, false, 1)], "d": [label(minute: 251, true, 1)],
    ]
    let (finding, result) = try find(text, ["low", "high"], logs, labels)
    #expect(!finding.isExhaustive)
    #expect(result.texts == ["2 h 17 min", "4 h 11 min"])
    #expect(finding.ties.points(in: result.grid) == [finding.recommended])
  }

  @Test("says that labels are few where those of one sort are")
  func few() throws {
    let labels: [ExactText: [SweepLabel]] = ["a": [label(minute: 1, true)]]
    var (_, result) = try find(Self.counting, ["least"], [log("a", minutes: [0, 1])], labels)
    for (wanted, unwanted, isFew) in [(10, 10, false), (9, 10, true), (10, 9, true)] {
      (result.wanted, result.unwanted) = (wanted, unwanted)
      #expect(result.hasFewLabels == isFew)
    }
  }

  @Test("explains a mistake at its notice, else at the last row of its label")
  func mistakes() throws {
    let program = try #require(compile(("a.pace", Self.counting)).program)
    func stretch(_ minutes: ClosedRange<Int64>, _ isWanted: Bool) -> SweepLabel {
      let ends = [minutes.lowerBound, minutes.upperBound].map { Instant($0 * 60_000) }
      return SweepLabel(from: ends[0], to: ends[1], isWanted: isWanted, rule: nil)
    }
    // Notices come with the second row and each later one.
    let labels = SweepLabels([
      "a": [stretch(0...3, false)], "b": [stretch(4...5, true)], "c": [stretch(4...5, true)],
    ])
    let logs = [log("a", minutes: [0, 1, 2]), log("b", minutes: [5]), log("c", minutes: [0])]
    var judge = FitJudge(Plan(program), options: Machine.Options(), labels: labels)
    let mistakes = try logs.compactMap { FitSubject($0, labels) }.flatMap { try judge.wrong(of: $0) }
    #expect(mistakes.map { $0.instantToExplain } == [1, 5, 5].map { Instant($0 * 60_000) })
    #expect(mistakes.map { $0.row } == [Instant(120_000), Instant(300_000), nil])
  }

  @Test("tells the points that do as well as ranges that cover them exactly")
  func ties() throws {
    let program = try #require(
      compile(("a.pace", Self.counting + "\nparam other: number = 1 in 1 .. 3 step 1"))
        .program)
    let grid = try #require(
      SweepGrid([try SweepAxis("least", in: program), try SweepAxis("other", in: program)]))
    // An L of five points: the first row, and below its first two the second.
    #expect(GridBoxes([0, 1, 2, 3, 4], in: grid).boxes == [[0...0, 0...2], [1...1, 0...1]])
    #expect(GridBoxes([0, 1, 2, 3, 4, 5, 9], in: grid).boxes == [[0...1, 0...2], [3...3, 0...0]])
    #expect(GridBoxes([], in: grid).boxes == [])
  }
}
