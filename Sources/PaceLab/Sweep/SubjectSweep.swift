import PaceEngine
import PaceLanguage

/// Runs subject after subject with every value of one parameter, one segment of rows at a time.
///
/// One run stands for all values that decide everything alike. Over a long log hardly two values do, but over
/// a few rows most do, and later their machines are mostly equivalent again: a cooldown is over, a window has
/// moved on. So values part where they decide differently, and join once their machines are equivalent.
struct SubjectSweep {
  /// Values with equivalent machines, as indices, and one such machine; it has the first of the values.
  private struct Group {
    var values: Range<Int>
    var machine: Machine
    /// Whether some values came from another group: what the machine knows of later instants may not hold for
    /// them.
    var isMerged = false
  }

  /// Up to here all values that are still to be run go together; the rows before are not run again.
  private struct Fork {
    /// The index of the next event.
    var next: Int
    var machine: Machine
  }

  /// How many times in a segment a fork may move on.
  private static let forks = 8
  /// After so many segments it is checked whether parting values pays off.
  private static let trials = 4

  private let param: ParamID
  private let values: [Int64]
  /// How many rows make a segment; more if the next ones are of the same instant.
  private let rows: Int
  private var groups: [Group] = []
  /// Machines out of use; a copy into one of them needs no new memory.
  private var spares: [Machine] = []
  /// For each value, how much its outcome differs from that of the value before.
  private var steps: [SweepOutcome] = []
  private let nothing: SweepOutcome
  /// How many rows were evaluated, with whatever value.
  var evaluated = 0

  init(_ axis: SweepAxis, rows: Int, nothing: SweepOutcome) {
    self.rows = rows
    self.nothing = nothing
    param = axis.param
    values = axis.values
  }

  /// Runs a subject from its start to its horizon; gives the outcome of each range of values in turn.
  ///
  /// - Parameter machine: one that has begun the subject with the first value, and tracks the parameter.
  mutating func run(
    _ log: SubjectLog, in machine: Machine, _ labels: SweepLabels?
  ) throws(RunawaySubject) -> [(values: Range<Int>, outcome: SweepOutcome)] {
    groups = [Group(values: values.indices, machine: machine)]
    let before = evaluated
    var end = self.end(of: log, from: 0)
    if end == log.events.count { return try part(log, 0..<end, labels) }
    steps = Array(repeating: nothing, count: values.count + 1)
    var next = 0
    var segments = 0
    while next < log.events.count {
      // Where hardly any values go together, parting them again and again is no use.
      if segments >= Self.trials, evaluated - before > next * values.count / 2 { end = log.events.count }
      for (range, outcome) in try part(log, next..<end, labels) {
        steps[range.lowerBound].add(outcome)
        steps[range.upperBound].subtract(outcome)
      }
      join()
      next = end
      end = self.end(of: log, from: next)
      segments += 1
    }
    return sums()
  }

  private func end(of log: SubjectLog, from first: Int) -> Int {
    guard log.events.count - first > 2 * rows || first > 0 else { return log.events.count }
    var end = min(first + rows, log.events.count)
    while end < log.events.count, end > 0, log.events.instant(of: end) == log.events.instant(of: end - 1) {
      end += 1
    }
    return end
  }

