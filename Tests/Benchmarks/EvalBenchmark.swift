/// `pace eval` of take-care with each output, against a bare scan of the same table.
enum EvalBenchmark {
  static func run(rows: Int) throws {
    let unique = try BenchmarkLog.nights(rows: rows)
    let plain = try BenchmarkLog.plain(unique)
    try forms(plain, "", targets: [2.2, 2.9, 3.3, 4.0])
    try forms(unique, ", unique index", targets: [1.9, nil, nil, nil])
    let unordered = try BenchmarkLog.plain(unique, isOrdered: false)
    try line("summary, rows in no order", unordered, atMost: 3.2)
    try line("jsonl, rows in no order", unordered, "jsonl")
    for format in ["summary", "jsonl"] {
      let words = ["eval", "take-care", "--db", plain, "--format", format, "--threads"]
      let found = try Comparison {
        try ReleasedCommand.run(words + ["2"])
      } to: {
        try ReleasedCommand.run(words + ["1"])
      }
      Report.ratio("\(format), two threads, against one", found, atMost: 0.65, byClock: true)
    }
    let long = try BenchmarkLog.plain(try BenchmarkLog.long(rows: rows, ofSubject: rows))
    try line("summary, one long subject", long, memory: 100)
    try line("jsonl, one long subject", long, "jsonl", memory: 100)
  }

  /// A log ten times as long, by itself and against the shorter one.
  static func runLarge() throws {
    for isUnique in [false, true] {
      let logs = try [1_000_000, 10_000_000].map { rows in
        let log = try BenchmarkLog.nights(rows: rows)
        return isUnique ? log : try BenchmarkLog.plain(log)
      }
      let index = isUnique ? ", unique index" : ""
      try line("summary of 10,000,000 rows\(index)", logs[1], atMost: isUnique ? 1.9 : 2.2)
      func evaluate(_ log: String) throws -> Usage {
        try ReleasedCommand.run(words(log))
      }
      let found = try Comparison {
        try evaluate(logs[1])
      } to: {
        try evaluate(logs[0])
      }
      Report.ratio("  against 1,000,000 rows\(index)", found, atMost: 11)
      let small = try evaluate(logs[0]).megabytes
      // Without a unique index, a hash of each id may be kept.
      let more = isUnique ? 8 : 8 + 16 * 9_000_000 / 1_048_576.0
      Report.line("  memory\(index)", "", "", "", "", Report.megabytes(found.megabytes, atMost: small + more))
    }
    try ExplainBenchmark.run(rows: 10_000_000)
  }

  private static func forms(_ log: String, _ name: String, targets: [Double?]) throws {
    let forms = ["summary", "summary --levels", "jsonl", "jsonl --levels"]
    for (form, target) in zip(forms, targets) { try line(form + name, log, form, atMost: target) }
  }

  private static func words(_ log: String, _ form: String = "summary") -> [String] {
    ["eval", "take-care", "--db", log, "--threads", "1", "--format"]
      + form.split(separator: " ").map(String.init)
  }

  private static func line(
    _ name: String, _ log: String, _ form: String = "summary", atMost target: Double? = nil,
    memory: Double? = nil
  ) throws {
    let found = try Comparison {
      try ReleasedCommand.run(words(log, form))
    } to: {
      try BareScan.usage(log)
    }
    Report.ratio(name, found, atMost: target, memory: memory)
  }
}
