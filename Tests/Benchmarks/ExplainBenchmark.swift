/// `pace explain --at` for one subject of ten thousand rows in a large, indexed log.
enum ExplainBenchmark {
  private static let rowsOfSubject = 10_000
  private static let runs = 40

  static func run() throws { try run(rows: 1_000_000) }

  static func run(rows: Int) throws {
    let log = try BenchmarkLog.long(rows: rows, ofSubject: rowsOfSubject)
    let subject = BenchmarkLog.name(ofSubject: rows / rowsOfSubject / 2)
    let words = ["explain", "take-care", "--db", log, "--subject", subject, "--at", "2027-01-15T12:00"]
    let times = try (0..<runs).map { _ in try ReleasedCommand.run(words).seconds * 1000 }.sorted()
    Report.time(
      "pace explain --at, \(rows) rows, 95 of 100", milliseconds: times[runs * 95 / 100 - 1],
      atMost: rows == 10_000_000 ? 60 : nil, remark: "median \(Report.number(median(times))) ms")
  }
}
