import PaceEngine
import PaceLanguage
import Testing

/// Many subjects at a time, held against one after the other, instant by instant.
@Suite struct BatchEvaluatorTests {
  /// A subject as it is handed in, with its flat rows.
  private struct Subject {
    var id: String
    var record: SubjectRecord
    var events: [EventRecord]
  }

  /// A night for each number, its rows and their kinds from a fixed sequence.
  private static func nights(_ count: Int, rows: Int, of program: Program) -> [Subject] {
    var state: UInt64 = 20_261_122
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let fields = program.events[0].fields.map { _ in Value.unknown }
    return (0..<count).map { night in
      var at = Int64(night) * 86_400_000
      var record = SubjectRecord(
        startedAt: Instant(at), attributes: program.subject.attributes.map { _ in .unknown }, zone: .utc)
      // A few nights in a row have a sensitivity of their own.
      if night / 5 % 3 == 1 { record.attributes[0] = Value(Int64(night / 5 % 2)) }
      let events = (0..<rows).map { _ in
        at += Int64(next(70)) * 60_000
        let kind = next(program.events[0].kinds.count + 1)
        return EventRecord(
          event: EventID(0), kind: kind < program.events[0].kinds.count ? KindID(kind) : nil, at: Instant(at),
          values: fields)
      }
      return Subject(id: "n\(night)", record: record, events: events)
    }
  }

  private static func program(_ text: String) throws -> Program {
    let compilation = Compilation.compile(roots: ["test.pace"]) { _ in .bytes(Array(text.utf8)) }
    return try #require(compilation.program, "\(compilation.diagnostics)")
  }

  private static func options(_ change: (inout Evaluator.Options) -> Void = { _ in }) -> Evaluator.Options {
    var options = Evaluator.Options()
    options.fillsMessages = false
    change(&options)
    return options
  }

  private static func line(_ subject: String, _ record: Record, _ program: Program) -> String {
    switch record {
    case .fired(let firing): "\(subject) \(firing.at.milliseconds) \(program[firing.rule].name.text)"
    case .overflow(let rule, _, let at): "\(subject) \(at.milliseconds) \(program[rule].name.text) overflow"
    case .held, .level, .account: "\(subject) unasked"
    }
  }

  /// What an evaluator makes of subjects, one after the other.
  private static func expected(
    _ subjects: [Subject], _ program: Program, _ options: Evaluator.Options = options()
  ) -> [String] {
    var evaluator = Evaluator(Plan(program), options: options)
    var lines: [String] = []
    for subject in subjects {
      evaluator.clear()
      evaluator.begin(subject.record)
      for event in subject.events { _ = evaluator.append(event) }
      evaluator.finish()
      lines += evaluator.records.map { line(subject.id, $0, program) }
    }
    return lines.sorted()
  }

  private static func found(
    _ subjects: [Subject], _ program: Program, in batch: inout BatchEvaluator, inRows: Bool = false
  ) -> [String] {
    for subject in subjects {
      batch.clear()
      batch.begin(subject.record, id: subject.id)
      if inRows {
        var words: [Int64] = []
        for event in subject.events {
          words += [event.at.milliseconds, event.kind.map { Int64($0.index) } ?? -1]
          // What comes behind the fields is of no interest.
          words += event.values.map(\.bits) + [17]
        }
        if !words.isEmpty {
          _ = batch.append(words.span, stride: words.count / subject.events.count, of: EventID(0))
        }
      } else {
        for event in subject.events { _ = batch.append(event) }
      }
      batch.finish()
    }
    batch.flush()
    return batch.takeTold().map { line($0.subject, $0.record, program) }.sorted()
  }

  @Test(arguments: [false, true])
  func `counts and tells what an evaluator does, whatever preset a subject has`(inRows: Bool) throws {
    let program = try Bench(pack: "take-care").program
    let subjects = Self.nights(150, rows: 9, of: program) + Self.nights(3, rows: 700, of: program)
    let expected = Self.expected(subjects, program)
    #expect(expected.count > 1000)
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(batch.isBatched)
    #expect(Self.found(subjects, program, in: &batch, inRows: inRows) == expected)
    for (index, rule) in program.rules.enumerated() {
      #expect(batch.firings[index] == expected.count { $0.hasSuffix(" " + rule.name.text) })
    }
    #expect(batch.openEnded == 0)
    #expect(batch.takeTold().isEmpty)
  }

  @Test func `a subject with given notices, or of times far away, is evaluated by itself`() throws {
    let program = try Bench(pack: "take-care").program
    var subjects = Self.nights(12, rows: 9, of: program)
    subjects[3].record.given = [GivenNotice(rule: RuleID(0), at: subjects[3].events[4].at)]
    for event in subjects[6].events.indices {
      subjects[6].events[event].at = Instant(.max - 100_000_000 + Int64(event) * 60_000)
    }
    subjects[8].record.endedAt = subjects[8].events[2].at
    subjects[9].record.startedAt = nil
    subjects[10].events = []
    let expected = Self.expected(subjects, program)
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(Self.found(subjects, program, in: &batch) == expected)
  }

