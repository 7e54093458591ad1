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
  /// Takes counts that were made elsewhere.
  mutating func count(_ firings: [Int]) { self.firings = firings }

  /// Runs a subject and counts what came of it.
  mutating func count(_ log: SubjectLog, in evaluator: inout Evaluator, _ labels: SweepLabels?) {
    for index in firings.indices { firings[index] = 0 }
    var life = OpenTime(start: log.start)
    log.run(in: &evaluator) { end, event in life.noteGap(end, event) }
    for case .fired(let firing) in evaluator.records { firings[firing.rule.index] += 1 }
    if let labels { score = labels.score(of: log.id, evaluator.records) }
    guard evaluator.options.tellsLevels else { return }
    let until = evaluator.options.until
    let last = log.events.last { event in until.map { event.at <= $0 } ?? true }
    var horizon = evaluator.end ?? until ?? last?.at ?? log.start
    if let until, let known = horizon { horizon = min(known, until) }
    life.horizon = horizon
    fillLevels(evaluator.records, life)
  }

  private mutating func fillLevels(_ records: [Record], _ life: OpenTime) {
    for scale in levels.indices {
      for level in levels[scale].indices { levels[scale][level] = 0 }
      guard let start = life.start, let horizon = life.horizon, start < horizon else { continue }
      var level = 0
      var since = start
      for case .level(let change) in records where change.scale.index == scale {
        levels[scale][level] += life.length(from: since, to: change.at)
        level = change.level
        since = change.at
      }
      levels[scale][level] += life.length(from: since, to: horizon)
    }
  }
}

/// When a subject was open: from start to horizon, without the stretches between an end and a revival.
private struct OpenTime {
  var start: Instant?
  var horizon: Instant?
  private var gaps: [(from: Instant, to: Instant)] = []

  init(start: Instant?) { self.start = start }

  /// Notes that an event came after the subject had ended.
  mutating func noteGap(_ end: Instant, _ event: Instant) { gaps.append((end, event)) }

  func length(from: Instant, to: Instant) -> Int64 {
    var length = Self.distance(from, to)
    for gap in gaps { length -= Self.distance(max(from, gap.from), min(to, gap.to)) }
    return max(0, length)
  }

  private static func distance(_ from: Instant, _ to: Instant) -> Int64 {
    let (distance, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    return overflow ? 0 : max(0, distance)
  }
}
