import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// Reads `--labels FILE`: a CSV of subject, from, to, wanted and perhaps rule, with or without a line of names.
struct LabelsFile: Sendable {
  let path: String
  let bytes: [UInt8]
  var labels: SweepLabels
  /// The line numbers of each subject's labels, in order.
  let lines: [ExactText: [Int]]
  /// The first line with a time that has no offset, and the first with a date alone.
  private let wallLine: Int?
  private let dayLine: Int?
  /// The lines whose subject, stretch and rule an earlier line has labelled, with the same answer or another.
  private let repeated: [RepeatedLabel]

  /// How many fields the first line has; nil without a line.
  let width: Int?
  /// What stands between its fields.
  let separator: String

  static let columns = ["subject", "from", "to", "wanted", "rule"]

  init(_ path: String, rules: Set<RuleID>?, zone: Zone, _ program: Program) throws(Failure) {
    self.path = path
    let expected = "expected subject,from,to,wanted, and rule where there is a fifth"
    switch FileSystem.read(path) {
    case .bytes(let read): bytes = read
    case .failure(let reason, _): throw .data("\(path): \(reason)")
    }
    var labels: [ExactText: [SweepLabel]] = [:]
    var lines: [ExactText: [Int]] = [:]
    var (wallLine, dayLine): (Int?, Int?)
    var (known, repeated): ([RepeatedLabel.Place: (line: Int, isWanted: Bool)], [RepeatedLabel]) = ([:], [])
    let (rows, separator) = try Self.rows(of: bytes, path)
    for (line, fields) in rows {
      if line == 1, fields.first == "subject" || fields.allSatisfy(Self.columns.contains) {
        if fields.count >= 4, Self.columns.starts(with: fields) { continue }
        throw Self.bad(path, line, "the columns are `\(fields.joined(separator: ","))`; \(expected)")
      }
      guard (4...5).contains(fields.count) else {
        throw Self.bad(path, line, "it has \(Noun.count(fields.count, "field")); \(expected)")
      }
      let ends = LabelEnds(
        from: try Self.bound(fields[1], path, line), to: try Self.bound(fields[2], path, line),
        days: program.calendar)
      if ends.haveWallTime { wallLine = wallLine ?? line }
      if ends.haveDay { dayLine = dayLine ?? line }
      if ends.areMixed, program.subject.zoneAttribute != nil {
        throw Self.bad(
          path, line,
          "one of `\(fields[1])` and `\(fields[2])` has an offset and the other has none: give it to both")
      }
      guard let (from, to) = ends.resolved(in: zone) else {
        throw Self.bad(path, line, "`\(fields[1])` or `\(fields[2])` does not happen in the zone")
      }
      guard from <= to else {
        throw Self.bad(path, line, "`\(fields[2])` is before `\(fields[1])`")
      }
      let placed: @Sendable (Zone) -> (from: Instant, to: Instant) = { ends.resolved(in: $0) ?? (from, to) }
      guard let isWanted = Self.wanted(fields[3]) else {
        throw Self.bad(path, line, "`\(fields[3])` is neither yes nor no")
      }
      let rule = try Self.rule(fields.count > 4 ? fields[4] : "", program, path, line)
      let subject = ExactText(CanonicalID.of(fields[0]))
      labels[subject, default: []].append(
        SweepLabel(
          from: from, to: to, isWanted: isWanted, rule: rule, ends: ends.areWall ? placed : nil))
      lines[ExactText(fields[0]), default: []].append(line)
      let place = RepeatedLabel.Place(subject: subject, from: from, to: to, rule: rule)
      if let first = known[place] {
        repeated.append(RepeatedLabel(line: line, first: first.line, isAlike: first.isWanted == isWanted))
      } else {
        known[place] = (line, isWanted)
      }
    }
    self.labels = SweepLabels(labels, rules: rules, spelling: CanonicalID.of)
    self.lines = lines
    (self.wallLine, self.dayLine) = (wallLine, dayLine)
    self.repeated = repeated
    width = rows.first?.fields.count
    self.separator = separator
  }

