import Foundation
import PaceOracle
import Testing

/// What `fit` says of random programs, logs and labels, against `eval --set` at every point of the grid.
struct `Fitting random programs` {
  /// `PACE_FITS=200` tries that many, with grids of up to 2,000 points, in some minutes.
  private static let asked = ProcessInfo.processInfo.environment["PACE_FITS"].flatMap { Int($0) }
  /// `PaceFuzz --fits` asks the same of hundreds without a command for each point.
  private static let fits = asked ?? (Pace.isRelease ? 6 : 3)
  private static let mostPoints = asked == nil ? 100 : 2_000

  @Test func `a fit tells the best score and all that ties as eval tells them`() throws {
    var (fits, telling, evaluations) = (0, 0, 0)
    for seed in UInt64(1)... {
      if fits >= Self.fits && telling > fits / 6 || fits == 4 * Self.fits { break }
      guard let trial = try FitByCommand(seed: seed, mostPoints: Self.mostPoints) else { continue }
      let found = try trial.found()
      let scores = try trial.scores()
      let ties = trial.best(of: scores)
      fits += 1
      evaluations += scores.count
      if ties.count < scores.count { telling += 1 }
      #expect(found.isExhaustive)
      #expect(found.ties == ties, "seed \(seed)\n\(trial)")
      #expect(ties.contains(found.set) && scores[found.set] == found.score, "seed \(seed)\n\(trial)")
    }
    #expect(telling > fits / 6)
    if Self.asked != nil {
      print(
        "\(fits) fits, \(telling) with labels that tell points apart, \(evaluations) runs of eval, none differs"
      )
    }
  }
}

/// One program with logs and labels.
private struct FitByCommand: CustomStringConvertible {
  typealias Values = [String: String]
  typealias Notice = (subject: String, at: Int64, rule: String)

  /// What `fit` says.
  struct Told {
    var isExhaustive: Bool
    var set: Values
    var score: Score
    var ties: Set<Values>
  }

  struct Score: Equatable {
    var caught = 0
    var missed = 0
    var falseAlarms = 0
    var count: Int { caught + missed + falseAlarms }
  }

  struct Label {
    var subject: String
    var from: Int64
    var to: Int64
    var isWanted: Bool
    var rule: String?
  }

  private let scratch: Scratch
  private let program: OracleProgram
  private let lines: String
  private var labels: [Label] = []
  private var axes: [String] = []
  private var grid: [(name: String, values: [String])] = []
  /// What a missed and a false notice cost; nil for F1.
  private var cost: (miss: Int, falseAlarm: Int)?

