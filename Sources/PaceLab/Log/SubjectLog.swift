public import PaceEngine
import PaceLanguage

/// What a log holds of one subject, in the order in which it is evaluated.
///
/// Rows are decoded once; the subject can then be run as often as there are questions about it.
public struct SubjectLog: Sendable {
  public var id: String
  public var record: SubjectRecord
  public var events: [EventRecord] = []
  /// The id of each event's row; empty where ids were not asked for.
  public var rows: [String] = []
  /// The texts that values stand for, in the order in which they were met.
  public var texts: [String] = []
  /// The last instant that is looked at; nil where the evaluator says it for all subjects.
  public var until: Instant?

  public init(id: String, record: SubjectRecord) {
    self.id = id
    self.record = record
  }

  /// Its recorded start, else its first event.
  public var start: Instant? {
    guard let first = events.first?.at else { return record.startedAt }
    return record.startedAt.map { min($0, first) } ?? first
  }

  /// Starts the subject in an evaluator and appends its events up to an instant, and evaluates all of that.
  public func replay(into evaluator: inout Machine, upTo instant: Instant) {
    begin(in: &evaluator)
    for event in events {
      if event.at > instant { break }
      _ = evaluator.append(event)
    }
    evaluator.advance(to: instant)
  }

  /// Evaluates the subject from its start to its horizon; the evaluator holds its records then.
  ///
  /// - Parameter revived: hears of each event that comes after the subject had ended.
  public func run(
    in evaluator: inout Machine, revived: (_ end: Instant, _ event: Instant) -> Void = { _, _ in }
  ) throws(RunawaySubject) {
    begin(in: &evaluator)
    for event in events {
      let end = evaluator.end
      if case .kept = evaluator.append(event), let end, event.at > end { revived(end, event.at) }
    }
    evaluator.finish()
    try check(evaluator)
  }

  /// Evaluates the subject from its start to its horizon, handing over what there is to tell as it comes: of a long
  /// log that may be more than memory holds.
  public func run(in evaluator: inout Machine, tell: (Record) -> Void) throws(RunawaySubject) {
    begin(in: &evaluator)
    for event in events {
      _ = evaluator.append(event)
      evaluator.hand(over: tell)
    }
    evaluator.finish()
    evaluator.hand(over: tell)
    try check(evaluator)
  }

  /// Throws where the evaluation ended early.
  func check(_ evaluator: Machine) throws(RunawaySubject) {
    if let runaway = evaluator.runaway { throw RunawaySubject(subject: id, runaway: runaway) }
  }

  /// Starts the subject in an evaluator, with the texts that its values stand for.
  func begin(in evaluator: inout Machine) {
    evaluator.clear()
    for text in texts { _ = evaluator.intern(text) }
    if let until { evaluator.set(until: until) }
    evaluator.begin(record)
  }

  /// How many events come at or before an instant.
  func count(upTo instant: Instant) -> Int {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A subject whose evaluation ended early.
public struct RunawaySubject: Error, Hashable {
  public var subject: String
  public var runaway: Runaway

  public init(subject: String, runaway: Runaway) {
    self.subject = subject
    self.runaway = runaway
  }
}

extension Machine {
  fileprivate mutating func hand(over tell: (Record) -> Void) {
    for record in takeRecords() { tell(record) }
  }
}
