import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

@Suite("Sweeps")
struct SweepRunnerTests {
  /// What a plain evaluation of every subject gives for one point.
  private struct Plain: Equatable {
    var firings: [Int]
    var subjects: [Int]
    var affected = 0

    init(_ point: SweepPoint) {
      firings = point.firings
      subjects = point.subjects
      affected = point.affected
    }

    init(_ program: Program, _ logs: [SubjectLog], _ settings: [(param: ParamID, value: Constant)]) {
      firings = program.rules.map { _ in 0 }
      subjects = firings
      var options = Machine.Options()
      options.overrides = settings
      for log in logs {
        var machine = Machine(Plan(program), options: options)
        machine.begin(log.record)
        for event in log.events { _ = machine.append(event) }
        machine.finish()
        var counts = firings.map { _ in 0 }
        for case .fired(let firing) in machine.records { counts[firing.rule.index] += 1 }
        for (rule, count) in counts.enumerated() {
          firings[rule] += count
          subjects[rule] += min(count, 1)
        }
        affected += counts.contains { $0 > 0 } ? 1 : 0
      }
    }
  }

  private func options(levels: Bool = true) -> Machine.Options {
    var options = Machine.Options()
    options.tellsLevels = levels
    options.messages = .none
    return options
  }

  private func sweep(
    _ program: Program, _ axes: [String], _ logs: [SubjectLog], levels: Bool = true, segmentSize: Int = 64
  ) throws -> SweepRunner {
    let grid = try #require(SweepGrid(try axes.map { try SweepAxis($0, in: program) }))
    var runner = SweepRunner(
      Plan(program), grid: grid, options: options(levels: levels), segmentSize: segmentSize)
    for log in logs { try runner.add(log) }
    return runner
  }

  @Test(
    "give for every value what an evaluation with that value gives",
    arguments: [
      ("take-care", ["rapid_window=5..20 min"]), ("take-care", ["fast_pace_units=0.5..4/0.5"]),
      ("take-care", ["escalation_units=1..6", "rapid_window=8..12 min/2 min"]),
      ("hydration", ["attention_after=40..80 min/40 min"]),
      ("nail-guard", ["cluster_bites=2..4", "cluster_window=10..30 min/20 min"]),
    ])
  func equalsPlainEvaluation(pack: String, axes: [String]) throws {
    let program = try #require(shipped(pack))
    let logs = sampledLogs(program, subjects: 2, seed: 11)
    let runner = try sweep(program, axes, logs)
    let result = runner.result()
    #expect(result.points.count == runner.grid.count)
    #expect(result.points.contains { $0.notices > 0 })
    for (point, sums) in result.points.enumerated() {
      #expect(Plain(sums) == Plain(program, logs, runner.grid.settings(of: point)), "point \(point)")
    }
  }

  @Test(
    "in segments give for every value what an evaluation with that value gives, with fewer rows evaluated",
    arguments: cases([
      ("take-care", ["rapid_window=5..20 min/3 min", "shot_window=5..20 min/3 min"]),
      ("nail-guard", ["cluster_bites=2..20"]), ("nail-guard", ["cluster_window=1..120 min/4 min"]),
      ("activities", ["check_in_below=0..1/0.05"]),
    ]))
  func segmentsEqualPlainEvaluation(_ given: Case<(String, [String])>) throws {
    let (pack, axes) = given.value
    let program = try #require(shipped(pack))
    let logs = sampledLogs(program, subjects: 2, seed: 5)
    let runner = try sweep(program, axes, logs, levels: false, segmentSize: 4)
    let result = runner.result()
    #expect(logs.contains { $0.events.count > 8 })
    #expect(runner.evaluated < result.events * runner.grid.count / 2)
    for (point, sums) in result.points.enumerated() {
      #expect(Plain(sums) == Plain(program, logs, runner.grid.settings(of: point)), "point \(point)")
    }
  }

  @Test(
    "run anew where the parameter is the whole of a condition",
    arguments: cases([
      "rule a { on entry, when taken, emit note \"a\" }",
      "rule a { when taken, emit note \"a\" }",
      "rule a { when since(entry) >= 1 min until taken, emit note \"a\" }",
      "rule a { on entry, emit note \"a\", unless taken }",
      "policy note { unless taken }\nrule a { on entry, emit note \"a\" }",
      "stream picked = entry where taken\nrule a { on picked, emit note \"a\" }",
      "stream picked = entry where taken\nrule a { when count(picked) >= 2, emit note \"a\" }",
      "rule a { when streak(days where taken) >= 1, emit note \"a\" }",
    ]))
  func wholeCondition(_ given: Case<String>) throws {
    let text = "subject room { }\nevent entry of room { }\nparam taken: bool = no\n\(given.value)\n"
    let program = try #require(compile(("a.pace", text)).program)
    let logs = [log(minutes: [0, 5, 2_000])]
    let runner = try sweep(program, ["taken"], logs)
    let sums = runner.result().points
    for (point, found) in sums.enumerated() {
      #expect(Plain(found) == Plain(program, logs, runner.grid.settings(of: point)), "point \(point)")
    }
    #expect(Set(sums.map(\.notices)).count == 2)
  }