  /// Nil where the seed's program has nothing to fit.
  init?(seed: UInt64, mostPoints: Int) throws {
    let ordered = OrderedCase.random(seed: seed, .stage2, logs: 3)
    if ordered.program.subject.isPerDay { return nil }
    program = ordered.program
    scratch = try Scratch()
    try scratch.write("random.pace", program.source)
    // Some random programs have errors.
    if try Pace.run("presets", scratch.path("random.pace")).status == 2 { return nil }
    lines = ordered.logs.enumerated().flatMap { Self.lines(of: $1, "s\($0)") }.joined(separator: "\n") + "\n"
    var random = SplitMix64(seed &+ 99)
    if random.chance(1, in: 3) { cost = (random.below(4), 1 + random.below(3)) }
    try choose(mostPoints, &random)
    guard !axes.isEmpty else { return nil }
    let hidden = Values(uniqueKeysWithValues: grid.map { ($0.name, random.pick($0.values) ?? "") })
    let rules = program.rules.filter { $0.kind != nil }.map(\.name)
    for notice in try #require(try notices(hidden)) where random.chance(1, in: 2) {
      let (from, to) = (notice.at - Int64(random.below(2)), notice.at + Int64(random.below(3)) * 60_000)
      label(notice.subject, from, to, random.chance(3, in: 4), random.chance(1, in: 2) ? notice.rule : nil)
    }
    for (index, log) in ordered.logs.enumerated() {
      for row in log.rows where random.chance(1, in: 3) {
        let rule = random.chance(1, in: 2) ? random.pick(rules) : nil
        label("s\(index)", row.at, row.at + Int64(random.below(4)) * 90_000, random.chance(1, in: 2), rule)
      }
    }
    if labels.isEmpty { return nil }
  }

  private mutating func label(
    _ subject: String, _ from: Int64, _ to: Int64, _ isWanted: Bool, _ rule: String?
  ) {
    labels.append(Label(subject: subject, from: from, to: to, isWanted: isWanted, rule: rule))
  }

  /// Up to three parameters, most of them such that some notices differ.
  private mutating func choose(_ mostPoints: Int, _ random: inout SplitMix64) throws {
    var points = 1
    for param in program.params.shuffled(using: &random) where axes.count < 3 {
      // Small grids more often than large ones.
      let far = Int64(1 + random.below(12) * random.below(12) / 12)
      let values: [OracleValue]
      switch param.initial {
      case .number(let bits): values = (-far...far).map { .number(bits + $0 * 1_000_000) }
      case .duration(let bits):
        values = (-far...far).map { bits + $0 * 60_000 }.filter { $0 > 0 }.map { .duration($0) }
      default: continue
      }
      let kept = values.filter { value in
        (param.low.map { Self.bits($0) <= Self.bits(value) } ?? true)
          && (param.high.map { Self.bits($0) >= Self.bits(value) } ?? true)
      }
      guard let first = kept.first, let last = kept.last, points * kept.count <= mostPoints else { continue }
      // A number that `limit` rests on is whole, and none below 0.
      guard let low = try notices([param.name: first.source]),
        let high = try notices([param.name: last.source])
      else { continue }
      guard low.map({ "\($0)" }) != high.map({ "\($0)" }) || random.chance(1, in: 8) else { continue }
      points *= kept.count
      grid.append((param.name, kept.map(\.source)))
      axes.append("\(param.name)=\(first.source)..\(last.source)/\(param.type == .number ? "1" : "1 min")")
    }
  }

  private static func bits(_ value: OracleValue) -> Int64 {
    switch value {
    case .number(let bits), .duration(let bits): bits
    default: 0
    }
  }

  // MARK: What pace says

  /// What `fit` finds.
  func found() throws -> Told {
    try scratch.write(
      "labels.csv",
      "subject,from,to,wanted,rule\n"
        + labels.map { label in
          "\(label.subject),\(label.from),\(label.to),\(label.isWanted ? "yes" : "no"),\(label.rule ?? "")\n"
        }.joined())
    var words = ["fit", scratch.path("random.pace"), "--stdin", "--labels", scratch.path("labels.csv")]
    words += ["--format", "json", "--params", grid.map(\.name).joined(separator: ",")]
    words += axes.flatMap { ["--param", $0] }
    if let cost { words += ["--cost", "miss=\(cost.miss),false=\(cost.falseAlarm)"] }
    let result = try Pace.run(words, input: lines)
    #expect(result.status == 0, "\(result.remarks)\(self)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let best = try #require(json["best"] as? [String: Any])
    let score = Score(
      caught: best["caught"] as? Int ?? -1, missed: best["missed"] as? Int ?? -1,
      falseAlarms: best["false"] as? Int ?? -1)
    #expect(abs((best["score"] as? Double ?? -1) - worth(score)) < 0.000_001)
    let ties = try #require(json["ties"] as? [[String: Any]]).compactMap { $0["set"] as? Values }
    return Told(
      isExhaustive: json["exhaustive"] as? Bool == true, set: best["set"] as? Values ?? [:], score: score,
      ties: Set(ties))
  }

  /// How `eval` at every point tells the labels.
  func scores() throws -> [Values: Score] {
    var points: [Values] = [[:]]
    for (name, values) in grid {
      points = points.flatMap { point in values.map { point.merging([name: $0]) { $1 } } }
    }
    return try Dictionary(uniqueKeysWithValues: points.map { ($0, score(of: try #require(try notices($0)))) })
  }

  /// The points that do best.
  func best(of scores: [Values: Score]) -> Set<Values> {
    Set(scores.filter { point in !scores.values.contains { isBetter($0, point.value) } }.keys)
  }

  /// What `eval` says with these values; nil where it refuses them.
  private func notices(_ set: Values) throws -> [Notice]? {
    let words = ["eval", scratch.path("random.pace"), "--stdin", "--format", "jsonl"]
    let result = try Pace.run(words + set.flatMap { ["--set", "\($0)=\($1)"] }, input: lines)
    if result.status == 2 { return nil }
    #expect(result.status == 0, "\(result.remarks)\(self)")
    return try result.output.split(separator: "\n").map { line in
      let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return (
        json["subject"] as? String ?? "", (json["at_ms"] as? NSNumber)?.int64Value ?? 0,
        json["rule"] as? String ?? ""
      )
    }
  }

  // MARK: How labels are told

  private func score(of notices: [Notice]) -> Score {
    var score = Score()
    for label in labels {
      let isHit = notices.contains { notice in
        notice.subject == label.subject && (label.from...label.to).contains(notice.at)
          && (label.rule ?? notice.rule) == notice.rule
      }
      switch (label.isWanted, isHit) {
      case (true, true): score.caught += 1
      case (true, false): score.missed += 1
      case (false, true): score.falseAlarms += 1
      case (false, false): break
      }
    }
    return score
  }

  /// F1, or what it costs.
  private func worth(_ score: Score) -> Double {
    if let cost { return Double(score.missed * cost.miss + score.falseAlarms * cost.falseAlarm) }
    return score.caught == 0 ? 0 : Double(2 * score.caught) / Double(score.caught + score.count)
  }

  private func isBetter(_ one: Score, _ other: Score) -> Bool {
    if cost != nil { return worth(one) < worth(other) }
    // Without division.
    return one.caught * (other.caught + other.count) > other.caught * (one.caught + one.count)
  }

  // MARK: What it is given

  /// The log as `--stdin` takes it, in the time of UTC.
  private static func lines(of log: OracleLog, _ subject: String) -> [String] {
    let name = "\"subject\":\"\(subject)\""
    var head = [name]
    if let at = log.startedAt { head.append("\"started_at\":\(at)") }
    if let at = log.endedAt { head.append("\"ended_at\":\(at)") }
    head.append("\"attributes\":{\(members(log.attributes).joined(separator: ","))}")
    let rows = log.rows.map { row in
      ([name, "\"at_ms\":\(row.at)", "\"event\":\"\(row.event)\""]
        + (row.kind.map { ["\"kind\":\"\($0)\""] } ?? []) + members(row.values)).joined(separator: ",")
    }
    return ([head.joined(separator: ",")] + rows).map { "{\($0)}" }
  }

  private static func members(_ values: [OracleAssignment]) -> [String] {
    values.map { assignment in
      let value =
        switch assignment.value {
        case .number(let bits): OracleText.number(bits)
        case .duration(let bits), .time(let bits): "\(bits)"
        case .bool(let flag): "\(flag)"
        case .text, .date, .weekday, .choice: "\"\(assignment.value.spoken)\""
        }
      return "\"\(assignment.name)\":\(value)"
    }
  }

  var description: String {
    """
    \(program.source)
    \(lines)
    \(labels.map { "\($0)" }.joined(separator: "\n"))
    \(axes.joined(separator: " ")) \(cost.map { "\($0)" } ?? "f1")
    """
  }
}
