import Foundation
import PaceOracle
import PaceStore
import Testing

/// Thousands of nights, hundreds for a debug build, in a layout of someone else's choosing, against the independent evaluator of the tests.
struct ForeignNightTests {
  private static let nights = Pace.isRelease ? 800 : 400
  /// The oracle is slow, so that it works out one night of eight unless `PACE_ALL_NIGHTS` is 1.
  private static let step = ProcessInfo.processInfo.environment["PACE_ALL_NIGHTS"] == "1" ? 1 : 8

  @Test func `a log in a foreign layout gives what the oracle says, notice for notice and level for level`()
    throws
  {
    let scratch = try Scratch()
    let pack = try scratch.write("foreign.pace", Self.source).path
    let path = scratch.path("foreign.db")
    let logs = (0..<Self.nights).map { seed in
      var log = OracleLog.night(seed: UInt64(seed))
      log.until = nil
      return log
    }
    try Night.execute(Self.sql(logs), in: path)
    let result = try Pace.run("eval", pack, "--db", path, "--format", "jsonl", "--levels")
    #expect(result.status == 0)
    #expect(!result.remarks.contains("skipped"), "\(result.remarks.prefix(500))")
    let found = try Self.lines(of: result.output)
    var differences = 0
    for seed in stride(from: 0, to: logs.count, by: Self.step) {
      let log = logs[seed]
      let expected = OracleProgram.takeCare.evaluate(log)
      let wanted =
        expected.firings.map { "\($0.at) \($0.rule): \($0.message)" }
        + expected.levels.map { "\($0.at) \($0.scale) \($0.level)" }
      if wanted.sorted() == found[Self.subject(seed)]?.sorted() ?? [] { continue }
      differences += 1
      let got = (found[Self.subject(seed)] ?? []).joined(separator: "\n")
      if differences < 4 {
        Issue.record("night \(seed) gives\n\(got)\ninstead of\n\(wanted.joined(separator: "\n"))")
      }
    }
    #expect(differences == 0)
    #expect(found.values.reduce(0) { $0 + $1.count } > Self.nights)
  }

  /// What was printed, by subject.
  private static func lines(of output: String) throws -> [String: [String]] {
    var lines: [String: [String]] = [:]
    for line in output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      let (subject, at) = (value["subject"] as? String ?? "", (value["at_ms"] as? NSNumber)?.int64Value ?? 0)
      let text: String
      if let scale = value["scale"] as? String {
        text = "\(at) \(scale) \(value["level"] as? String ?? "")"
      } else {
        text = "\(at) \(value["rule"] as? String ?? ""): \(value["message"] as? String ?? "")"
      }
      lines[subject, default: []].append(text)
    }
    return lines
  }

  // MARK: The layout

  private static func subject(_ seed: Int) -> String { String(seed * 7 + 3) }

  /// Rows of one instant are told apart by their ids, whose order is that of their texts.
  private static let source = """
    include "\(Pace.repository.path)/rules/take-care.pace"

    source tavern {
      session from "The Evenings" {
        id = "Evening No.", started_at = opened as julian_day, ended_at = closed as apple_seconds
        sensitivity = mode as { "1" = relaxed, "2" = balanced, "3" = strict }
        notices = mute as { "1" = no, "0" = yes }, hydration_cadence = "every", auto_end = hours as hours
      }
      drink from ledger where what == "P" {
        id = line, session = evening, at = t as apple_seconds, units = amount
        kind = glass as { "10" = shot, "11" = beer, "13" = cocktail }
      }
      drink from wine_list {
        id = label, session = "who drank", at = poured as iso8601, units = amount, kind = wine
      }
      drink from ledger where what == "W" {
        id = line, session = evening, at = t as apple_seconds, units = amount, kind = water
      }
      drink from unnamed { id = k, session = e, at = unix as unix_seconds, units = u }
    }
    """

  private static func sql(_ logs: [OracleLog]) -> String {
    var rows: [String] = []
    var random = SplitMix64(1)
    for (seed, log) in logs.enumerated() {
      let id = subject(seed)
      var evening = [id, "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]
      if let start = log.startedAt { evening[1] = "\(Double(start + 210_866_760_000_000) / 86_400_000)" }
      if let end = log.endedAt { evening[2] = apple(end) }
      for attribute in log.attributes {
        switch (attribute.name, attribute.value) {
        case ("sensitivity", .choice(_, let index)): evening[3] = "\(index + 1)"
        case ("notices", .bool(let isOn)): evening[4] = isOn ? "0" : "1"
        case ("hydration_cadence", .number(let bits)): evening[5] = "\(bits / 1_000_000)"
        case ("auto_end", .duration(let bits)): evening[6] = decimal(bits, 3_600_000)
        default: Issue.record("an attribute that the layout doesn't have: \(attribute.name)")
        }
      }
      rows.append("INSERT INTO \"The Evenings\" VALUES (\(evening.joined(separator: ", ")));")
      for (index, row) in log.rows.enumerated() { rows.append(insert(row, index, of: id)) }
    }
    for index in rows.indices.reversed() { rows.swapAt(index, random.below(index + 1)) }
    return """
      CREATE TABLE "The Evenings"("Evening No." INTEGER, opened REAL, closed REAL, mode INT, mute INT, "every" INT,
        hours REAL);
      CREATE TABLE ledger(what TEXT, line TEXT, evening INTEGER, t REAL, glass, amount REAL);
      CREATE TABLE wine_list(label TEXT, "who drank" TEXT, poured TEXT, amount REAL);
      CREATE TABLE unnamed(k TEXT, e INTEGER, unix NUMERIC, u REAL);
      CREATE INDEX by_time ON ledger(t);
      INSERT INTO ledger VALUES ('broken', 'x', 3, 'never', 10, 1);
      BEGIN;
      \(rows.joined(separator: "\n"))
      COMMIT;
      """
  }

  private static func insert(_ row: OracleRow, _ index: Int, of evening: String) -> String {
    let line = "'\(index < 10 ? "0" : "")\(index)'"
    var units = "NULL"
    if case .number(let bits)? = row.values.first?.value { units = decimal(bits, 1_000_000) }
    switch row.kind {
    case "wine": return "INSERT INTO wine_list VALUES (\(line), '\(evening)', '\(iso(row.at))', \(units));"
    case "water":
      return "INSERT INTO ledger VALUES ('W', \(line), \(evening), \(apple(row.at)), NULL, \(units));"
    case .some(let kind):
      let glass = ["shot": 10, "beer": 11, "cocktail": 13][kind] ?? 0
      return "INSERT INTO ledger VALUES ('P', \(line), \(evening), \(apple(row.at)), \(glass), \(units));"
    case .none:
      return "INSERT INTO unnamed VALUES (\(line), \(evening), \(decimal(row.at, 1_000)), \(units));"
    }
  }

  private static func apple(_ instant: Int64) -> String { decimal(instant - 978_307_200_000, 1_000) }

  /// `value / scale`, as long as it is a short decimal.
  private static func decimal(_ value: Int64, _ scale: Int64) -> String { "\(Double(value) / Double(scale))" }

  private static func iso(_ instant: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(instant / 1000))
    let text = date.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
    let milliseconds = String(String(1000 + instant % 1000).dropFirst())
    return text.dropLast() + ".\(milliseconds)Z"
  }
}
