/// Sweeps over a hundred values, measured in evaluations of the same log on one thread.
///
/// Each is also measured in bare scans of 100,000 rows: a faster evaluation must not hide a slower sweep.
enum SweepBenchmark {
  static func run() throws {
    let nights = try BenchmarkLog.plain(try BenchmarkLog.nights(rows: 100_000))
    let bottles = try BenchmarkLog.sample("hydration", subjects: 300)
    let doses = try BenchmarkLog.sample("dose-window", subjects: 4_000)
    let threshold = "fast_pace_units=0.5..10/0.096"
    let window = "rapid_window=1..60 min/36 s"
    let scan = median(try (0..<9).map { _ in try BareScan.usage(nights).processor })
    var sweep = Sweep(pack: "take-care", log: nights, scan: scan)
    try sweep.line("threshold", threshold, atMost: 3, scans: 8)
    try sweep.line("threshold, levels", threshold, hasLevels: true, atMost: 6, scans: 49)
    try sweep.line("window", window, atMost: 4, scans: 11)
    try sweep.line("window, levels", window, hasLevels: true, atMost: 20, scans: 500)
    sweep = Sweep(pack: "hydration", log: bottles, scan: scan)
    try sweep.line("attention_after", "attention_after=1..100 min/1 min", atMost: 30, scans: 110)
    sweep = Sweep(pack: "dose-window", log: doses, scan: scan)
    try sweep.line("closes", "closes=200..299 min/1 min", atMost: 30, scans: 140)
  }
}

private struct Sweep {
  let pack: String
  let log: String
  /// Seconds of one bare scan.
  let scan: Double

  /// `target` limits the cost in evaluations, `limit` in scans.
  func line(
    _ name: String, _ values: String, hasLevels: Bool = false, atMost target: Double, scans limit: Double
  ) throws {
    let words = [pack, "--db", log, "--threads", "1", "--format"]
    var taken: [Double] = []
    let found = try Comparison {
      let usage = try ReleasedCommand.run(
        ["sweep"] + words + ["csv", "--param", values, hasLevels ? "--levels" : "--no-levels"])
      taken.append(usage.processor / scan)
      return usage
    } to: {
      try ReleasedCommand.run(["eval"] + words + ["summary"] + (hasLevels ? ["--levels"] : []))
    }
    let scans = Report.number(median(taken))
    Report.ratio(
      "sweep 100 values, " + name, found, atMost: target,
      remark: ", \(scans) scans of \(Report.number(limit)): \(Report.verdict(median(taken), limit))")
  }
}
