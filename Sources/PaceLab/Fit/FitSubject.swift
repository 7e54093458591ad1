public import PaceEngine

/// A labelled subject, and what is known of its outcomes.
public struct FitSubject: Sendable {
  /// The subject's log without the rows after its last label.
  let log: SubjectLog
  /// Boxes whose outcome is known.
  private(set) var boxes: [(box: FitBox, counts: SweepScore)] = []

  /// Nil for a subject without labels.
  ///
  /// - Parameter until: the last instant that is evaluated in every subject.
  public init?(_ log: SubjectLog, _ labels: SweepLabels, until: Instant? = nil) {
    guard let last = labels.labels(of: log.id).map({ $0.to }).max() else { return nil }
    var log = log
    // Rows after the last label change nothing before it. If there are none, the subject's own end stays what
    // it is.
    if let final = log.events.last?.at, last < final {
      log.events.removeLast(log.events.count - log.count(upTo: last))
      log.until = [log.until, until, last].compactMap { $0 }.min()
    }
    self.log = log
  }

  public var id: String { log.id }

  /// Keeps a box, joined to the last one if their counts are equal; gives its index.
  mutating func know(_ box: FitBox, _ counts: SweepScore) -> Int {
    if let last = boxes.last, last.counts == counts, let joined = last.box.joined(with: box) {
      boxes[boxes.count - 1].box = joined
    } else {
      boxes.append((box, counts))
    }
    return boxes.count - 1
  }
}
