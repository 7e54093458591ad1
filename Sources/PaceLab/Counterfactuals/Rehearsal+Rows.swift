import PaceEngine
import PaceLanguage

/// Taking away each of the newest rows in turn.
extension Rehearsal {
  /// How many evaluators of altered logs are kept at one place.
  private static let mostVariants = 2

  /// Logs without some row that have come to be alike at a kept evaluator's place, and what they lead to.
  private typealias Variant = (evaluator: Machine, verdict: Verdict)

  /// The events from an instant on without which the rule's verdict is another, the newest first, and what it
  /// is then.
  ///
  /// A log that lacks a row is evaluated until it is like the whole one, or like one that lacks another row:
  /// from there on they are one evaluation.
  func decisiveRows(since floor: Instant) -> [(event: EventOrdinal, verdict: Verdict)] {
    let asItIs = verdict(of: present)
    var variants = [[Variant]](repeating: [], count: checkpoints.count)
    var found: [(event: EventOrdinal, verdict: Verdict)] = []
    for place in checkpoints.indices.reversed() {
      var evaluator = checkpoints[place]
      let end = place + 1 < checkpoints.count ? counts[place + 1] : known
      if situation.log.events[end - 1].at < floor { break }
      var here: [(event: EventOrdinal, verdict: Verdict)] = []
      for index in counts[place]..<end {
        let verdict = verdict(without: index, evaluator, next: place + 1, asItIs, &variants)
        if verdict.stands != asItIs.stands { here.append((EventOrdinal(index), verdict)) }
        _ = evaluator.append(situation.log.events[index])
      }
      found += here.reversed()
    }
    return found
  }

  /// The verdict without an event; `before` is the evaluator that has not come to it.
  private func verdict(
    without event: Int, _ before: Machine, next: Int, _ asItIs: Verdict, _ variants: inout [[Variant]]
  ) -> Verdict {
    var evaluator = before
    var passed: [(place: Int, evaluator: Machine)] = []
    var known: Verdict?
    var index = event + 1
    for place in next..<max(next, checkpoints.count) {
      let count = counts[place]
      append(index..<count, to: &evaluator)
      index = count
      // What fired earlier in the very instant asked about would not be seen.
      guard situation.log.events[count - 1].at < situation.at else { break }
      if evaluator.continues(like: checkpoints[place]) {
        known = asItIs
      } else {
        known = variants[place].first { evaluator.continues(like: $0.evaluator) }?.verdict
      }
      if known != nil { break }
      passed.append((place, evaluator))
    }
    if known == nil { append(index..<self.known, to: &evaluator) }
    let verdict = known ?? verdict(of: evaluator)
    for (place, evaluator) in passed {
      // Those that lack a row of longer ago are more like the next ones.
      if variants[place].count == Self.mostVariants { variants[place].removeFirst() }
      variants[place].append((evaluator, verdict))
    }
    return verdict
  }
}
