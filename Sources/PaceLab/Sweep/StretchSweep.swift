import PaceEngine
import PaceLanguage

/// Runs a long subject with every value of one parameter, stretch of rows by stretch of rows.
///
/// A run stands for all values that decide everything alike. Over a long log hardly two values do, but over a few
/// rows most do, and afterwards they mostly stand alike again: a cooldown is over, a window has moved on. So
/// values part where they decide otherwise, and go on together once they stand alike.
struct StretchSweep {
  /// Values that stand alike, as indices, and an evaluator that stands as they do; it has the first of them.
  private struct Group {
    var values: Range<Int>
    var evaluator: Evaluator
    /// Whether some came from another group, so that what the evaluator has looked ahead may not hold for them.
    var isMerged = false
  }

  /// After so many stretches one looks whether it is worth it.
  private static let trials = 4

  private let param: ParamID
  private let values: [Int64]
  /// How many rows make a stretch, more where the next ones are of the same instant.
  private let rows: Int
  private var groups: [Group]
  /// Rule after rule, by how much the firings with each value differ from those with the value before.
  private var steps: [Int]
  /// How many rows were evaluated, with whatever value.
  private(set) var evaluated = 0

  /// - Parameter evaluator: one that has the first value and follows the parameter.
  init(_ axis: SweepAxis, _ evaluator: Evaluator, rows: Int) {
    self.rows = rows
    param = axis.param
    values = axis.values
    groups = [Group(values: values.indices, evaluator: evaluator)]
    steps = Array(repeating: 0, count: evaluator.plan.program.rules.count * (values.count + 1))
  }

  /// Runs the subject from its start to its horizon.
  mutating func run(_ log: SubjectLog) {
    log.begin(in: &groups[0].evaluator)
    var next = 0
    var stretches = 0
    repeat {
      var end = min(next + rows, log.events.count)
      // Where hardly any values go together there is no use in parting them again and again.
      if stretches >= Self.trials, evaluated > next * values.count / 2 { end = log.events.count }
      while end < log.events.count, log.events[end].at == log.events[end - 1].at { end += 1 }
      advance(log.events[next..<end], isLast: end == log.events.count)
      next = end
      stretches += 1
    } while next < log.events.count
  }

  /// Evaluates a stretch with every value.
  private mutating func advance(_ events: ArraySlice<EventRecord>, isLast: Bool) {
    var parted: [Group] = []
    for group in groups {
      var rest = group.values
      while !rest.isEmpty {
        var part = Group(values: rest, evaluator: group.evaluator)
        if group.isMerged || rest.lowerBound > group.values.lowerBound {
          part.evaluator.suppose(param, Value(values[rest.lowerBound]))
        }
        part.evaluator.trackAnew()
        run(events, &part, isLast: isLast)
        rest = part.values.upperBound..<rest.upperBound
        parted.append(part)
      }
    }
    groups = isLast ? parted : joined(parted)
  }

  /// Evaluates a stretch with the first value of a part, which is cut down to those that it stands for.
  private mutating func run(_ events: ArraySlice<EventRecord>, _ part: inout Group, isLast: Bool) {
    var last: Instant?
    for event in events {
      if case .kept = part.evaluator.append(event) { last = event.at }
    }
    if isLast {
      part.evaluator.finish()
    } else if let last {
      // No further: the subject may have no row after this that counts, and then this is its horizon.
      part.evaluator.advance(to: last)
    }
    evaluated += events.count
    let first = part.values.lowerBound
    let steady = part.evaluator.steadyRange ?? values[first]...values[first]
    let past = values[part.values].firstIndex { $0 > steady.upperBound } ?? part.values.upperBound
    part.values = first..<max(past, first + 1)
    for case .fired(let firing) in part.evaluator.records {
      steps[firing.rule.index * (values.count + 1) + part.values.lowerBound] += 1
      steps[firing.rule.index * (values.count + 1) + part.values.upperBound] -= 1
    }
    part.evaluator.records.removeAll()
  }

  /// Joins neighbours that stand alike.
  private func joined(_ parts: [Group]) -> [Group] {
    var joined: [Group] = []
    for var part in parts {
      part.evaluator.forgetUnreachable()
      if let last = joined.last, standAlike(last.evaluator, part.evaluator) {
        joined[joined.count - 1].values = last.values.lowerBound..<part.values.upperBound
        joined[joined.count - 1].isMerged = true
      } else {
        joined.append(part)
      }
    }
    return joined
  }

  /// Whether two evaluators will say the same from here on if they are given the same value.
  ///
  /// They are compared with the greatest value: with it windows reach farthest back and cooldowns hold longest.
  private func standAlike(_ a: Evaluator, _ b: Evaluator) -> Bool {
    guard let greatest = values.last else { return false }
    var a = a
    var b = b
    a.suppose(param, Value(greatest))
    b.suppose(param, Value(greatest))
    return a.continues(like: b)
  }

  /// How often each rule fired with each of the values, for each stretch of values with which that is the same.
  func outcomes() -> [(values: Range<Int>, firings: [Int])] {
    let rules = steps.count / (values.count + 1)
    var firings = Array(repeating: 0, count: rules)
    var found: [(values: Range<Int>, firings: [Int])] = []
    for index in values.indices {
      var isChanged = found.isEmpty
      for rule in firings.indices {
        let step = steps[rule * (values.count + 1) + index]
        if step != 0 {
          firings[rule] += step
          isChanged = true
        }
      }
      if isChanged {
        found.append((index..<index + 1, firings))
      } else {
        found[found.count - 1].values = found[found.count - 1].values.lowerBound..<index + 1
      }
    }
    return found
  }
}
