import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Option {
  static let kept = Option.value("db", "FILE", "the log, a file that `pace init` made")
  static let keptAt = Option.value("at", "T", "from when on the change holds (now)")
  static let now = Option.value(
    "now", "T", "take this for what the clock says, in the zone of --zone or the file")
  static let keptSubject = Option.value("subject", "ID", "the subject; a prefix of its id will do")
  static let device = Option.value("device", "D", "the device that writes (the file's own)")
  static let keptZone = Option.value("zone", "Z", "the time zone (the file's)")
  static let keptFormat = Option.choice("format", TextOrJSON.self, "how the outcome is written")
  static let dryRun = Option.flag("dry-run", "say what would be done, and leave the file as it is")
  static let keptForce = Option.flag("force", "also at a time more than 5 min after the clock")

  /// What every command that writes to a log takes.
  ///
  /// - Parameter at: what `--at` means to it.
  static func keeping(at meaning: String) -> [Option] {
    [
      .kept, .value(keptAt.name, "T", "\(meaning) (now)"), .now, .keptSubject, .device, .keptZone,
      .keptFormat,
      .dryRun,
    ]
  }
}

/// One command on a log that pace keeps: the pack, the file and the clock.
struct KeepingSession {
  let pack: Pack
  let path: String
  /// The words after the pack.
  let words: [String]
  let isJSON: Bool
  let isDryRun: Bool
  /// Whether the file is only looked at.
  private let isReading: Bool
  private(set) var clock: Instant
  let logZone: LogZone
  let at: Instant?
  let subject: String?
  let isForced: Bool
  /// The instants that clocks show twice, of which the first counts, as they were given.
  private var repeatedTimes: [String]
  /// The file's own zone, if the command names another one.
  private let otherZone: String?
  var keeper: Keeper

  var program: Program { pack.program }
  /// The instant that the command is about: `--at`, else the clock's.
  var instant: Instant { at ?? keeper.clock }

  /// - Parameters:
  ///   - isReading: whether the file is only looked at.
  ///   - coversAll: whether it is for every subject unless one is named, so that `--at` is by the log's clocks and not
  ///     by those of the open subject.
  ///   - pack: the rules, if they are loaded already.
  init(
    _ arguments: Arguments, _ console: Console, isReading: Bool = false, coversAll: Bool = false,
    pack: Pack? = nil
  ) throws(Failure) {
    if let pack { self.pack = pack } else { self.pack = try Self.pack(of: arguments, console) }
    words = Array(arguments.positional.dropFirst())
    let path = try arguments.required(.kept)
    self.path = path
    isJSON = arguments.choice(.keptFormat, TextOrJSON.self) == .json
    isDryRun = arguments.has(.dryRun)
    self.isReading = isReading
    isForced = arguments.has(.keptForce)
    subject = arguments[.keptSubject]
    let program = self.pack.program
    // Ctrl-C has to undo its transactions and close its file first.
    if !isReading { Interruption.hold() }
    let patience = isReading ? try arguments.patience() : nil
    let file = try reading { () throws(StoreError) in
      isReading
        ? try LogFile(reading: path, program: program, patience: patience)
        : try LogFile(opening: path, program: program)
    }
    var zones = ZoneDirectory()
    let kept = file.zone.map { (file.path, $0) }
    logZone = try Choices.zone(arguments[.keptZone], of: kept, self.pack, &zones)
    let zone = logZone.zone
    let named = try arguments.instant(.now, in: zone, now: Clock.now)
    let present = named ?? Clock.now
    clock = present
    keeper = try reading { () throws(StoreError) in
      try Keeper(file, zone: zone, zones: zones, clock: present, device: arguments[.device])
    }
    if named == nil { keeper.clockReading = { Clock.now } }
    keeper.isDryRun = isDryRun
    keeper.namedProblems = try arguments.namedProblems()
    otherZone = arguments[.keptZone].flatMap { named in file.zone.flatMap { $0 == named ? nil : $0 } }
    repeatedTimes = program.subject.zoneAttribute == nil ? try arguments.repeatedTimes(in: zone) : []
    let given = try arguments.instant(.keptAt, now: clock)
    switch given {
    case nil: at = nil
    case .absolute(let instant): at = instant
    case .local, .clock:
      let ownZone = coversAll && subject == nil ? keeper.zone : keeper.zone(ofSubject: subject)
      at = try arguments.instant(.keptAt, in: ownZone, now: clock)
      if let at, given?.isRepeated(at: at, in: LocalCalendar(zone: ownZone)) ?? false {
        note(repeatedTime: "--at \(arguments[.keptAt] ?? "")")
      }
    }
  }

