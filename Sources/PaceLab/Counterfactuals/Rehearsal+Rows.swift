import PaceEngine
import PaceLanguage

/// Taking away each of the newest rows in turn.
extension Rehearsal {
  /// How many evaluators of altered logs are kept at one place.
  private static let mostVariants = 2

  /// Logs without some row that have come to be alike at a kept evaluator's place, and what they lead to.
  private typealias Variant = (evaluator: Evaluator, stands: Bool)

  /// The events from an instant on without which the rule's verdict is another, the newest first.
  ///
  /// A log that lacks a row is evaluated until it is like the whole one, or like one that lacks another row.
  func decisiveRows(stands: Bool, since floor: Instant) -> [EventOrdinal] {
    var variants = [[Variant]](repeating: [], count: checkpoints.count)
    var found: [EventOrdinal] = []
    for place in checkpoints.indices.reversed() {
      var evaluator = checkpoints[place]
      let end = place + 1 < checkpoints.count ? counts[place + 1] : known
      if situation.log.events[end - 1].at < floor { break }
      var here: [EventOrdinal] = []
      for index in counts[place]..<end {
        if turns(without: index, evaluator, next: place + 1, stands, &variants) {
          here.append(EventOrdinal(index))
        }
        _ = evaluator.append(situation.log.events[index])
      }
      found += here.reversed()
    }
    return found
  }

  /// Whether the verdict is another without an event; `before` is the evaluator that has not come to it.
  private func turns(
    without event: Int, _ before: Evaluator, next: Int, _ stands: Bool, _ variants: inout [[Variant]]
  ) -> Bool {
    var evaluator = before
    var passed: [(place: Int, evaluator: Evaluator)] = []
    var verdict: Bool?
    var index = event + 1
    for place in next..<max(next, checkpoints.count) {
      let count = counts[place]
      append(index..<count, except: nil, to: &evaluator)
      index = count
      // What fired earlier in the very instant asked about would not be seen.
      guard situation.log.events[count - 1].at < situation.at else { break }
      if evaluator.continues(like: checkpoints[place]) {
        verdict = stands
      } else {
        verdict = variants[place].first { evaluator.continues(like: $0.evaluator) }?.stands
      }
      if verdict != nil { break }
      passed.append((place, evaluator))
    }
    if verdict == nil {
      append(index..<known, except: nil, to: &evaluator)
      verdict = self.verdict(of: evaluator).stands
    }
    let result = verdict ?? stands
    for (place, evaluator) in passed {
      // Those that lack a row of longer ago are more like the next ones.
      if variants[place].count == Self.mostVariants { variants[place].removeFirst() }
      variants[place].append((evaluator, result))
    }
    return result != stands
  }
}