  /// Evaluates a segment with every value; gives the outcome of each part of the values that decides alike.
  /// The parts are the next groups, but after the last segment there are none.
  private mutating func part(
    _ log: SubjectLog, _ events: Range<Int>, _ labels: SweepLabels?
  ) throws(RunawaySubject) -> [(values: Range<Int>, outcome: SweepOutcome)] {
    var found: [(values: Range<Int>, outcome: SweepOutcome)] = []
    let whole = groups
    groups = []
    for group in whole {
      var fork = Fork(next: events.lowerBound, machine: group.machine)
      var before = nothing
      before.add(&fork.machine)
      var rest = group.values
      while !rest.isEmpty {
        let isOther = group.isMerged || rest.lowerBound > group.values.lowerBound
        var part = Group(values: rest, machine: copy(of: fork.machine))
        let next = fork.next < log.events.count ? log.events.instant(of: fork.next) : Instant(0)
        part.machine.trackAnew(
          supposing: isOther ? (param, Value(values[rest.lowerBound])) : nil, next: next)
        run(log, events, &part, &fork)
        try log.check(part.machine)
        var outcome = nothing
        outcome.add(&part.machine)
        outcome.subtract(before)
        if let labels { outcome.score = labels.score(of: log.id, part.machine.records) }
        found.append((part.values, outcome))
        rest = part.values.upperBound..<rest.upperBound
        if events.upperBound < log.events.count { groups.append(part) } else { spares.append(part.machine) }
      }
      if fork.next > events.lowerBound { spares.append(fork.machine) }
    }
    return found
  }

  private mutating func copy(of machine: Machine) -> Machine {
    guard var copy = spares.popLast() else { return machine }
    copy.become(machine)
    return copy
  }

  /// Evaluates the rest of a segment from a fork on with the first value of a part, and narrows the part to
  /// the values that decide as that one does. The fork moves on as long as all values of the part do.
  private mutating func run(
    _ log: SubjectLog, _ events: Range<Int>, _ part: inout Group, _ fork: inout Fork
  ) {
    let step = max(events.count / Self.forks, 1)
    let greatest = values[part.values.upperBound - 1]
    var last: Instant?
    for index in fork.next..<events.upperBound {
      if index >= fork.next + step, let range = part.machine.trackedRange(of: param),
        range.upperBound >= greatest
      {
        if fork.next > events.lowerBound { spares.append(fork.machine) }
        fork = Fork(next: index, machine: copy(of: part.machine))
      }
      if log.append(index..<index + 1, to: &part.machine) > 0 { last = log.events.instant(of: index) }
      evaluated += 1
    }
    if events.upperBound == log.events.count {
      part.machine.finish()
    } else if let last {
      // No further: this is the horizon if none of the later rows counts.
      part.machine.advance(to: last)
    }
    let first = part.values.lowerBound
    let range = part.machine.trackedRange(of: param) ?? values[first]...values[first]
    let past = values[part.values].firstIndex { $0 > range.upperBound } ?? part.values.upperBound
    part.values = first..<max(past, first + 1)
  }

  /// Joins neighbouring groups whose machines are equivalent.
  private mutating func join() {
    var joined: [Group] = []
    for var part in groups {
      part.machine.forgetUnreachable()
      if let last = joined.last, standAlike(last.machine, part.machine) {
        joined[joined.count - 1].values = last.values.lowerBound..<part.values.upperBound
        joined[joined.count - 1].isMerged = true
        spares.append(part.machine)
      } else {
        joined.append(part)
      }
    }
    groups = joined
  }

  /// Whether two machines with the same value would say the same from here on.
  ///
  /// Both get the greatest value, with which windows reach farthest back and cooldowns hold longest.
  private mutating func standAlike(_ a: Machine, _ b: Machine) -> Bool {
    guard let greatest = values.last else { return false }
    var a = copy(of: a)
    var b = copy(of: b)
    a.suppose(param, Value(greatest))
    b.suppose(param, Value(greatest))
    defer { spares += [a, b] }
    return a.continues(like: &b)
  }

  /// The sum of all segments, for each range of values with the same sum.
  private func sums() -> [(values: Range<Int>, outcome: SweepOutcome)] {
    var sums: [(values: Range<Int>, outcome: SweepOutcome)] = []
    var sum = nothing
    var first = 0
    for index in values.indices {
      if !steps[index].isEmpty, index > first {
        sums.append((first..<index, sum))
        first = index
      }
      sum.add(steps[index])
    }
    sums.append((first..<values.count, sum))
    return sums
  }
}
