import PaceEngine
import PaceLanguage

/// What one run of one subject counts for.
public struct SweepOutcome: Sendable {
  /// How often each rule fired.
  public fileprivate(set) var firings: [Int]
  /// For each scale, the milliseconds spent at each level.
  public fileprivate(set) var levels: [[Int64]]
  public fileprivate(set) var score = SweepScore()

  /// All notices.
  public var notices: Int { firings.reduce(0, +) }

  init(_ program: Program) {
    firings = program.rules.map { _ in 0 }
    levels = program.scales.map { $0.levels.map { _ in 0 } }
  }
}

extension SweepOutcome {
  /// Takes counts and times that were added up elsewhere.
  mutating func count(_ firings: [Int], _ levels: [[Int64]]) {
    self.firings = firings
    self.levels = levels
  }

  /// Runs a subject and counts what came of it.
  mutating func count(_ log: SubjectLog, in evaluator: inout Evaluator, _ labels: SweepLabels?) {
    for index in firings.indices { firings[index] = 0 }
    var life = OpenTime(start: log.start)
    log.run(in: &evaluator) { end, event in life.noteGap(end, event) }
    for case .fired(let firing) in evaluator.records { firings[firing.rule.index] += 1 }
    if let labels { score = labels.score(of: log.id, evaluator.records) }
    guard evaluator.options.tellsLevels else { return }
    life.horizon = log.horizon(in: evaluator)
    for scale in levels.indices {
      for level in levels[scale].indices { levels[scale][level] = 0 }
      var standing = 0
      life.eachLevel(of: ScaleID(scale), in: evaluator.records, from: &standing) { level, time in
        levels[scale][level] += time
      }
    }
  }
}

extension SubjectLog {
  /// Up to where an evaluator that has finished looked.
  func horizon(in evaluator: Evaluator) -> Instant? {
    let until = evaluator.options.until
    let last = events.last { event in until.map { event.at <= $0 } ?? true }
    let horizon = evaluator.end ?? until ?? last?.at ?? start
    guard let until, let horizon else { return horizon }
    return min(horizon, until)
  }
}

/// When a subject was open: from start to horizon, without the stretches between an end and a revival.
struct OpenTime {
  var start: Instant?
  var horizon: Instant?
  private var gaps: [(from: Instant, to: Instant)] = []

  init(start: Instant?) { self.start = start }

  /// Notes that an event came after the subject had ended.
  mutating func noteGap(_ end: Instant, _ event: Instant) { gaps.append((end, event)) }

  /// Tells for how long a scale stood at which level, and leaves in `level` where it stands in the end.
  func eachLevel(
    of scale: ScaleID, in records: [Record], from level: inout Int, _ tell: (Int, Int64) -> Void
  ) {
    guard let start, let horizon else { return }
    var since = start
    for case .level(let change) in records where change.scale == scale {
      if start < horizon { tell(level, length(from: since, to: change.at)) }
      level = change.level
      since = change.at
    }
    if start < horizon { tell(level, length(from: since, to: horizon)) }
  }

  private func length(from: Instant, to: Instant) -> Int64 {
    var length = Self.distance(from, to)
    for gap in gaps { length -= Self.distance(max(from, gap.from), min(to, gap.to)) }
    return max(0, length)
  }

  private static func distance(_ from: Instant, _ to: Instant) -> Int64 {
    let (distance, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    return overflow ? 0 : max(0, distance)
  }
}