  /// The rules that a command names.
  static func pack(of arguments: Arguments, _ console: Console) throws(Failure) -> Pack {
    guard let name = arguments.positional.first else { throw .usage(.missingPack(PackLocator.names)) }
    return try Pack.load([name], style: console.errorStyle)
  }

  /// - Parameter today: the instant on whose date clock times need no date; nil for the clock's.
  func text(_ zone: Zone, _ console: Console, today: Instant? = nil) -> KeepingText {
    KeepingText(program, zone: zone, today: today ?? clock, now: clock, style: console.style)
  }

  /// Rows' ids, cut to what tells them from each other and from all others of the file.
  func shortIDs(of rows: [KeptRow]) -> ShortIDs {
    let ids = rows.map(\.id)
    // What was done stands in the file, whether or not it can be read again.
    return ShortIDs(ids + ids.flatMap { (try? keeper.neighbours(of: $0)) ?? [] })
  }

  /// The subjects that were open at the instant, unless the command names one.
  var openSubjects: [String] {
    if subject != nil { return [] }
    var keeper = keeper
    return (try? keeper.open(at: instant))?.map { $0.subject } ?? []
  }

  /// A line for each notice that was given, with the time in its subject's zone.
  func lines(
    of notices: [KeptNotice], to told: [(subject: String, told: NotifyOutcome)], _ console: Console
  ) -> [String] {
    let zones = Dictionary(told.map { (ExactText($0.subject), $0.told.zone) }) { first, _ in first }
    if notices.isEmpty { return [] }
    return text(keeper.zone, console).lines(of: notices, open: openSubjects, zones: zones)
  }

  /// Notes a time that clocks show twice; `finish` tells that it counts as the first.
  mutating func note(repeatedTime: String) {
    if !repeatedTimes.contains(repeatedTime) { repeatedTimes.append(repeatedTime) }
  }

  /// Continues with the clock's present instant.
  mutating func renewClock() {
    clock = Clock.now
    keeper.clock = clock
  }

  /// The pack and the file as words of a suggested command, printable.
  var packWord: String { ShellWord.quoted(pack.words[0]).printable }
  var pathWord: String { ShellWord.quoted(path).printable }

  var json: KeepingJSON { KeepingJSON(program, isDryRun: isDryRun) }

  /// Runs `body` on the log; after one that may have written, moves the write-ahead log into the file.
  mutating func run<Result>(_ body: (inout Keeper) throws(KeepingError) -> Result) throws(Failure) -> Result {
    do throws(KeepingError) {
      let result = try body(&keeper)
      if !isReading { keeper.checkpoint() }
      return result
    } catch {
      throw Failure(error, program, at: path, json: isJSON && !isReading ? json : nil) { (subject) in
        var keeper = keeper
        return keeper.zone(ofSubject: subject)
      }
    }
  }

  /// Names what couldn't be read, and remarks that `--dry-run` wrote nothing.
  ///
  /// - Parameter isDone: whether what was asked for stands in the file.
  func finish(_ console: inout Console, isStrict: Bool = false, isDone: Bool = true) throws(Failure) {
    tellOutdated(&console)
    console.tell(repeatedTimes: repeatedTimes)
    if isDryRun, !isJSON { try console.out.line("nothing was written: --dry-run") }
    if isReading {
      try console.finish()
      return try console.tell(keeper.problems, isStrict: isStrict)
    }
    if isDryRun { try console.finish() } else { try console.finish(writing: path, isDone: isDone) }
    console.remark(on: keeper.problems)
    if let otherZone {
      console.remark(
        "days and rules went by the clocks of \(keeper.zone.name) here, and not by those of \(otherZone), the log's own"
      )
    }
    tellUncheckpointed(&console)
  }

