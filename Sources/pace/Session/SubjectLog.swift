import PaceEngine
import PaceLanguage

/// What a log holds of one subject, in the order in which it is evaluated.
struct SubjectLog: Sendable {
  var id: String
  var record: SubjectRecord
  var events: [EventRecord] = []
  /// The id of each event's row.
  var rows: [String] = []
  /// The texts that values stand for, in the order in which they were met.
  var texts: [String] = []

  /// Its recorded start, else its first event.
  var start: Instant? {
    guard let first = events.first?.at else { return record.startedAt }
    return record.startedAt.map { min($0, first) } ?? first
  }

  /// Starts the subject in an evaluator and appends its events up to an instant, and evaluates all of that.
  func replay(into evaluator: inout Evaluator, upTo instant: Instant) {
    evaluator.clear()
    for text in texts { _ = evaluator.intern(text) }
    evaluator.begin(record)
    for event in events {
      if event.at > instant { break }
      _ = evaluator.append(event)
    }
    evaluator.advance(to: instant)
  }
}