  @Test func `a recorded start is not lost where the first event is far away`() throws {
    let program = try Self.program(
      """
      subject visit { }
      event a of visit { }
      rule nothing { when count(a) == 0, emit note "Nothing." }
      """)
    var subjects = Self.nights(3, rows: 1, of: program)
    subjects[1].events[0].at = Instant(1 << 59)
    let expected = Self.expected(subjects, program)
    // At its start, before anything is logged.
    #expect(expected.contains("n1 86400000 nothing"))
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(Self.found(subjects, program, in: &batch) == expected)
  }

  @Test func `subjects of one preset are evaluated together, in whatever order they come`() throws {
    let program = try Bench(pack: "take-care").program
    var subjects = Self.nights(200, rows: 9, of: program)
    for index in subjects.indices {
      subjects[index].record.attributes[0] = Value(Int64(index % 3))
      // More different constants than lines are kept for.
      if index >= 100 { subjects[index].record.attributes[3] = Value(Int64(1 + index % 11) * 1_000_000) }
    }
    let cadence = program.subject.attributes[3]
    #expect(cadence.name.text == "hydration_cadence")
    let expected = Self.expected(subjects, program)
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(Self.found(subjects, program, in: &batch) == expected)
  }

  @Test func `a subject of very many rows is evaluated by itself from some row on`() throws {
    let program = try Self.program(
      """
      subject visit { }
      event a of visit { }
      rule often { on a, when count(a, last 10 min) >= 3, emit note "Often.", cooldown 30 min }
      rule quiet_time { when since(a) >= 20 min, emit note "Quiet." }
      """)
    let subjects = Self.nights(2, rows: 3, of: program) + Self.nights(1, rows: 70_000, of: program)
    let expected = Self.expected(subjects, program)
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(batch.isBatched)
    #expect(Self.found(subjects, program, in: &batch) == expected)
    // None of them ends.
    #expect(batch.openEnded == 3)
  }

  @Test func `a value that doesn't fit is told with its subject, as by an evaluator`() throws {
    let program = try Self.program(
      """
      subject visit { }
      event a of visit { size: number }
      rule big { on a, when latest(a.size) * latest(a.size) > 4, emit note "Big." }
      """)
    var subjects = Self.nights(4, rows: 5, of: program)
    for (subject, size) in [(0, 1), (1, 3), (2, 9_000_000_000), (3, 2)] as [(Int, Int64)] {
      for event in subjects[subject].events.indices {
        subjects[subject].events[event].values = [Value(size * 1_000_000)]
      }
    }
    let expected = Self.expected(subjects, program)
    #expect(expected.count { $0.hasSuffix("overflow") } == 1)
    var batch = BatchEvaluator(Plan(program), options: Self.options(), tellsFirings: true)
    #expect(batch.isBatched)
    #expect(Self.found(subjects, program, in: &batch) == expected)
  }

  @Test func `events that come too soon, too late or after the last instant are admitted alike`() throws {
    let program = try Self.program(
      """
      subject visit { }
      event a of visit { debounce 5 min }
      rule each { on a, emit note "One." }
      """)
    let options = Self.options { $0.until = Instant(20 * 60_000) }
    var evaluator = Evaluator(Plan(program), options: options)
    var batch = BatchEvaluator(Plan(program), options: options)
    evaluator.begin(SubjectRecord(attributes: [], zone: .utc))
    batch.begin(SubjectRecord(attributes: [], zone: .utc), id: "s")
    var admissions: [Admission] = []
    for minute in [0, 4, 5, 2, 11, 30, 12, 21] as [Int64] {
      let event = EventRecord(event: EventID(0), kind: nil, at: Instant(minute * 60_000), values: [])
      let admission = evaluator.append(event)
      #expect(batch.append(event) == admission, "at minute \(minute)")
      admissions.append(admission)
    }
    #expect(admissions == [.kept, .debounced, .kept, .late, .kept, .beyond, .debounced, .beyond])
    batch.finish()
    batch.flush()
    #expect(batch.firings == [3])
  }

  @Test(arguments: ["rapid_window", "fast_pace_units", "escalation_units", "shot_window"])
  func `tells over which values of a parameter a subject stays the same`(name: String) throws {
    let program = try Bench(pack: "take-care").program
    let index = try #require(program.params.firstIndex { $0.name.text == name })
    let param = program.params[index]
    let range = try #require(param.range)
    let step = try #require(param.step)
    let subjects = Self.nights(20, rows: 8, of: program)
    let options = Self.options { $0.tracked = ParamID(index) }
    var batch = BatchEvaluator(Plan(program), options: options, tellsFirings: true)
    #expect(batch.tracks)
    var wide = 0
    for value in stride(from: range.lowerBound, through: range.upperBound, by: 5 * Int(step)) {
      batch.suppose([(ParamID(index), .value(Value(value)))])
      let lines = Self.found(subjects, program, in: &batch)
      let outcomes = batch.takeOutcomes()
      #expect(outcomes.count == subjects.count)
      #expect(outcomes.reduce(0) { $0 + $1.firings.reduce(0, +) } == lines.count)
      for (subject, outcome) in zip(subjects, outcomes) {
        #expect(outcome.steady.contains(value))
        let other = min(outcome.steady.upperBound, range.upperBound)
        if other > value { wide += 1 }
        let same = Self.expected(
          [subject], program, Self.options { $0.overrides = [(ParamID(index), .value(Value(other)))] })
        #expect(same == lines.filter { $0.hasPrefix(subject.id + " ") })
      }
    }
    #expect(wide > 20)
  }
}