  /// Names the settings and the values of kinds that the rules no longer admit.
  private func tellOutdated(_ console: inout Console) {
    let file = keeper.file
    for (attribute, value) in (try? file.settings.outdated(at: instant)) ?? [] {
      let name = attribute.name.text
      console.remark(
        ("setting `\(name)` is `\(value)`, which the rules don't know: its default counts; "
          + "`pace settings \(packWord) \(name)=VALUE --db \(pathWord)` sets another").printable)
    }
    for (kind, field, value) in (try? file.catalogue.outdated()) ?? [] {
      let (kind, name) = (kind.name.text, field.name.text)
      console.remark(
        ("`pace kinds` has `\(value)` for `\(name)` of `\(kind)`, which the rules don't allow: theirs counts; "
          + "`pace kinds \(packWord) \(kind) \(name)=VALUE --db \(pathWord)` sets another").printable)
    }
  }

  /// Says which files are whole only with what stands beside them.
  func tellUncheckpointed(_ console: inout Console) {
    for file in keeper.uncheckpointed {
      console.remark(
        "`\(file.path)-wal` has to stay beside `\(file.path)`: what was written is kept there, and could not be "
          + "moved over (\(file.cause)); the next command tries again")
    }
  }
}

extension Console {
  /// Names the rules whose messages the guard forbids.
  mutating func tell(withheld rules: [RuleID], _ program: Program) {
    for rule in rules { remark(Words.withheld(1, by: program[rule])) }
  }
}

extension InstantArgument {
  /// The instant meant by someone who corrects `other`; nil if clocks never show that time.
  ///
  /// A clock time is of the same date, or of the date before or after if it is less than 8 hours away there. Where
  /// clocks show it twice and `other` lies in one of the two hours, it stays in that one.
  func resolved(in calendar: LocalCalendar, correcting other: Instant) -> Instant? {
    guard case .clock(let time, let offset) = self else { return resolved(in: calendar, latestBy: other) }
    let clocks = offset.map { LocalCalendar(offset: $0) } ?? calendar
    let date = clocks.wallDate(at: other.milliseconds)
    func instant(_ date: Int64) -> Instant? {
      clocks.instant(date: date, time: time, asAt: other.milliseconds).map { Instant($0) }
        .flatMap { isShown(at: $0, in: calendar) ? $0 : nil }
    }
    let besides = [date - 1, date + 1].lazy.compactMap(instant)
    return besides.first { ($0.milliseconds - other.milliseconds).magnitude < 8 * 3_600_000 } ?? instant(date)
  }

  /// Whether clocks show the time meant twice, and `other`, the time to correct, doesn't settle which is meant.
  func isRepeated(at instant: Instant, in calendar: LocalCalendar, correcting other: Instant?) -> Bool {
    if case .clock = self, let other, calendar.isRepeated(at: other.milliseconds) { return false }
    return isRepeated(at: instant, in: calendar)
  }

  /// The instant meant by someone who speaks of what has happened; nil if clocks never show that time.
  ///
  /// A clock time is today's, unless that would be more than half a day ahead: then it is yesterday's.
  func resolved(in calendar: LocalCalendar, latestBy now: Instant) -> Instant? {
    let latest = now.milliseconds + 12 * 3_600_000
    switch self {
    case .absolute(let instant): return instant
    case .local: return resolved(in: calendar, from: now).flatMap { isShown(at: $0, in: calendar) ? $0 : nil }
    case .clock(let time, let offset):
      let clocks = offset.map { LocalCalendar(offset: $0) } ?? calendar
      let today = clocks.wallDate(at: now.milliseconds)
      let found = [today, today - 1].lazy.compactMap { clocks.instant(date: $0, time: time) }
      return found.first { $0 <= latest }.map { Instant($0) }.flatMap {
        isShown(at: $0, in: calendar) ? $0 : nil
      }
    }
  }
}
