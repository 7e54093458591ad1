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
    /// Up to where time has been counted, and the level at which each scale stands there.
    var countedTo: Instant?
    var levels: [Int]
  }

  /// After so many stretches one looks whether it is worth it.
  private static let trials = 4

  private let param: ParamID
  private let values: [Int64]
  /// How many rows make a stretch, more where the next ones are of the same instant.
  private let rows: Int
  private var groups: [Group]
  /// For each rule, by how much its firings with each value differ from those with the value before.
  private var firings: [[Int]]
  /// For each level of each scale, the same of the milliseconds spent at it.
  private var times: [[[Int64]]]
  /// How many rows were evaluated, with whatever value.
  private(set) var evaluated = 0

  /// - Parameter evaluator: one that has the first value and follows the parameter.
  init(_ axis: SweepAxis, _ evaluator: Evaluator, rows: Int) {
    self.rows = rows
    param = axis.param
    values = axis.values
    let program = evaluator.plan.program
    groups = [
      Group(values: values.indices, evaluator: evaluator, levels: program.scales.map { _ in 0 })
    ]
    let points = values.count + 1
    firings = program.rules.map { _ in Array(repeating: 0, count: points) }
    times = program.scales.map { $0.levels.map { _ in Array(repeating: 0, count: points) } }
  }

  /// Runs the subject from its start to its horizon.
  mutating func run(_ log: SubjectLog) {
    log.begin(in: &groups[0].evaluator)
    groups[0].countedTo = log.start
    var next = 0
    var stretches = 0
    repeat {
      var end = min(next + rows, log.events.count)
      // Where hardly any values go together there is no use in parting them again and again.
      if stretches >= Self.trials, evaluated > next * values.count / 2 { end = log.events.count }
      while end < log.events.count, log.events[end].at == log.events[end - 1].at { end += 1 }
      advance(log, next..<end)
      next = end
      stretches += 1
    } while next < log.events.count
  }

  /// Evaluates a stretch with every value.
  private mutating func advance(_ log: SubjectLog, _ events: Range<Int>) {
    var parted: [Group] = []
    for group in groups {
      var rest = group.values
      while !rest.isEmpty {
        var part = group
        part.values = rest
        part.isMerged = false
        if group.isMerged || rest.lowerBound > group.values.lowerBound {
          part.evaluator.suppose(param, Value(values[rest.lowerBound]))
        }
        part.evaluator.trackAnew()
        run(log, events, &part)
        rest = part.values.upperBound..<rest.upperBound
        parted.append(part)
      }
    }
    groups = events.upperBound == log.events.count ? parted : joined(parted)
  }

  /// Evaluates a stretch with the first value of a part, which is cut down to those that it stands for.
  private mutating func run(_ log: SubjectLog, _ events: Range<Int>, _ part: inout Group) {
    var life = OpenTime(start: part.countedTo)
    var last: Instant?
    for event in log.events[events] {
      let end = part.evaluator.end
      guard case .kept = part.evaluator.append(event) else { continue }
      if let end, event.at > end { life.noteGap(end, event.at) }
      last = event.at
    }
    if events.upperBound == log.events.count {
      part.evaluator.finish()
      life.horizon = log.horizon(in: part.evaluator)
    } else if let last {
      // No further: the subject may have no row after this that counts, and then this is its horizon.
      part.evaluator.advance(to: last)
      life.horizon = last
    }
    evaluated += events.count
    let first = part.values.lowerBound
    let steady = part.evaluator.steadyRange ?? values[first]...values[first]
    let past = values[part.values].firstIndex { $0 > steady.upperBound } ?? part.values.upperBound
    part.values = first..<max(past, first + 1)
    count(life, &part)
    part.evaluator.records.removeAll()
  }

  /// Counts what a stretch brought for all values of a part.
  private mutating func count(_ life: OpenTime, _ part: inout Group) {
    let values = part.values
    for case .fired(let firing) in part.evaluator.records {
      firings[firing.rule.index][values.lowerBound] += 1
      firings[firing.rule.index][values.upperBound] -= 1
    }
    guard part.evaluator.options.tellsLevels, let horizon = life.horizon else { return }
    for scale in part.levels.indices {
      life.eachLevel(of: ScaleID(scale), in: part.evaluator.records, from: &part.levels[scale]) {
        level, time in
        times[scale][level][values.lowerBound] += time
        times[scale][level][values.upperBound] -= time
      }
    }
    part.countedTo = horizon
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

  /// What the subject counts for with the values, for each stretch of them with which that is the same.
  func eachOutcome(_ tell: (_ values: Range<Int>, _ firings: [Int], _ levels: [[Int64]]) -> Void) {
    var counts = firings.map { _ in 0 }
    var lengths = times.map { $0.map { _ in Int64(0) } }
    var first = 0
    for index in values.indices {
      let isSame =
        firings.allSatisfy { $0[index] == 0 } && times.allSatisfy { $0.allSatisfy { $0[index] == 0 } }
      if !isSame, index > first {
        tell(first..<index, counts, lengths)
        first = index
      }
      for rule in counts.indices { counts[rule] += firings[rule][index] }
      for scale in lengths.indices {
        for level in lengths[scale].indices { lengths[scale][level] += times[scale][level][index] }
      }
    }
    tell(first..<values.count, counts, lengths)
  }
}
