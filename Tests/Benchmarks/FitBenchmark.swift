import Foundation

/// A fit to up to 300 labels, measured in evaluations of the same log on one thread.
enum FitBenchmark {
  static func run() throws {
    try line("take-care", subjects: 500, preset: "strict", every: 1, atMost: 60)
    try line("hydration", subjects: 12, preset: "normal", every: 20, atMost: 1_000)
  }

  /// - Parameter every: one of so many notices has a label.
  private static func line(
    _ pack: String, subjects: Int, preset: String, every: Int, atMost target: Double
  ) throws {
    let log = try BenchmarkLog.sample(pack, subjects: subjects)
    let notices = try BenchmarkLog.made("\(pack)-\(subjects)-\(preset).jsonl") { path in
      try ReleasedCommand.run(
        "eval", pack, "--db", log, "--preset", preset, "--format", "jsonl", output: path)
    }
    let rows = try labels(notices, every: every)
    let labels = try BenchmarkLog.text("\(pack)-\(subjects)-labels.csv", rows)
    let words = ["--db", log, "--threads", "1", "--format"]
    let found = try Comparison {
      try ReleasedCommand.run(["fit", pack] + words + ["json", "--labels", labels])
    } to: {
      try ReleasedCommand.run(["eval", pack] + words + ["summary"])
    }
    Report.ratio("fit every parameter, \(pack)", found, atMost: target)
  }

  /// At most 300 labels; two of every three notices are wanted.
  private static func labels(_ notices: String, every step: Int) throws -> String {
    struct Notice: Decodable {
      let subject: String
      let at_ms: Int64
      let rule: String
    }
    let lines = try String(contentsOfFile: notices, encoding: .utf8).split(separator: "\n")
    let chosen = stride(from: 0, to: lines.count, by: step).prefix(300)
    return try chosen.enumerated().map { place, index in
      let notice = try JSONDecoder().decode(Notice.self, from: Data(lines[index].utf8))
      let isWanted = place % 3 == 0 ? "no" : "yes"
      return "\(notice.subject),\(notice.at_ms),\(notice.at_ms),\(isWanted),\(notice.rule)\n"
    }.joined()
  }
}
