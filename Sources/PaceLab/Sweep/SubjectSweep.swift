import PaceEngine
import PaceLanguage

/// Runs a subject with every value of one parameter, stretch of rows by stretch of rows.
///
/// A run stands for all values that decide everything alike. Over a long log hardly two values do, but over a few
/// rows most do, and afterwards they mostly stand alike again: a cooldown is over, a window has moved on. So
/// values part where they decide otherwise, and go on together once they stand alike.
struct SubjectSweep {
  /// Values that stand alike, as indices, and a machine that stands as they do; it has the first of them.
  private struct Group {
    var values: Range<Int>
    var machine: Machine
    /// Whether some came from another group, so that what the machine knows of later instants may not hold for them.
    var isMerged = false
  }

  /// After so many stretches one looks whether it is worth it.
  private static let trials = 4

  private let param: ParamID
  private let values: [Int64]
  /// How many rows make a stretch, more where the next ones are of the same instant.
  private let rows: Int
  private var groups: [Group]
  /// For each value by how much its outcome differs from that of the value before.
  private var steps: [SweepOutcome]
  private let nothing: SweepOutcome
  /// How many rows were evaluated, with whatever value.
  private(set) var evaluated = 0

  /// - Parameter machine: one that has begun the subject with the first value, and tracks the parameter.
  init(_ axis: SweepAxis, _ machine: Machine, rows: Int, nothing: SweepOutcome) {
    self.rows = rows
    self.nothing = nothing
    param = axis.param
    values = axis.values
    groups = [Group(values: values.indices, machine: machine)]
    steps = []
  }

  /// Runs the subject from its start to its horizon; `tell` hears what it came to, for one range of values after the
  /// other.
  mutating func run(
    _ log: SubjectLog, _ labels: SweepLabels?, tell: (_ values: Range<Int>, SweepOutcome) -> Void
  ) {
    var end = self.end(of: log, from: 0)
    if end == log.events.count {
      part(log, 0..<end) { part, outcome in
        var outcome = outcome
        if let labels { outcome.score = labels.score(of: log.id, part.machine.records) }
        tell(part.values, outcome)
      }
      return
    }
    steps = Array(repeating: nothing, count: values.count + 1)
    var next = 0
    var stretches = 0
    while next < log.events.count {
      // Where hardly any values go together there is no use in parting them again and again.
      if stretches >= Self.trials, evaluated > next * values.count / 2 { end = log.events.count }
      var parted: [Group] = []
      var found: [(Range<Int>, SweepOutcome)] = []
      part(log, next..<end) { part, outcome in
        parted.append(part)
        found.append((part.values, outcome))
      }
      for (range, outcome) in found {
        steps[range.lowerBound].add(outcome)
        steps[range.upperBound].subtract(outcome)
      }
      groups = end == log.events.count ? [] : joined(parted)
      next = end
      end = self.end(of: log, from: next)
      stretches += 1
    }
    tellSums(tell)
  }

  private func end(of log: SubjectLog, from first: Int) -> Int {
    guard log.events.count - first > 2 * rows || first > 0 else { return log.events.count }
    var end = min(first + rows, log.events.count)
    while end < log.events.count, end > 0, log.events[end].at == log.events[end - 1].at { end += 1 }
    return end
  }

  /// Evaluates a stretch with every value; `tell` hears of each part that decides alike, and what it brought.
  private mutating func part(_ log: SubjectLog, _ events: Range<Int>, tell: (Group, SweepOutcome) -> Void) {
    let next = events.isEmpty ? Instant(0) : log.events[events.lowerBound].at
    for group in groups {
      var rest = group.values
      while !rest.isEmpty {
        var part = Group(values: rest, machine: group.machine)
        let isOther = group.isMerged || rest.lowerBound > group.values.lowerBound
        part.machine.trackAnew(with: isOther ? Value(values[rest.lowerBound]) : nil, next: next)
        let outcome = run(log, events, &part)
        tell(part, outcome)
        rest = part.values.upperBound..<rest.upperBound
      }
    }
  }

  /// Evaluates a stretch with the first value of a part, which is cut down to those that it stands for.
  private mutating func run(_ log: SubjectLog, _ events: Range<Int>, _ part: inout Group) -> SweepOutcome {
    var before = nothing
    before.add(&part.machine)
    var last: Instant?
    for event in log.events[events] {
      if case .kept = part.machine.append(event) { last = event.at }
    }
    if events.upperBound == log.events.count {
      part.machine.finish()
    } else if let last {
      // No further: the subject may have no row after this that counts, and then this is its horizon.
      part.machine.advance(to: last)
    }
    evaluated += events.count
    let first = part.values.lowerBound
    let range = part.machine.trackedRange ?? values[first]...values[first]
    let past = values[part.values].firstIndex { $0 > range.upperBound } ?? part.values.upperBound
    part.values = first..<max(past, first + 1)
    var outcome = nothing
    outcome.add(&part.machine)
    outcome.subtract(before)
    return outcome
  }

  /// Joins neighbours that stand alike.
  private func joined(_ parts: [Group]) -> [Group] {
    var joined: [Group] = []
    for var part in parts {
      part.machine.forgetUnreachable()
      if let last = joined.last, standAlike(last.machine, part.machine) {
        joined[joined.count - 1].values = last.values.lowerBound..<part.values.upperBound
        joined[joined.count - 1].isMerged = true
      } else {
        joined.append(part)
      }
    }
    return joined
  }

  /// Whether two machines will say the same from here on if they are given the same value.
  ///
  /// They are compared with the greatest value: with it windows reach farthest back and cooldowns hold longest.
  private func standAlike(_ a: Machine, _ b: Machine) -> Bool {
    guard let greatest = values.last else { return false }
    var a = a
    var b = b
    a.suppose(param, Value(greatest))
    b.suppose(param, Value(greatest))
    return a.continues(like: b)
  }

  /// Tells what the stretches add up to, for each range of values with which that is the same.
  private func tellSums(_ tell: (Range<Int>, SweepOutcome) -> Void) {
    var sum = nothing
    var first = 0
    for index in values.indices {
      if !steps[index].isEmpty, index > first {
        tell(first..<index, sum)
        first = index
      }
      sum.add(steps[index])
    }
    tell(first..<values.count, sum)
  }
}