  private static func rows(
    of bytes: [UInt8], _ path: String
  ) throws(Failure) -> (rows: [(line: Int, fields: [String])], separator: String) {
    try reading { () throws(StoreError) in
      var rows: [(line: Int, fields: [String])] = []
      var reader = try CSVReader(path) { (buffer) throws(StoreError) in
        buffer += bytes
        return false
      }
      while try reader.next() {
        if let problem = reader.problem { throw StoreError(.data, "\(path):\(reader.line): it \(problem)") }
        rows.append((reader.line, (0..<reader.count).map { reader[$0] }))
      }
      return (rows, String(Unicode.Scalar(reader.separator)))
    }
  }

  /// An end of a label.
  private static func bound(_ text: String, _ path: String, _ line: Int) throws(Failure) -> InstantArgument {
    // A file must mean the same whenever it is read.
    let isByClock = text == "now" || text.hasSuffix(" ago")
    switch InstantArgument(text, now: Instant(0)) {
    case .absolute(let instant)? where !isByClock: return .absolute(instant)
    case .local(let date, let time)?: return .local(date: date, time: time)
    default:
      throw bad(path, line, "`\(text)` is no instant; expected 2026-11-20T21:09, with Z for UTC, or Unix ms")
    }
  }

  /// The rule that a label names; nil if it names none.
  private static func rule(
    _ name: String, _ program: Program, _ path: String, _ line: Int
  ) throws(Failure) -> RuleID? {
    if name.isEmpty { return nil }
    let known = program.rules.map(\.name.text)
    guard let index = known.firstIndex(of: name) else {
      let near = Spelling.nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
      throw bad(path, line, "there is no rule `\(name)`\(near)")
    }
    guard program.rules[index].emission != nil else {
      throw bad(path, line, "rule `\(name)` gives no notices")
    }
    return RuleID(index)
  }

