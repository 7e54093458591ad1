import PaceEngine
import PaceLab
import PaceLanguage
import Testing

@Suite("Questions to label")
struct LabelSurveyTests {
  /// The notices of one rule that an evaluation with these values gives.
  private func notices(
    _ rule: RuleID, _ log: SubjectLog, _ program: Program, preset: PresetID? = nil,
    _ settings: [(param: ParamID, value: Constant)] = []
  ) throws -> [Instant] {
    var options = Machine.Options()
    options.preset = preset
    options.overrides = settings
    var machine = Machine(Plan(program), options: options)
    try log.run(in: &machine)
    return machine.records.compactMap { record in
      if case .fired(let firing) = record, firing.rule == rule { firing.at } else { nil }
    }
  }

  private func speaking(_ program: Program) -> [RuleID] {
    program.rules.indices.map { RuleID($0) }.filter { program[$0].emission != nil }
  }

  private func votes(_ question: LabelQuestion, _ axis: Int, _ value: Int) -> Bool {
    question.votes.spans.contains { $0.axis == axis && $0.values.contains(value) }
  }

  private static let packs = ["take-care", "nail-guard", "dose-window"]

  @Test("say of each candidate what an evaluation with it says", arguments: packs)
  func votes(name: String) throws {
    let program = try #require(shipped(name))
    let rules = speaking(program)
    var survey = LabelSurvey(Plan(program), rules: rules, options: Machine.Options())
    let params = program.params.indices.compactMap { index in
      try? SweepAxis(program.params[index].name.text, in: program)
    }.filter { axis in survey.axes.dropFirst().contains(axis.values.count) }
    #expect(survey.axes.first == 1 + program.presets.count)
    for log in sampledLogs(program, subjects: 1, seed: 11) {
      let questions = try survey.look(at: log).questions
      for question in questions {
        for preset in program.presets.indices {
          let found = try notices(question.rule, log, program, preset: PresetID(preset))
          #expect(found.contains { question.stretch.contains($0) } == votes(question, 0, preset + 1))
        }
      }
      for (number, axis) in params.enumerated() where params.count == survey.axes.count - 1 {
        for value in stride(from: 0, to: axis.values.count, by: max(1, axis.values.count / 3)) {
          let setting = (param: axis.param, value: Constant.value(Value(axis.values[value])))
          for rule in rules {
            let found = try notices(rule, log, program, [setting])
            let own = questions.filter { $0.rule == rule }
            for question in own {
              let isGiven = found.contains { question.stretch.contains($0) }
              #expect(isGiven == votes(question, number + 1, value), "\(axis.name) \(value)")
            }
            // Whatever any candidate says is asked about.
            for notice in found { #expect(own.contains { $0.stretch.contains(notice) }, "\(axis.name)") }
          }
        }
      }
    }
  }

  @Test("take each notice in force once, in stretches that are apart", arguments: packs)
  func stretches(name: String) throws {
    let program = try #require(shipped(name))
    let rules = speaking(program)
    var survey = LabelSurvey(Plan(program), rules: rules, options: Machine.Options())
    for log in sampledLogs(program, subjects: 3, seed: 5) {
      let questions = try survey.look(at: log).questions
      #expect(questions.map { $0.at } == questions.map { $0.at }.sorted())
      for rule in rules {
        let own = questions.filter { $0.rule == rule }
        let given = own.filter { $0.sort == .given }.map { $0.at }
        #expect(try given == notices(rule, log, program))
        for question in own {
          #expect(question.stretch.contains(question.at))
          #expect(question.at.milliseconds - question.stretch.lowerBound.milliseconds <= 300_000)
          #expect(question.stretch.upperBound.milliseconds - question.at.milliseconds <= 300_000)
        }
        for (one, next) in zip(own, own.dropFirst()) {
          #expect(one.stretch.upperBound < next.stretch.lowerBound)
        }
      }
    }
  }

  private static let counted = """
    subject s { }
    event e of s { }
    param most: number = 4 in 1 .. 6 step 1
    rule many {
      on e
      when count(e, last 60 min) >= most
      emit warning "many"
    }
    """

  /// By itself, so that a text that doesn't compile is told of in a line.
  private func compiled(_ text: String) -> Program? { compile(("a.pace", text)).program }

  private func survey(_ text: String) throws -> (LabelSurvey, Program) {
    let program = try #require(compiled(text))
    return (LabelSurvey(Plan(program), rules: speaking(program), options: Machine.Options()), program)
  }

  @Test("reach five minutes to each side, half-way to the next, and tell what was given, near and far")
  func sorts() throws {
    var (survey, _) = try survey(Self.counted)
    // At minute 26 there are four, at 20 three: a quarter short. One and two are far, but other values speak there.
    let questions = try survey.look(at: log(minutes: [0, 14, 20, 26])).questions
    #expect(questions.map { $0.at.milliseconds / 60_000 } == [0, 14, 20, 26])
    #expect(questions.map { $0.sort } == [.elsewhere, .elsewhere, .near, .given])
    #expect(
      questions.map { $0.stretch.lowerBound.milliseconds } == [-300_000, 540_000, 1_020_000, 1_380_000])
    #expect(
      questions.map { $0.stretch.upperBound.milliseconds } == [300_000, 1_019_999, 1_379_999, 1_860_000])
    // Values from 1 up to as many events as there are.
    #expect(
      questions.map { $0.votes.spans.filter { $0.axis == 1 }.map { $0.values } } == [
        [0..<1], [0..<2], [0..<3], [0..<4],
      ])
  }

  @Test("take a miss less than five minutes from a notice together with it")
  func together() throws {
    var (survey, _) = try survey(Self.counted)
    let questions = try survey.look(at: log(minutes: [0, 14, 22, 26])).questions
    #expect(questions.map { $0.at.milliseconds / 60_000 } == [0, 14, 26])
    // Half-way between 14 and 26.
    #expect(questions.last?.stretch.lowerBound == Instant(1_260_000))
    #expect(questions.last?.votes.spans.filter { $0.axis == 1 }.map { $0.values } == [0..<4])
  }

  @Test("don't come back once they are labelled, whoever drew the stretch, and count for what was said")
  func labelled() throws {
    var (survey, _) = try survey(Self.counted)
    let subject = log(minutes: [0, 14, 20, 26])
    let many = RuleID(0)
    func instant(_ minute: Int64) -> Instant { Instant(minute * 60_000) }
    let labels = [
      SweepLabel(from: instant(22), to: instant(40), isWanted: true, rule: many),
      SweepLabel(from: instant(-1), to: instant(2), isWanted: false),
    ]
    let found = try survey.look(at: subject, labels: labels)
    let (questions, answered) = (found.questions, found.answered)
    #expect(questions.map { $0.at } == [instant(14), instant(20)])
    // A new stretch doesn't reach into one that is there.
    #expect(questions.last?.stretch.upperBound == Instant(22 * 60_000 - 1))
    #expect(answered.map { $0.isWanted } == [true, false])
    #expect(answered.map { $0.votes.spans.filter { $0.axis == 1 }.map { $0.values } } == [[0..<4], [0..<1]])
  }

  @Test("leave out parameters that are set, that no rule reads, or that have no grid")
  func axes() throws {
    let text = """
      subject s { }
      event e of s { }
      param most: number = 4 in 1 .. 6 step 1
      param other: number = 1 in 1 .. 3 step 1
      param free: number = 2
      preset soft { most = 5 }
      rule many {
        on e
        when count(e, last 60 min) >= most + free
        emit warning "many"
      }
      rule few {
        on e
        when count(e) < other
        emit warning "few"
      }
      """
    let program = try #require(compiled(text))
    func axes(_ rules: [Int], _ options: Machine.Options = Machine.Options()) -> [Int] {
      LabelSurvey(Plan(program), rules: rules.map { RuleID($0) }, options: options).axes
    }
    #expect(axes([0, 1]) == [2, 6, 3])
    #expect(axes([0]) == [2, 6])
    #expect(axes([1]) == [2, 3])
    var options = Machine.Options()
    options.overrides = [(ParamID(0), .value(Value(3_000_000)))]
    #expect(axes([0, 1], options) == [2, 3])
  }
}
