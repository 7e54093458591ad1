import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let export = Command(
    "export", arguments: "PACK --db FILE",
    summary: "writes a log as lines that `eval --stdin` and `import` read, or one event's table as CSV",
    options: [
      .database, .exportFormat, .exportedEvent, .subject, .exportedFrom, .exportedTo, .now, .zone, .source,
      .problems,
      .strict, .timeout,
    ],
    examples: [
      "pace export take-care --db friday.db > friday.jsonl",
      "pace export take-care --db friday.db --format csv",
      "pace export my-pack --db app.sqlite --source app | pace import my-pack --db log.db -",
    ],
    run: ExportCommand.run)
}

extension Option {
  static let exportFormat = Option.choice(
    "format", ExportCommand.Format.self, "lines of JSON, or one event's table")
  static let exportedEvent = Option.value("event", "E", "only rows of this event")
  static let exportedFrom = Option.value(
    "from", "T", "only what is at or after this instant or day; a time of day is today's")
  static let exportedTo = Option.value(
    "to", "T", "only what is at or before this instant or day; a time of day is today's")
}

/// Writes everything in a log, whoever keeps it.
struct ExportCommand {
  enum Format: String, CaseIterable {
    case jsonl, csv
  }

  private let program: Program
  private let choices: Choices
  private let event: EventID?
  private let arguments: Arguments
  private let now: Instant
  /// Which instants are written; worked out for `zone`, the present subject's.
  private var span: ClosedRange<Instant>
  private var zone: Zone
  /// For each event, whether its rows share ids, so that an id doesn't identify a row.
  private var sharesIDs: [Bool] = []
  private var madeIDs = MadeIDs()
  private var lines: ExportJSONLines
  /// The table to write instead of lines.
  private var table: ExportCSV?
  private var texts: [String] = []
  /// Whether a subject goes by the log's zone.
  private var usesZone = false
  /// Whether nothing was in the span so far.
  private var isEmpty = true

  private init(_ arguments: Arguments, _ pack: Pack, _ choices: Choices) throws(Failure) {
    program = pack.program
    self.choices = choices
    event = try arguments.place(.exportedEvent, among: program.events.map(\.name.text), "event")
      .map { EventID($0) }
    self.arguments = arguments
    zone = choices.zone
    now = try arguments.present(in: zone)
    span = try arguments.range(in: zone, program.calendar, now: now)
    lines = ExportJSONLines(program)
    switch arguments.choice(.exportFormat, Format.self) {
    case .jsonl:
      let help = "rename the field, or write its table with --format csv"
      let program = program
      try reading { () throws(StoreError) in
        try LineMembers.check(program, "can't be written into a line", help: help)
      }
    case .csv:
      guard let only = event ?? (program.events.count == 1 ? EventID(0) : nil) else {
        let names = program.events.map(\.name.text).joined(separator: ", ")
        throw .usage(.log("CSV is one event's table", help: "choose with --event: \(names)"))
      }
      table = ExportCSV(program, only, isShown: FileDescriptor.standardOutput.isTerminal)
    }
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let names = try PackLocator.named(by: arguments)
    if names.count > 1 { throw .usage(.extraArgument(names[1])) }
    let pack = try Pack.load(names, style: console.errorStyle)
    let choices = try Choices(arguments, pack)
    var command = try ExportCommand(arguments, pack, choices)
    var feed = try LogFeed.open(arguments, pack, choices, keepsDevices: true)
    for index in pack.program.events.indices {
      command.sharesIDs.append(try feed.sharesIDs(of: EventID(index)))
    }
    if command.table != nil { try console.out.write { command.table?.start(&$0) } }
    try command.write(&feed, &console)
    let problems = try feed.problems()
    try console.finish()
    for (event, isShared) in zip(command.program.events, command.sharesIDs) where isShared {
      console.remark(
        "ids of `\(event.name.text)` come more than once, so each is written after a hash of its row's "
          + "\(command.program.subject.isPerDay ? "" : "subject and ")time")
    }
    if command.isEmpty {
      try console.tellSpan(arguments, in: command.zone, pack.program.calendar, now: command.now)
    }
    if !arguments.has(.zone) { command.tellZone(&console) }
    try console.tell(problems, choices)
    return .fine
  }

  private mutating func write(_ feed: inout LogFeed, _ console: inout Console) throws(Failure) {
    var subject = SubjectRecord(attributes: [], zone: choices.zone)
    var row = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try next(&subject, &feed) {
      usesZone = usesZone || subject.zone == choices.zone
      if subject.zone != zone {
        zone = subject.zone
        span = try arguments.range(in: zone, program.calendar, now: now)
      }
      let id = feed.subject
      var isNamed = table != nil || !feed.hasSubjectRow
      func name(_ console: inout Console) throws(Failure) {
        if isNamed { return }
        (isNamed, isEmpty) = (true, false)
        try console.out.write { lines.add(subject: id, subject, texts: texts, to: &$0) }
      }
      if span == .all || subject.startedAt.map(span.contains) ?? false { try name(&console) }
      var ordinal = 0
      while try next(&row, &feed) {
        let rowID = self.id(of: row, feed.id(of: EventOrdinal(ordinal)), subject: id)
        ordinal += 1
        guard event.map({ $0 == row.event }) ?? true, span.contains(row.at) else { continue }
        try name(&console)
        try write(row, rowID, of: id, feed.device, &console)
      }
    }
  }

  /// An id that no other row of the event has.
  private mutating func id(of row: EventRecord, _ own: String, subject: String) -> String {
    guard sharesIDs[row.event.index] || own.isEmpty else { return own }
    return madeIDs.next(own, of: row, subject: program.subject.isPerDay ? "" : subject)
  }

  /// Says which zone the log is kept in, if the rules' answers may differ without it.
  private func tellZone(_ console: inout Console) {
    let name = choices.zone.name
    guard usesZone, name != program.calendar.zone ?? "UTC", program.firstCalendarUse != nil else { return }
    console.remark(
      "the log is kept in \(name), which is not exported: give `--zone \(name)` to the `eval` or `init` that takes it"
    )
  }

  private mutating func write(
    _ row: EventRecord, _ id: String, of subject: String, _ device: String?, _ console: inout Console
  ) throws(Failure) {
    isEmpty = false
    try console.out.write { out in
      if table != nil {
        table?.add(row, id: id, subject: subject, device: device, texts: texts, to: &out)
      } else {
        lines.add(row, id: id, subject: subject, device: device, texts: texts, to: &out)
      }
    }
  }

  private mutating func next(_ record: inout SubjectRecord, _ feed: inout LogFeed) throws(Failure) -> Bool {
    texts.removeAll(keepingCapacity: true)
    return try feed.nextSubject(&record) { text in Self.intern(text, in: &texts) }
  }

  private mutating func next(_ record: inout EventRecord, _ feed: inout LogFeed) throws(Failure) -> Bool {
    try feed.nextEvent(&record) { text in Self.intern(text, in: &texts) }
  }

  /// The value that stands for a text: its place in the list.
  private static func intern(_ text: String, in texts: inout [String]) -> Value {
    texts.append(text)
    return Value(Int64(texts.count - 1))
  }
}
