import PaceLanguage

/// One question of a condition's way to an answer: a part of it, and where to go on from the part's value.
///
/// A condition made of `and`, `or` and `not` is a chain of these, so that whether it is true is found without
/// working out what can't matter, and without the truth of each part being carried up a tree.
struct PlannedTest {
  /// A part without `and`, `or` and `not`, or else a whole condition.
  var node: NodeID
  /// The truth value that is asked for, 0 or 1.
  var wanted: Int64
  /// The question after a yes, and after any other answer.
  var yes: TestID
  var no: TestID
}

/// The index of a test in a plan, or the end of the way.
struct TestID {
  private var number: Int32
  var index: Int { Int(number) }
  init(_ index: Int) { number = Int32(index) }

  static var isTrue: TestID { TestID(-1) }
  static var isNotTrue: TestID { TestID(-2) }
}

extension PlanBuilder {
  /// The first question of whether a condition is true.
  mutating func test(of node: NodeID) -> TestID {
    let first = plan.tests.count
    let limit = first + 256
    if let test = addTests(of: node, wanted: 1, yes: .isTrue, no: .isNotTrue, limit: limit) { return test }
    // A condition of so many parts is one question.
    plan.tests.removeSubrange(first...)
    return addTest(of: node, wanted: 1, yes: .isTrue, no: .isNotTrue)
  }

  /// Adds the questions of whether a node has a truth value, the last first; nil if there are too many.
  private mutating func addTests(
    of id: NodeID, wanted: Int64, yes: TestID, no: TestID, limit: Int
  ) -> TestID? {
    switch plan.nodes[id.index] {
    case .not(let a): return addTests(of: a, wanted: 1 - wanted, yes: yes, no: no, limit: limit)
    case .and(let a, let b), .or(let a, let b):
      guard let second = addTests(of: b, wanted: wanted, yes: yes, no: no, limit: limit) else { return nil }
      // True takes both parts of an `and`, false both parts of an `or`.
      var takesBoth = wanted == 0
      if case .and = plan.nodes[id.index] { takesBoth.toggle() }
      return takesBoth
        ? addTests(of: a, wanted: wanted, yes: second, no: no, limit: limit)
        : addTests(of: a, wanted: wanted, yes: yes, no: second, limit: limit)
    default:
      return plan.tests.count < limit ? addTest(of: id, wanted: wanted, yes: yes, no: no) : nil
    }
  }

  private mutating func addTest(of node: NodeID, wanted: Int64, yes: TestID, no: TestID) -> TestID {
    plan.tests.append(PlannedTest(node: node, wanted: wanted, yes: yes, no: no))
    return TestID(plan.tests.count - 1)
  }
}
