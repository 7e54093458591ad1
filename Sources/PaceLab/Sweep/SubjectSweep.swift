import PaceEngine
import PaceLanguage

/// Runs subject after subject with every value of one parameter, one segment of rows at a time.
///
/// One run stands for all values that decide everything alike. Over a long log hardly two values do, but over a
/// few rows most do. Later their machines are mostly equivalent again: a cooldown is over, a window has moved
/// on. So values part where they decide differently, and join once their machines are equivalent.
struct SubjectSweep {
  /// A machine that can be handed on without moving its memory.
  private struct Boxed {
    private var contents: [Machine]

    init(_ machine: Machine) { contents = [machine] }

    var machine: Machine {
      _read { yield contents[0] }
      _modify { yield &contents[0] }
    }
  }

  /// Values with equivalent machines, as indices, and one such machine; it has the first of the values.
  private struct Group {
    var values: Range<Int>
    var run: Boxed
    /// Whether some values came from another group: what the machine knows of later instants may not hold for
    /// them.
    var isMerged = false
  }

  /// The most steps in which a segment is evaluated up to where values part.
  private static let mostForkSteps = 8
  /// After this many segments, it is checked whether parting values pays off.
  private static let trials = 4

  let slices: SweepSlices
  private let param: ParamID
  private let values: [Int64]
  /// How many rows make a segment; more if the next ones are of the same instant.
  private let rows: Int
  private var groups: [Group] = []
  private let pattern: Machine
  /// Machines out of use; one that becomes another needs no new memory.
  private var spares: [Boxed] = []
  private let nothing: SweepOutcome
  var notes = RunNotes()
  /// How many rows were evaluated, under all values together.
  var evaluated = 0

  /// - Parameters:
  ///   - options: the same for every value.
  ///   - isWhole: whether nothing is set aside, because all notices are judged together.
  ///   - segmentSize: changes only the time that it takes; nil for one segment.
  init(
    _ axis: SweepAxis, _ plan: Plan, _ options: Machine.Options, isWhole: Bool = false, segmentSize: Int?
  ) {
    slices = SweepSlices(plan, axis.param, hasLevels: options.tellsLevels, isWhole: isWhole)
    var options = options
    options.tracked = [axis.param]
    pattern = Machine(slices.swept, options: options)
    rows = slices.swept.tracks(axis.param) ? segmentSize ?? .max / 2 : .max / 2
    nothing = SweepOutcome(plan.program)
    param = axis.param
    values = axis.values
  }

  /// Runs a subject from its start to its horizon; gives the outcome of each range of values in turn.
  ///
  /// - Parameters:
  ///   - others: the other parameters that are set.
  ///   - each: is given the machine of each part of the values at the end of a segment.
  @discardableResult
  mutating func run(
    _ log: SubjectLog, with others: [(param: ParamID, value: Constant)],
    each: (Range<Int>, inout Machine, inout SweepOutcome) -> Void = { _, _, _ in }
  ) throws(RunawaySubject) -> [(values: Range<Int>, outcome: SweepOutcome)] {
    begin(log, with: others)
    let before = evaluated
    var end = self.end(of: log, from: 0)
    if end == log.events.count { return try runSegment(log, 0..<end, each) }
    var sums = OutcomeSums(nothing, values: values.count)
    var next = 0
    var segments = 0
    while next < log.events.count {
      // If hardly any values decide alike, more segments don't pay, so the rest is run as one.
      if segments >= Self.trials, evaluated - before > next * values.count / 2 { end = log.events.count }
      for (range, outcome) in try runSegment(log, next..<end, each) { sums.add(outcome, to: range) }
      join()
      next = end
      end = self.end(of: log, from: next)
      segments += 1
    }
    return sums.parts
  }

  /// Runs a subject from its start, and finds each value whose notices differ from those of the value before.
  ///
  /// - Parameters:
  ///   - others: the other parameters that are set.
  ///   - most: how many rows are evaluated at most, under all values together.
  mutating func changes(
    in log: SubjectLog, with others: [(param: ParamID, value: Constant)], mostRows most: Int
  ) throws(RunawaySubject) -> ParameterChanges {
    begin(log, with: others)
    var changes = Changes(count: values.count)
    let before = evaluated
    var next = 0
    repeat {
      let end = end(of: log, from: next)
      let runs = groups.reduce(0) { $0 + $1.values.count }
      if evaluated - before + runs * (end - next) > most { break }
      _ = try runSegment(log, next..<end) { part, machine, _ in changes.add(part, machine.told) }
      groups.removeAll { changes.isKnown($0.values) }
      join()
      for index in groups.indices { groups[index].run.machine.forgetRecords() }
      next = groups.isEmpty ? log.events.count : end
    } while next < log.events.count
    return ParameterChanges(values: changes.values, rows: next)
  }

  private mutating func begin(_ log: SubjectLog, with others: [(param: ParamID, value: Constant)]) {
    var run = spare()
    run.machine.set(others.filter { $0.param != param } + [(param, .value(Value(values[0])))])
    log.begin(in: &run.machine)
    groups = [Group(values: values.indices, run: run)]
  }

