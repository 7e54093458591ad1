import Foundation
import PaceEngine
import PaceLanguage
import PaceStore

/// The logs and programs of `CostBenchmark`.
enum CostInputs {
  private static let start: Int64 = 1_795_000_000_000

  /// One subject of a pack with a row in every stretch of `seconds`.
  static func subject(of pack: String, rows: Int, every seconds: Int) throws -> String {
    try BenchmarkLog.made("one-\(pack)-\(rows).db") { path in
      let program = try BenchmarkLog.program(pack)
      let writer = try LogWriter(to: path, program: program)
      try writer.add(subject: "one", startedAt: Instant(start))
      var sequence = FixedSequence()
      for row in 0..<rows {
        let at = start + Int64(row * seconds + sequence.next(seconds)) * 1000
        try writer.add(event: EventID(0), id: "r\(row)", subject: "one", at: Instant(at), kind: nil)
      }
      try writer.commit()
    }
  }

  /// A log of take-care with two of every three notices that the rules give.
  static func audited(_ log: String) throws -> String {
    try BenchmarkLog.made("audited-" + URL(fileURLWithPath: log).lastPathComponent) { copy in
      let notices = try BenchmarkLog.text("notices.csv", "")
      try ReleasedCommand.run("eval", "take-care", "--db", log, "--format", "csv", output: notices)
      try FileManager.default.copyItem(atPath: log, toPath: copy)
      var sql = "CREATE TABLE notice(id TEXT PRIMARY KEY, session TEXT, at INTEGER, rule TEXT); BEGIN;\n"
      let rows = try String(contentsOfFile: notices, encoding: .utf8).split(separator: "\n").dropFirst()
      for (index, row) in rows.enumerated() where index % 3 > 0 {
        let fields = row.split(separator: ",", maxSplits: 4)
        sql += "INSERT INTO notice VALUES ('n\(index)', '\(fields[0])', \(fields[2]), '\(fields[3])');\n"
      }
      try Connection.writing(copy).execute(sql + "COMMIT;")
    }
  }

  /// An activity due on Mondays with one entry twenty years ago and one now.
  static func idleActivity() throws -> String {
    try BenchmarkLog.made("idle.db") { path in
      _ = try LogWriter(to: path, program: BenchmarkLog.program("activities")).commit()
      try Connection.writing(path).execute(
        """
        INSERT INTO activity(id, schedule) VALUES ('idle', 'weekly mon');
        INSERT INTO entry(id, activity, at) VALUES ('a', 'idle', \(start - 20 * 365 * 86_400_000)),
          ('b', 'idle', \(start));
        """)
    }
  }

  /// Rules that each raise a scale; of some claims about them there is neither a proof nor a counterexample.
  static func openRules(_ count: Int) throws -> String {
    var text = """
      subject session {}
      event reading of session { amount: number in 0 .. 5 }
      event rest of session {}
      param most: number in 0 .. 10 step 1
      param window: duration in 1 min .. 60 min step 1 min
      preset calm { most = 3, window = 10 min }
      preset keen { most = 2, window = 20 min }
      order calm < keen
      stream large = reading where amount >= most

      """
    let conditions = [
      "count(large, last 3 events) >= most", "streak(days where count(reading, today) >= most) >= 3",
      "count(reading, last window) >= most for window", "since(reading) >= window",
      "max(reading.amount, last window) > most", "count(large) % 3 == 1",
    ]
    for index in 0..<count {
      text += """
        scale scale_\(index) = off < on
        rule rule_\(index) { when \(conditions[index % 6]), raise scale_\(index) to on }

        """
    }
    return try BenchmarkLog.text("open-\(count).pace", text)
  }

  /// Two rules with a tick every two minutes, and a scenario in which neither fires.
  static func ticks() throws -> String {
    try BenchmarkLog.text(
      "ticks.pace",
      """
      subject session { is_on: bool, from_: time = 09:00, plan: schedule = "weekly mon wed" }
      event reading of session { amount: number in 0 .. 5 }
      param step: duration in 1 min .. 600 min step 1 min
      preset normal { step = 2 min }
      rule planned {
        every step from from_ to 20:00
        when count(reading, last 5 min) < 2 or due(plan)
        emit word "So."
      }
      rule switched {
        every step from from_ to 20:00
        when is_on
        emit note "So."
        limit 2
      }
      policy note { limit 3 today }
      scenario "nothing" {
        start 2026-11-20 20:20
        until 2026-11-20 22:33
        expect nothing
      }
      """)
  }

  static func rules(_ count: Int, scenarios: Int = 0) throws -> String {
    var text = CompileBenchmark.rules(count)
    for index in 0..<scenarios {
      text += """
        scenario "case \(index)" {
          start 2026-11-20 08:00
          preset normal
          at 08:00 large
          at 08:00:20 large
          at 08:00:\(40 + index) \(index % 2 == 0 ? "large" : "small")
          expect rule_\(index + 5) exactly 0 times
          expect rule_0 at 08:00:\(40 + index)
        }

        """
    }
    return try BenchmarkLog.text("rules-\(count)-\(scenarios).pace", text)
  }

  static func longScenario(_ rows: Int) throws -> String {
    var text = "include \"\(BenchmarkLog.repository)/rules/take-care.pace\"\nscenario \"long\" {\n"
    text += "start 2026-11-20 08:00\npreset balanced\n"
    for row in 0..<rows { text += "at +\(row * 7) min \(row % 3 == 0 ? "water" : "beer")\n" }
    return try BenchmarkLog.text("long.test.pace", text + "expect fast_pace\n}\n")
  }

  static func untidy(_ lines: Int) throws -> String {
    let text = CompileBenchmark.rules(lines / 3).replacingOccurrences(of: "  when", with: "     when")
      .replacingOccurrences(of: "  emit", with: "emit").replacingOccurrences(of: "  on", with: " on")
    return try BenchmarkLog.text("untidy.pace", text)
  }

  static func allowances(_ lines: Int) throws -> String {
    var text = "subject s {}\nevent e of s {}\n"
    for _ in 0..<lines { text += "# allow unused-param\n" }
    text += "param p: number = 1 in 0 .. 9\n"
    return try BenchmarkLog.text("allowances.pace", text + "rule r { on e, emit note \"n\" }\n")
  }

  static func levels(_ count: Int) throws -> String {
    let names = (0..<count).map { "l\($0)" }.joined(separator: " < ")
    return try BenchmarkLog.text(
      "levels.pace",
      "subject s {}\nevent e of s {}\nscale x = \(names)\nrule r { on e, raise x to l\(count - 1), emit note \"n\" }\n"
    )
  }

  static func phrases(_ count: Int, words: Int) throws -> String {
    let phrases = (0..<count).map { "\"never\($0) ever\($0)\"" }.joined(separator: ", ")
    let message = (0..<words).map { "never\($0)" }.joined(separator: " ")
    return try BenchmarkLog.text(
      "phrases.pace",
      "subject s {}\nevent e of s {}\nrule r { on e, emit note \"\(message)\" }\nguard { never say \(phrases) }\n"
    )
  }

  static func jsonLine(_ keys: Int) throws -> String {
    let extra = (0..<keys).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    return try BenchmarkLog.text(
      "keys.jsonl", "{\"subject\":\"s\",\"at_ms\":\(start),\"event\":\"drink\",\(extra)}\n")
  }
}
