public import PaceEngine
import PaceLanguage

/// At which values of a parameter anything said of a subject changes.
public struct ParameterChanges: Sendable {
  /// The indices of the axis's values with other notices or levels than the value before them.
  public var values: [Int]
  /// How many rows, from the first one on, this is known for.
  public var rows: Int
}

extension SweepAxis {
  /// The changes in a subject's log; the words of messages, which may contain the value, don't count.
  ///
  /// Throws if the evaluation ends early with some value.
  ///
  /// - Parameters:
  ///   - options: the same for every value; if they tell levels, changes of levels count too.
  ///   - most: how many rows are evaluated at most, under all values together.
  ///   - segmentSize: changes only the time that it takes.
  public func changes(
    in log: SubjectLog, _ plan: Plan, options: Machine.Options, mostRows most: Int, segmentSize: Int = 64
  ) throws(RunawaySubject) -> ParameterChanges {
    var options = options
    options.messages = .none
    var sweep = SubjectSweep(self, plan, options, segmentSize: segmentSize)
    return try sweep.changes(in: log, with: options.overrides, mostRows: most)
  }
}

/// Between which values of a sweep notices or levels differ, as far as the log has been evaluated.
struct Changes {
  /// For each value, whether it differs from the one before; the ends are known.
  private var isChange: [Bool]
  /// What the last values added said, and the index after them.
  private var last: (end: Int, said: [Said])?

  init(count: Int) {
    isChange = Array(repeating: false, count: count + 1)
    isChange[0] = true
    isChange[count] = true
  }

  /// Adds what some values say, all of them the same; the values of a segment come in ascending order.
  mutating func add(_ values: Range<Int>, _ told: [Told]) {
    let said = told.compactMap { Said($0) }
    if let last, last.end == values.lowerBound, last.said != said { isChange[values.lowerBound] = true }
    last = (values.upperBound, said)
  }

  /// Whether these are a single value that is known to differ from both of its neighbours.
  func isKnown(_ values: Range<Int>) -> Bool {
    values.count == 1 && isChange[values.lowerBound] && isChange[values.upperBound]
  }

  var values: [Int] { isChange.indices.dropFirst().dropLast().filter { isChange[$0] } }
}

/// What tells two runs apart: a notice, or a change of a level.
struct Said: Equatable {
  private var at: Instant
  /// A rule, or a scale and its level.
  private var what: Int
  private var level: Int?

  init?(_ told: Told) {
    switch told {
    case .fired(let rule, let at, _): (self.at, what) = (at, rule.index)
    case .level(let scale, let level, let at): (self.at, what, self.level) = (at, scale.index, level)
    case .held, .account, .overflow, .runaway: return nil
    }
  }
}