  @Test("split between runners give the same as one")
  func addsUp() throws {
    let program = try #require(shipped("take-care"))
    let logs = sampledLogs(program, subjects: 20, seed: 3)
    let axes = ["rapid_window=5..15 min/5 min", "shot_window=5..15 min/5 min"]
    let whole = try sweep(program, axes, logs).result()
    var first = try sweep(program, axes, Array(logs[..<7]))
    first.add(try sweep(program, axes, Array(logs[7...])))
    let parts = first.result()
    #expect(parts.subjects == whole.subjects && parts.events == whole.events)
    for (part, sums) in zip(parts.points, whole.points) {
      #expect(Plain(part) == Plain(sums))
      #expect(part.levels == sums.levels)
      #expect(part.median == sums.median && part.ninetieth == sums.ninetieth)
    }
  }

  private let crowd = """
    subject room { ends after 60 min without entry }
    event entry of room { }
    scale crowd = calm < busy
    param window: duration = 10 min in 1 min .. 60 min step 1 min
    rule busy { on entry, when count(entry, last window) >= 2, raise crowd to busy, emit note "busy" }
    """

  @Test("tell how long each level stood, up to the end")
  func timesLevels() throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    // Busy from minute 5 until the first entry has left: after `window`, and a millisecond.
    let result = try sweep(program, ["window=6..10 min/4 min"], [log(minutes: [0, 5])]).result()
    let busy: [Int64] = result.points.map { $0.levels[0][1] }
    #expect(busy == [60_001, 300_001])
    let all: [Int64] = result.points.map { $0.levels[0][0] + $0.levels[0][1] }
    #expect(all == [3_900_000, 3_900_000])
  }

  @Test("run once for values that differ only in when a level ends")
  func slidesLevels() throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    let runner = try sweep(program, ["window=5..60 min/1 min"], [log(minutes: [0, 5, 200])])
    #expect(runner.evaluated == 3)
    let busy: [Int64] = runner.result().points.map { $0.levels[0][1] }
    let expected: [Int64] = (0...55).map { $0 * 60_000 + 1 }
    #expect(busy == expected)
  }

  @Test("run once for values that differ only in when a notice comes")
  func slidesNotices() throws {
    let nudges = """
      subject room { ends after 30 h without entry }
      event entry of room { }
      param pause: duration = 10 min in 1 min .. 60 min step 1 min
      rule nudge { when since(entry) >= pause, emit note "nudge", repeat daily }
      policy note { limit 2 today }
      """
    let program = try #require(compile(("a.pace", nudges)).program)
    let runner = try sweep(program, ["pause=1..60 min/1 min"], [log(minutes: [0, 61, 122, 183])])
    // Once each before the next entry, up to the limit, and once on the next day.
    #expect(runner.evaluated == 4)
    #expect(runner.result().points.map { $0.firings } == Array(repeating: [3], count: 60))
  }

  @Test("tell how long a scale that nothing raises was at rest")
  func timesRest() throws {
    let still = """
      subject room { ends after 1 h without entry }
      event entry of room { }
      scale crowd = calm < busy
      param least: number = 1 in 1 .. 60 step 1
      rule busy { on entry, when count(entry) >= least, emit note "busy" }
      """
    let program = try #require(compile(("a.pace", still)).program)
    let result = try sweep(program, ["least=1..2"], [log(minutes: [0, 5])]).result()
    #expect(result.points.map { $0.levels[0] } == [[3_900_000, 0], [3_900_000, 0]])
  }

  @Test("leave out the time between an end and a revival")
  func leavesGapsOut() throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    let result = try sweep(program, ["window=10..10 min"], [log(minutes: [0, 500])]).result()
    let all: [Int64] = result.points.map { $0.levels[0][0] + $0.levels[0][1] }
    #expect(all == [7_200_000])
  }

  @Test("tell how many notices subjects get")
  func tellsSpread() throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    let logs = [log(minutes: [0]), log(minutes: [0, 1]), log(minutes: [0, 1, 2, 3])]
    let point = try #require(try sweep(program, ["window=10..10 min"], logs).result().points.first)
    #expect(point.affected == 2)
    #expect(point.median == 1)
    #expect(point.ninetieth == 3)
    #expect(point.firings == [4])
    #expect(point.subjects == [2])
  }

  @Test(
    "tell the exact median and 90 %",
    arguments: [
      ([81], 81, 81), ([97, 98], 97.5, 98), ([42, 81, 279, 295], 180, 295), (Array(101...110), 105.5, 109),
      (Array(101...111), 106, 110),
    ] as [([Int64], Double, Int)])
  func tellsSpreadExactly(counts: [Int64], median: Double, ninetieth: Int) throws {
    let text = """
      subject room { }
      event entry of room { }
      param least: number = 1 in 1 .. 5 step 1
      rule often { on entry, when count(entry) >= least, emit note "often" }
      """
    let program = try #require(compile(("a.pace", text)).program)
    let logs = counts.enumerated().map { log("s\($0.offset)", minutes: Array(0..<$0.element)) }
    let points = try sweep(program, ["least=1..3"], logs).result().points
    #expect(points.map { Double($0.median) } == [median, median - 1, median - 2])
    #expect(points.map(\.ninetieth) == [ninetieth, ninetieth - 1, ninetieth - 2])
  }

  @Test("name where counts jump, where they are flat, and what makes no difference")
  func findsShape() throws {
    let program = try #require(
      compile(("a.pace", crowd + "\nrule always { on entry, emit note \"x\" }")).program)
    // Every pair is 20 minutes apart.
    let logs = (0..<10).map { log("s\($0)", minutes: [0, 20]) }
    let result = try sweep(program, ["window=11..30 min"], logs).result()
    #expect(result.affectedRules == [RuleID(0)])
    #expect(
      result.cliffs.map { [$0.first, $0.last, $0.before.lowerBound, $0.after.upperBound] } == [[8, 9, 0, 10]])
    #expect(
      result.plateaus.map { [$0.first, $0.last, $0.before.lowerBound] } == [[0, 8, 0], [9, 19, 10]])
  }

  @Test("call a jump one of two notices, not of one", arguments: [1, 2])
  func leastJump(subjects: Int) throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    let logs = (0..<subjects).map { log("s\($0)", minutes: [0, 20]) }
    let cliffs = try sweep(program, ["window=11..30 min"], logs).result().cliffs
    #expect(cliffs.map { [$0.first, $0.last, $0.after.lowerBound] } == (subjects == 2 ? [[8, 9, 2]] : []))
  }

  @Test("follow each subject to its own last instant")
  func ownLastInstants() throws {
    let text = """
      subject visit { }
      event entry of visit { }
      param gap: duration = 5 min in 1 min .. 60 min
      rule late {
        when since(entry) >= gap
        emit note "Late."
        repeat 10 min
      }
      """
    let program = try #require(compile(("a.pace", text)).program)
    let grid = try #require(SweepGrid([try SweepAxis("gap=5..11 min/3 min", in: program)]))
    var runner = SweepRunner(Plan(program), grid: grid, options: options(levels: false))
    for (id, minutes) in [("s1", 30), ("s2", 200)] as [(String, Int64)] {
      var log = log(id, minutes: [0])
      log.until = Instant(minutes * 60_000)
      try runner.add(log)
    }
    // At 5, 15 and 25 minutes of the one, at 5, 15, … 195 of the other.
    #expect(runner.result().points.map { $0.firings[0] } == [3 + 20, 3 + 20, 2 + 19])
  }

  @Test("judge notices by labels, ends of stretches included")
  func judges() throws {
    let program = try #require(compile(("a.pace", crowd)).program)
    let minute: Int64 = 60_000
    let labels = SweepLabels([
      "s1": [
        SweepLabel(from: Instant(5 * minute), to: Instant(8 * minute), isWanted: true),
        SweepLabel(from: Instant(20 * minute), to: Instant(21 * minute), isWanted: true),
        SweepLabel(from: Instant(28 * minute), to: Instant(30 * minute), isWanted: false),
      ]
    ])
    let grid = try #require(SweepGrid([try SweepAxis("window=2..12 min/5 min", in: program)]))
    var runner = SweepRunner(Plan(program), grid: grid, options: options(), labels: labels)
    try runner.add(log(minutes: [1, 8, 18, 30, 32]))
    try runner.add(log("s2", minutes: [1, 2]))
    let scores = runner.result().points.compactMap(\.score)
    #expect(scores.map(\.caught) == [0, 1, 1])
    #expect(scores.map(\.missed) == [2, 1, 1])
    #expect(scores.map(\.falseAlarms) == [0, 0, 1])
    #expect(scores.map(\.unlabelled) == [1, 1, 2])
    #expect(scores.map(\.precision) == [nil, 1, 0.5])
    #expect(scores.map(\.recall) == [0, 0.5, 0.5])
    #expect(runner.result().front == [1])
  }
}
