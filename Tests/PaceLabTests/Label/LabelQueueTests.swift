import PaceEngine
import PaceLanguage
import Testing

@testable import PaceLab

@Suite("The order of questions")
struct LabelQueueTests {
  /// A question at a minute, which the values in a range of the only axis answer with a notice.
  private func question(
    _ minute: Int64, _ values: Range<Int>, _ sort: LabelQuestion.Sort = .given
  ) -> LabelQuestion {
    let at = Instant(minute * 60_000)
    let spans = values.isEmpty ? [] : [LabelVotes.Span(axis: 0, values: values)]
    return LabelQuestion(
      rule: RuleID(0), at: at, stretch: at...at, sort: sort, votes: LabelVotes(spans: spans))
  }

  private func minute(_ queue: LabelQueue) -> Int64? {
    queue.current.map { $0.question.at.milliseconds / 60_000 }
  }

  /// What is asked if every answer is the same.
  private func asked(_ queue: LabelQueue, _ answer: LabelQueue.Answer = .skipped) -> [String] {
    var queue = queue
    var asked: [String] = []
    while let item = queue.current {
      asked.append("\(item.subject) \(item.question.at.milliseconds / 60_000)")
      queue.answer(answer)
    }
    return asked
  }

  private typealias Subject = (id: String, questions: [LabelQuestion])

  private func subject(_ id: String, _ questions: LabelQuestion...) -> Subject { (id, questions) }

  @Test(
    "is by subject: notices and near misses that candidates disagree on, other misses of theirs, then the rest"
  )
  func order() {
    let queue = LabelQueue(
      [
        subject("a", question(1, 0..<9), question(2, 0..<0, .near)),
        subject("b", question(3, 0..<9), question(4, 0..<5), question(5, 3..<9, .elsewhere)),
        subject("c", question(6, 0..<0, .elsewhere)),
        subject("d", question(7, 0..<2, .near)),
      ], axes: [9])
    #expect(asked(queue) == ["b 4", "d 7", "b 5", "b 3", "a 1", "a 2"])
    #expect(queue.informative == 3 && queue.others == 3 && queue.subjects == 3)
  }

  @Test("asks no more what only values disagree on that are two answers behind")
  func pruning() {
    // A value gives a notice where the count reaches it: value 0 from the first question on.
    let counts = subject(
      "a", question(1, 0..<1, .near), question(2, 0..<1, .near), question(3, 0..<1, .near),
      question(4, 0..<4))
    var queue = LabelQueue([counts], axes: [8])
    #expect(queue.informative == 4)
    queue.answer(.unwanted)
    // Value 0 is one behind: another answer could bring it back.
    #expect(queue.informative == 3 && minute(queue) == 2)
    queue.answer(.unwanted)
    #expect(queue.informative == 1 && minute(queue) == 4)
    #expect(queue.undo() == .unwanted)
    #expect(queue.informative == 3 && minute(queue) == 2)
    queue.answer(.wanted)
    #expect(queue.informative == 2 && minute(queue) == 3)
  }

  @Test("takes of the misses at which only other values speak the one that divides the values most evenly")
  func division() {
    let misses = (1..<9).map { question(Int64($0), 0..<$0, .elsewhere) }
    var queue = LabelQueue([("a", misses)], axes: [9])
    #expect(minute(queue) == 4)
    // Of the values from 4 on none is behind; those below are one answer behind, as no two answers are in yet.
    queue.answer(.unwanted)
    #expect(minute(queue) == 5)
    queue.answer(.unwanted)
    // Now 0 to 3 are two behind: 4 to 8 are left, with 6 and 7 next to their middle.
    #expect(minute(queue) == 6)
  }

  @Test("goes back with undo through answers and skips, also to another subject")
  func undoing() {
    var queue = LabelQueue([subject("a", question(1, 0..<2)), subject("b", question(2, 0..<3))], axes: [9])
    #expect(!queue.canUndo && queue.undo() == nil)
    queue.answer(.skipped)
    #expect(queue.current?.subject == "b" && queue.informative == 1)
    queue.answer(.wanted)
    #expect(queue.current == nil && queue.informative == 0 && queue.count(of: .wanted) == 1)
    #expect(queue.undo() == .wanted)
    #expect(queue.current?.subject == "b" && queue.count(of: .wanted) == 0)
    #expect(queue.undo() == .skipped)
    #expect(queue.current?.subject == "a" && queue.informative == 2 && !queue.canUndo)
  }

  @Test("is drawn by a seed among subjects that come first and among the others, and the same each time")
  func seeds() {
    let telling = (0..<20).map { subject("t\($0)", question(Int64($0), 0..<2)) }
    let other = (0..<20).map { subject("o\($0)", question(Int64(100 + $0), 0..<9)) }
    let subjects = zip(other, telling).flatMap { [$0, $1] }
    func order(_ seed: UInt64?) -> [String] { asked(LabelQueue(subjects, axes: [9], seed: seed)) }
    #expect(order(1) == order(1) && order(1) != order(2) && Set(order(1)) == Set(order(nil)))
    for seed in [nil, 1, 2] as [UInt64?] {
      #expect(order(seed).prefix(20).allSatisfy { $0.hasPrefix("t") })
    }
    #expect(order(nil).prefix(3) == ["t0 0", "t1 1", "t2 2"])
    #expect(asked(LabelQueue(subjects, axes: [9], seed: 1, limit: 7)) == Array(order(1).prefix(7)))
  }

  @Test("goes on from the answers that are there")
  func answered() {
    let subjects = [subject("a", question(1, 0..<2)), subject("b", question(2, 0..<5))]
    let against = LabelAnswer(isWanted: false, votes: question(0, 0..<2).votes)
    let queue = LabelQueue(subjects, axes: [9], answered: [against, against])
    // The values that give a notice at 1 are two answers behind.
    #expect(queue.informative == 1 && queue.current?.subject == "b" && queue.others == 1)
  }

  @Test(
    "leaves, for labels made by a value of one parameter, only values that agree with it on every question")
  func hidden() throws {
    let program = try #require(shipped("take-care"))
    let rules = program.rules.indices.map { RuleID($0) }.filter { program[$0].emission != nil }
    var survey = LabelSurvey(Plan(program), rules: rules, options: Machine.Options())
    let subjects = try sampledLogs(program, subjects: 12, seed: 3).map { log in
      (id: log.id, questions: try survey.look(at: log).questions)
    }
    let all = subjects.flatMap { $0.questions }
    for axis in survey.axes.indices {
      let hidden = survey.axes[axis] / 3
      func says(_ value: Int, _ question: LabelQuestion) -> Bool {
        question.votes.spans.contains { $0.axis == axis && $0.values.contains(value) }
      }
      var queue = LabelQueue(subjects, axes: survey.axes)
      var asked: [LabelQuestion] = []
      while let item = queue.current, queue.informative > 0 {
        asked.append(item.question)
        queue.answer(says(hidden, item.question) ? .wanted : .unwanted)
      }
      #expect(asked.count < all.count / 2)
      for value in 0..<survey.axes[axis] {
        let isBest = asked.allSatisfy { says(value, $0) == says(hidden, $0) }
        #expect(isBest == all.allSatisfy { says(value, $0) == says(hidden, $0) }, "axis \(axis): \(value)")
      }
    }
  }
}
