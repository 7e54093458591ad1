public import PaceEngine
import PaceLanguage

/// Subjects as sweeps run them.
extension SubjectLog {
  /// Starts the subject in an evaluator, with the texts that its values stand for.
  func begin(in evaluator: inout Evaluator) {
    evaluator.clear()
    for text in texts { _ = evaluator.intern(text) }
    evaluator.begin(record)
  }

  /// Evaluates the subject from its start to its horizon; the evaluator holds its records then.
  ///
  /// - Parameter revived: hears of each event that comes after the subject had ended.
  public func run(
    in evaluator: inout Evaluator, revived: (_ end: Instant, _ event: Instant) -> Void = { _, _ in }
  ) {
    begin(in: &evaluator)
    for event in events {
      let end = evaluator.end
      if case .kept = evaluator.append(event), let end, event.at > end { revived(end, event.at) }
    }
    evaluator.finish()
  }

  /// Its events, all of one type, in flat rows as `BatchEvaluator.append` takes them; none if they are in no order.
  func rows(of type: EventType) -> [Int64] {
    let stride = 2 + type.fields.count
    var words = [Int64](repeating: Value.unknown.bits, count: stride * events.count)
    for (index, event) in events.enumerated() {
      if index > 0, event.at < events[index - 1].at { return [] }
      words[index * stride] = event.at.milliseconds
      words[index * stride + 1] = event.kind.map { Int64($0.index) } ?? -1
      for (field, value) in event.values.enumerated() where field < type.fields.count {
        words[index * stride + 2 + field] = value.bits
      }
    }
    return words
  }

  /// Hands the subject to an evaluator of many; `rows` are its events again, or empty.
  func run(in batch: inout BatchEvaluator, _ rows: [Int64]) {
    batch.clear()
    for text in texts { _ = batch.intern(text) }
    batch.begin(record, id: id)
    if rows.isEmpty {
      for event in events { _ = batch.append(event) }
    } else {
      _ = batch.append(rows.span, stride: rows.count / events.count, of: events[0].event)
    }
    batch.finish()
  }
}