  private static func wanted(_ text: String) -> Bool? {
    switch text {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  private static func bad(_ path: String, _ line: Int, _ problem: String) -> Failure {
    .data("\(path):\(line): \(problem)")
  }
}

extension LabelsFile {
  /// The labels that a command judges by, of the rules that it names; refuses a file without any.
  static func judging(
    _ path: String, _ arguments: Arguments, _ program: Program, _ choices: Choices, _ console: inout Console
  ) throws(Failure) -> LabelsFile {
    let names = arguments.all(.judged)
    let known = program.rules.map(\.name.text)
    var rules: Set<RuleID> = []
    for name in names { rules.insert(RuleID(try UsageError.place(of: name, among: known, "rule"))) }
    let file = try LabelsFile(path, rules: names.isEmpty ? nil : rules, zone: choices.zone, program)
    if file.labels.wanted + file.labels.unwanted == 0 {
      throw .data("\(path) has no labels\(names.isEmpty ? "" : " of the rules of --rule")")
    }
    file.tellZone(choices, program, &console)
    file.tellRepeated(&console)
    file.tellLate(choices, &console)
    return file
  }

  /// The remark on a file in which no label says `no`.
  static let noneUnwanted = "no label says no, so no notice can be found false"

  /// Says that no subject that was read has a label, and what follows from that.
  func noneRead(noun: String, so consequence: String) -> String {
    "no label of \(path) is of \(Noun.one(noun)) that was read, so \(consequence)"
  }

  /// The most subjects that are named of those that the log lacks.
  private static let shown = 5

  /// Says by which clocks times without an offset are read, unless `--zone` or the pack settles it for every subject.
  ///
  /// A date alone is a day by the clocks of its subject, which leaves a doubt only where no zone is named.
  private func tellZone(_ choices: Choices, _ program: Program, _ console: inout Console) {
    let settled = "`Z` or `+02:00` behind each time settles it"
    let wall = wallLine.map { "\(path):\($0): a time without an offset, read as wall time in" }
    if program.subject.zoneAttribute != nil {
      if let wall { console.remark("\(wall) the zone of its \(program.noun); \(settled)") }
    } else if !choices.logZone.isNamed {
      let other = "\(choices.zone.name); `--zone` names another zone"
      if let wall { return console.remark("\(wall) \(other), and \(settled)") }
      if let dayLine { console.remark("\(path):\(dayLine): a date alone, read as a day in \(other)") }
    }
  }

  /// Says which labels are there twice, or contradict others.
  private func tellRepeated(_ console: inout Console) {
    for label in repeated.prefix(Self.shown) {
      console.remark(
        label.isAlike
          ? "\(path):\(label.line): the same label as in line \(label.first); both count"
          : "\(path):\(label.line): line \(label.first) says the opposite of the same stretch; both count")
    }
    let more = repeated.count - Self.shown
    if more > 0 {
      console.remark("\(path): \(Noun.count(more, "more label")) that an earlier line repeats or denies")
    }
  }

  /// Says how many labels begin after `--until`, unless that is a time of each subject's own day.
  private func tellLate(_ choices: Choices, _ console: inout Console) {
    guard let argument = choices.until else { return }
    if case .clock = argument { return }
    let calendar = LocalCalendar(zone: choices.zone)
    guard let until = argument.resolved(in: calendar, from: Instant(0)) else { return }
    let subjects = Set(lines.keys.map { ExactText(CanonicalID.of($0.text)) })
    let late = subjects.reduce(0) { count, subject in
      count + labels.labels(of: subject.text).count { $0.from > until }
    }
    if late == 0 { return }
    let begin = late == 1 ? "begins" : "begin"
    console.remark(
      "\(Noun.count(late, "label")) of \(path) \(begin) after --until, where no value gives a notice")
  }

  /// Says which labels are of subjects that the log lacks; `noun` is what the program calls a subject.
  func tellUnseen(besides seen: Set<ExactText>, noun: String, _ console: inout Console) {
    func canonical(_ id: ExactText) -> ExactText { ExactText(CanonicalID.of(id.text)) }
    let seen = Set(seen.map(canonical))
    let unseen = lines.filter { !seen.contains(canonical($0.key)) }
      .sorted { $0.value[0] < $1.value[0] }
    if unseen.isEmpty { return }
    for (subject, lines) in unseen.prefix(Self.shown) {
      console.remark("\(path):\(lines[0]): the log has no \(noun) `\(subject.text)`")
    }
    let ignored = unseen.reduce(0) { $0 + $1.value.count }
    let all = lines.values.reduce(0) { $0 + $1.count }
    console.remark(
      "\(ignored) of \(Noun.count(all, "label")) not judged: \(Noun.count(unseen.count, noun)) unknown")
  }
}

/// A label of a stretch that an earlier line has labelled.
private struct RepeatedLabel {
  let line: Int
  /// The earlier line.
  let first: Int
  /// Whether both give the same answer.
  let isAlike: Bool

  /// What a label is about.
  struct Place: Hashable {
    let subject: ExactText
    let from: Instant
    let to: Instant
    let rule: RuleID?
  }
}

/// The ends of a label as they are written: by the clocks of a zone, unless they have an offset.
private struct LabelEnds {
  let from: InstantArgument
  let to: InstantArgument
  let days: CalendarRules

  /// Whether either end depends on clocks.
  var areWall: Bool { from.isLocal || to.isLocal }
  /// Whether either end is a date alone, or a time of a day by clocks.
  var haveDay: Bool { from.isDay || to.isDay }
  var haveWallTime: Bool { [from, to].contains { $0.isLocal && !$0.isDay } }
  var areMixed: Bool { from.isLocal != to.isLocal }

  /// The first and the last instant, by the clocks of a zone; nil if these never show them.
  func resolved(in zone: Zone) -> (from: Instant, to: Instant)? {
    let calendar = days.calendar(in: zone)
    guard let first = from.resolved(in: calendar, from: Instant(0), isEnd: false),
      let last = to.resolved(in: calendar, from: Instant(0), isEnd: true)
    else { return nil }
    return (first, last)
  }
}
