import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// Reads `--labels FILE`: a CSV of subject, from, to, wanted and perhaps rule, with or without a line of names.
struct LabelsFile: Sendable {
  let path: String
  let labels: SweepLabels
  /// The lines that speak of each subject, in order.
  let lines: [String: [Int]]

  static let columns = ["subject", "from", "to", "wanted", "rule"]

  init(_ path: String, of program: Program, rules: Set<RuleID>?, zone: Zone) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    switch FileSystem.read(path) {
    case .bytes(let read): bytes = read
    case .failure(let reason): throw .data("\(path): \(reason)")
    }
    var labels: [String: [SweepLabel]] = [:]
    var lines: [String: [Int]] = [:]
    let calendar = LocalCalendar(zone: zone)
    for (line, fields) in try Self.rows(of: bytes, path) {
      if line == 1, fields.first == "subject" {
        if fields == Self.columns || fields == Self.columns.dropLast() { continue }
        throw Self.bad(
          path, line,
          "the columns are `\(fields.joined(separator: ","))`; expected subject,from,to,wanted and perhaps rule"
        )
      }
      guard fields.count == 4 || fields.count == 5 else {
        throw Self.bad(
          path, line,
          "it has \(Noun.count(fields.count, "field")); expected subject,from,to,wanted and perhaps rule")
      }
      let from = try Self.instant(fields[1], calendar, path, line)
      let to = try Self.instant(fields[2], calendar, path, line)
      guard from <= to else { throw Self.bad(path, line, "`\(fields[2])` is before `\(fields[1])`") }
      guard let isWanted = Self.wanted(fields[3]) else {
        throw Self.bad(path, line, "`\(fields[3])` is neither yes nor no")
      }
      let rule = try Self.rule(fields.dropFirst(4).first, program, path, line)
      labels[fields[0], default: []].append(SweepLabel(from: from, to: to, isWanted: isWanted, rule: rule))
      lines[fields[0], default: []].append(line)
    }
    self.labels = SweepLabels(labels, rules: rules)
    self.lines = lines
  }

  private static func rows(
    of bytes: [UInt8], _ path: String
  ) throws(Failure) -> [(line: Int, fields: [String])] {
    var rows: [(line: Int, fields: [String])] = []
    do throws(StoreError) {
      var reader = try CSVReader(path) { (buffer) throws(StoreError) in
        buffer += bytes
        return false
      }
      while try reader.next() {
        if let problem = reader.problem { throw StoreError(.data, "\(path):\(reader.line): it \(problem)") }
        rows.append((reader.line, (0..<reader.count).map { reader[$0] }))
      }
    } catch {
      throw .store(error)
    }
    return rows
  }

  private static func instant(
    _ text: String, _ calendar: LocalCalendar, _ path: String, _ line: Int
  ) throws(Failure) -> Instant {
    switch InstantArgument(text, now: Instant(0)) {
    case .absolute(let instant)? where text != "now": return instant
    case .local(let date, let time)?:
      if let found = calendar.instant(date: date, time: time) { return Instant(found) }
      throw bad(path, line, "`\(text)` does not happen in the zone")
    default:
      throw bad(path, line, "`\(text)` is no instant; expected 2026-11-20T21:09, with Z for UTC, or Unix ms")
    }
  }

  private static func wanted(_ text: String) -> Bool? {
    switch text {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  /// The rule that a field names; nil where it is empty.
  private static func rule(
    _ name: String?, _ program: Program, _ path: String, _ line: Int
  ) throws(Failure) -> RuleID? {
    guard let name, !name.isEmpty else { return nil }
    let known = program.rules.map(\.name.text)
    if let index = known.firstIndex(of: name) { return RuleID(index) }
    let nearest = Spelling.nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
    throw bad(path, line, "there is no rule `\(name)`\(nearest)")
  }

  private static func bad(_ path: String, _ line: Int, _ problem: String) -> Failure {
    .data("\(path):\(line): \(problem)")
  }
}
