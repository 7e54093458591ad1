import Foundation

/// How fast a log is kept: one row into a long log, and many rows at once, against SQLite's own `.import`.
enum KeepingBenchmark {
  private static let shell = "/usr/bin/sqlite3"

  static func run() throws {
    try logOneRow(rows: 1_000_000)
    try importRows(100_000)
  }

  /// Logs a row into a file of many rows, 200 for each subject.
  private static func logOneRow(rows: Int) throws {
    let long = try BenchmarkLog.long(rows: rows, ofSubject: 200)
    let kept = try BenchmarkLog.made("kept-\(rows).db") { path in
      try FileManager.default.copyItem(atPath: long, toPath: path)
      try ReleasedCommand.run("init", "take-care", "--db", path, "--accept")
    }
    // Ten hours after the start of a subject in the middle.
    let now = 1_795_000_000_000 + 100 * 86_400_000 + 36_000_000
    let usages = try (0..<9).map { _ in
      try ReleasedCommand.run(
        "log", "take-care", "water", "--db", kept, "--now", String(now), "--subject",
        BenchmarkLog.name(ofSubject: 100))
    }
    Report.time(
      "log into \(rows) rows", milliseconds: median(usages.map { $0.seconds * 1000 }), atMost: 100,
      remark: "\(Report.number(median(usages.map { $0.processor * 1000 }))) ms by CPU")
  }

  /// Imports the same rows into the same tables, by pace and by SQLite.
  private static func importRows(_ rows: Int) throws {
    guard FileManager.default.isExecutableFile(atPath: shell) else {
      return print("  import: \(shell), which it is measured beside, is not there")
    }
    let nights = try BenchmarkLog.nights(rows: rows)
    let lines = try BenchmarkLog.made("nights-\(rows).jsonl") { path in
      let kept = path + ".db"
      defer { try? FileManager.default.removeItem(atPath: kept) }
      try FileManager.default.copyItem(atPath: nights, toPath: kept)
      try ReleasedCommand.run("init", "take-care", "--db", kept, "--accept")
      try ReleasedCommand.run("export", "take-care", "--db", kept, output: path)
    }
    let empty = try BenchmarkLog.made("empty-log.db") { path in
      try ReleasedCommand.run("init", "take-care", "--db", path, "--accept")
    }
    let full = try BenchmarkLog.made("full-\(rows).db") { path in
      try FileManager.default.copyItem(atPath: empty, toPath: path)
      try ReleasedCommand.run("import", "take-care", "--db", path, lines)
    }
    let tables = try ["session", "drink"].map { table in
      try BenchmarkLog.made("\(table)-\(rows).csv") { path in
        _ = try ReleasedCommand.spawn([shell, "-csv", full, "SELECT * FROM \(table)"], output: path)
      }
    }
    let target = empty + ".filled"
    func refilled(_ work: () throws -> Usage) throws -> Usage {
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: empty, toPath: target)
      return try work()
    }
    let found = try Comparison(
      {
        try refilled { try ReleasedCommand.run("import", "take-care", "--db", target, lines) }
      },
      to: {
        try refilled {
          try ReleasedCommand.spawn([
            shell, target, "PRAGMA synchronous = FULL; BEGIN", ".mode csv", ".import \(tables[0]) session",
            ".import \(tables[1]) drink", "COMMIT",
          ])
        }
      })
    Report.ratio("import \(rows) rows, 1.0 is SQLite's .import", found, atMost: 4)
  }
}