  private func end(of log: SubjectLog, from first: Int) -> Int {
    guard log.events.count - first > 2 * rows || first > 0 else { return log.events.count }
    var end = min(first + rows, log.events.count)
    while end < log.events.count, end > 0, log.events.instant(of: end) == log.events.instant(of: end - 1) {
      end += 1
    }
    return end
  }

  /// A machine in any state.
  private mutating func spare() -> Boxed { spares.popLast() ?? Boxed(pattern) }

  private mutating func copy(of run: inout Boxed) -> Boxed {
    var copy = spare()
    copy.machine.copy(&run.machine)
    return copy
  }

  /// Evaluates a segment with every value; gives the outcome of each part of the values that decides alike.
  ///
  /// The parts are the next groups, but after the last segment there are none.
  private mutating func runSegment(
    _ log: SubjectLog, _ events: Range<Int>, _ each: (Range<Int>, inout Machine, inout SweepOutcome) -> Void
  ) throws(RunawaySubject) -> [(values: Range<Int>, outcome: SweepOutcome)] {
    var found: [(values: Range<Int>, outcome: SweepOutcome)] = []
    found.reserveCapacity(8)
    var whole: [Group] = []
    swap(&whole, &groups)
    for index in whole.indices {
      let all = whole[index].values
      var before = nothing
      before.add(&whole[index].run.machine)
      // Up to here all values that are still to be run go together; the rows before are not run again.
      var fork = events.lowerBound
      var first = all.lowerBound
      while first < all.upperBound {
        var copy = self.copy(of: &whole[index].run)
        let part = try run(
          log, events, first..<all.upperBound, isOther: whole[index].isMerged || first > all.lowerBound,
          in: &copy.machine, from: &whole[index].run.machine, at: &fork)
        var outcome = nothing
        outcome.add(&copy.machine)
        outcome.subtract(before)
        each(part, &copy.machine, &outcome)
        found.append((part, outcome))
        first = part.upperBound
        if events.upperBound < log.events.count {
          groups.append(Group(values: part, run: copy))
        } else {
          spares.append(copy)
        }
      }
    }
    while let group = whole.popLast() { spares.append(group.run) }
    return found
  }

  /// Evaluates the rest of a segment with the first of some values; gives those among them that decide alike.
  ///
  /// - Parameters:
  ///   - isOther: whether the machine may have another value than the first.
  ///   - start: the machine that this one is a copy of; it is moved on while all of the values decide alike.
  ///   - fork: how far it has been moved: the index of its next event.
  private mutating func run(
    _ log: SubjectLog, _ events: Range<Int>, _ values: Range<Int>, isOther: Bool, in machine: inout Machine,
    from start: inout Machine, at fork: inout Int
  ) throws(RunawaySubject) -> Range<Int> {
    let least = self.values[values.lowerBound]
    let greatest = self.values[values.upperBound - 1]
    machine.trackAnew(
      supposing: isOther ? (param, Value(least)) : nil,
      next: fork < log.events.count ? log.events.instant(of: fork) : Instant(0))
    evaluated += events.upperBound - fork
    let step = max(events.count / Self.mostForkSteps, 1)
    var next = min(fork + step, events.upperBound)
    log.append(fork..<next, to: &machine)
    // Once values have parted, they stay apart.
    while next < events.upperBound, let range = machine.trackedRange(of: param), range.upperBound >= greatest
    {
      fork = next
      start.copy(&machine)
      next = min(fork + step, events.upperBound)
      log.append(fork..<next, to: &machine)
    }
    log.append(next..<events.upperBound, to: &machine)
    if events.upperBound == log.events.count {
      machine.finish()
      notes.add(&machine, of: log)
    } else {
      // No further: this is the horizon if none of the later rows counts.
      machine.advanceToNewest()
      notes.addOverflows(in: machine, of: log)
    }
    try log.check(machine)
    let range = machine.trackedRange(of: param) ?? least...least
    let past = self.values[values].firstIndex { $0 > range.upperBound } ?? values.upperBound
    return values.lowerBound..<max(past, values.lowerBound + 1)
  }

  /// Joins neighbouring groups whose machines are equivalent.
  private mutating func join() {
    var joined: [Group] = []
    groups.reverse()
    while var part = groups.popLast() {
      part.run.machine.forgetUnreachable()
      if let last = joined.last?.values, last.upperBound == part.values.lowerBound,
        standAlike(&joined[joined.count - 1].run, &part.run)
      {
        let first = joined[joined.count - 1].values.lowerBound
        joined[joined.count - 1].values = first..<part.values.upperBound
        joined[joined.count - 1].isMerged = true
        spares.append(part.run)
      } else {
        joined.append(part)
      }
    }
    groups = joined
  }

  /// Whether two machines with the same value would decide the same from here on.
  ///
  /// Both are given the greatest value, with which windows reach farthest back and cooldowns hold longest.
  private mutating func standAlike(_ a: inout Boxed, _ b: inout Boxed) -> Bool {
    guard let greatest = values.last else { return false }
    var a = self.copy(of: &a)
    var b = self.copy(of: &b)
    a.machine.suppose(param, Value(greatest))
    b.machine.suppose(param, Value(greatest))
    defer { spares += [a, b] }
    return a.machine.continues(like: &b.machine)
  }
}
