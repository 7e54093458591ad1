import PaceEngine
import PaceLanguage
public import PaceOracle
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps random logs row by row, with calls of `notify` between, and compares the given notices with the oracle's.
///
/// If rows come in the order of time, and settings and rules stay the same, the log's notices are exactly the firings
/// on the whole log. A change of rows withdraws the notices that the oracle, told which notices stand, gives with the
/// old rows and not with the new.
public struct KeepingAgreement {
  /// How many logs were kept.
  public private(set) var logs = 0
  /// How many notices the logs gave.
  public private(set) var notices = 0
  /// How many notices a change of rows withdrew.
  public private(set) var withdrawn = 0
  private let folder: String

  /// `folder` is where the logs' files are made, one after the other.
  public init(folder: String) { self.folder = folder }

  /// What is wrong with the pair of a seed; nil if nothing is, or the pair can't be kept.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions) -> String? {
    var options = options
    options.usesGiven = false
    options.usesDays = false
    var pair = OraclePair.random(seed: seed, options)
    guard let kept = Self.keepable(&pair), let run = try? EngineRun(pair.program) else { return nil }
    let path = "\(folder)/kept-\(seed).db"
    defer {
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }
    do {
      var log = try KeptRun(pair, kept, run, path: path, seed: seed)
      try log.keep()
      logs += 1
      let given = try log.given()
      notices += given.count
      let expected = kept.expected
      if given != expected {
        return Self.text(pair, "given", given, "expected", expected)
      }
      let change = try log.change()
      withdrawn += change.found.count
      if change.found != change.expected {
        return Self.text(pair, "withdrawn by \(change.name)", change.found, "expected", change.expected)
      }
      return nil
    } catch {
      return Self.text(pair, "error", ["\(error)"], "", [])
    }
  }

  private static func text(
    _ pair: OraclePair, _ one: String, _ a: [String], _ other: String, _ b: [String]
  ) -> String {
    ([Agreement.describe(pair), one + ":"] + a.map { "  " + $0 } + [other + ":"] + b.map { "  " + $0 })
      .joined(separator: "\n")
  }

  /// Reduces the log to rows that can be kept one by one: each later than the one before, none debounced.
  ///
  /// Nil if no row is left, the program does not declare what the log names, or the oracle gives up.
  private static func keepable(_ pair: inout OraclePair) -> Kept? {
    pair.log.preset = nil
    pair.log.settings = []
    pair.log.endedAt = nil
    pair.log.lookedAt = nil
    pair.log.until = nil
    pair.log.floor = nil
    guard pair.program.knows(pair.log) else { return nil }
    // A log takes no fraction in an attribute by which a limit counts.
    let isWhole = pair.log.attributes.allSatisfy {
      if case .number(let bits) = $0.value { bits % 1_000_000 == 0 } else { true }
    }
    guard isWhole else { return nil }
    var rows: [OracleRow] = []
    for row in pair.log.rows where row.at > rows.last?.at ?? .min { rows.append(row) }
    pair.log.rows = rows
    rows = pair.program.keptRows(of: pair.log)
    pair.log.rows = rows
    guard let first = rows.first, let last = rows.last else { return nil }
    // The subject starts by hand, before its first row.
    pair.log.startedAt = min(pair.log.startedAt ?? first.at, first.at - 1)
    let until = last.at + 7_200_000
    pair.log.until = until
    let result = pair.program.evaluate(pair.log)
    if result.isCut { return nil }
    return Kept(until: until, expected: result.firings.map { "\($0.at) \($0.rule) \($0.message)" })
  }

  struct Kept {
    var until: Int64
    var expected: [String]
  }
}

/// One log that is kept in a file.
private struct KeptRun {
  private let pair: OraclePair
  private let until: Int64
  private let run: EngineRun
  private let path: String
  private var random: SplitMix64
  private var keeper: Keeper

  init(
    _ pair: OraclePair, _ kept: KeepingAgreement.Kept, _ run: EngineRun, path: String, seed: UInt64
  ) throws {
    self.pair = pair
    self.run = run
    self.path = path
    until = kept.until
    random = SplitMix64(seed)
    var machine = Machine(run.plan)
    let zone = run.subject(pair.log, &machine).zone
    let clock = Instant(pair.log.startedAt ?? 0)
    let file = try LogFile.make(
      path, program: run.program, LogFile.Making(), clock: clock, zone: zone, zones: ZoneDirectory()
    ).file
    keeper = try Keeper(file, zone: zone, zones: ZoneDirectory(), clock: clock)
  }

  /// Starts the subject, logs every row at its own time, and gives what is due up to the end.
  mutating func keep() throws {
    let start = pair.log.startedAt ?? 0
    let attributes = run.program.subject.attributes.map { attribute in
      pair.log.attributes.first { $0.name == attribute.name.text }.map { run.constant(of: $0.value) }
    }
    _ = try keeper.start("s", at: Instant(start), attributes, isBeside: true, isForced: false)
    var now = start
    for (number, row) in pair.log.rows.enumerated() {
      try notify(from: now, to: row.at - 1)
      keeper.clock = Instant(row.at)
      guard case .written = try keeper.log(newRow(row, number)) else { continue }
      now = row.at
    }
    try notify(from: now, to: until - 1)
    keeper.clock = Instant(until)
    _ = try keeper.notify()
  }

  private mutating func notify(from first: Int64, to last: Int64) throws {
    for _ in 0..<random.below(3) where last > first {
      let at = first + 1 + Int64(random.next() % UInt64(last - first))
      keeper.clock = Instant(at)
      _ = try keeper.notify(subject: random.below(2) == 0 ? "s" : nil)
    }
  }

  private func newRow(_ row: OracleRow, _ number: Int) -> NewRow {
    let index = run.program.events.firstIndex { $0.name.text == row.event } ?? 0
    let type = run.program.events[index]
    let kind = type.kinds.firstIndex { $0.name.text == row.kind }.map { KindID($0) }
    let fields = type.fields.map { field in
      row.values.first { $0.name == field.name.text }.map { run.constant(of: $0.value) }
    }
    var new = NewRow(event: EventID(index), kind: kind, fields: fields)
    new.id = "r\(number)"
    new.subject = "s"
    new.at = Instant(row.at)
    return new
  }

  /// The notices in the file: time, rule, message.
  func given() throws -> [String] { try notices().map { "\($0.at) \($0.rule) \($0.message)" } }

  private func notices() throws -> [(at: Int64, rule: String, message: String, id: String)] {
    let connection = try Connection.reading(path)
    let statement = try connection.prepare("SELECT at, rule, message, id FROM notice ORDER BY at")
    var found: [(at: Int64, rule: String, message: String, id: String)] = []
    while try statement.step() {
      found.append(
        (statement.integer(0), statement.text(1) ?? "", statement.text(2) ?? "", statement.text(3) ?? ""))
    }
    let order = Dictionary(
      uniqueKeysWithValues: run.program.rules.enumerated().map { ($1.name.text, $0) })
    return found.enumerated().sorted {
      let (a, b) = ($0.element, $1.element)
      return (a.at, order[a.rule] ?? 0, a.id, $0.offset) < (b.at, order[b.rule] ?? 0, b.id, $1.offset)
    }.map(\.element)
  }

  // MARK: Taking back

  /// Undoes, deletes or moves a row; gives the withdrawn notices, and those that should have been withdrawn.
  mutating func change() throws -> (name: String, found: [String], expected: [String]) {
    let before = try notices()
    var after = pair.log
    let place = random.below(after.rows.count)
    var name = "undo"
    switch random.below(3) {
    case 0:
      after.rows.removeLast()
      _ = try keeper.undo(subject: "s")
    case 1:
      name = "delete of row \(place)"
      after.rows.remove(at: place)
      _ = try keeper.delete(["r\(place)"])
    default:
      let at = newTime(of: place)
      name = "moving row \(place) to \(at)"
      after.rows[place].at = at
      after.rows = after.rows.enumerated().sorted {
        ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
      }.map(\.element)
      _ = try keeper.edit(
        try keeper.target("r\(place)"), [Edit(column: "at", instant: Instant(at))], isForced: true)
    }
    let left = try notices().map(\.id)
    let found = before.filter { !left.contains($0.id) }.map { "\($0.at) \($0.rule) \($0.id)" }
    return (name, found, expectedWithdrawal(before, to: after))
  }

  /// A time near a row's own at which no row stands.
  private mutating func newTime(of place: Int) -> Int64 {
    var at = pair.log.rows[place].at + Int64(random.below(3_600_000)) - 1_800_000
    at = max(at, pair.log.startedAt ?? at)
    while pair.log.rows.contains(where: { $0.at == at }) { at += 1 }
    return at
  }

  /// The withdrawals by the oracle: instant by instant, with the notices before it that still stand.
  private func expectedWithdrawal(
    _ notices: [(at: Int64, rule: String, message: String, id: String)], to after: OracleLog
  ) -> [String] {
    var standing: [OracleGiven] = []
    var withdrawn: [String] = []
    var first = 0
    while first < notices.count {
      let at = notices[first].at
      var last = first
      while last < notices.count, notices[last].at == at { last += 1 }
      let old = firings(of: pair.log, at: at, standing)
      let new = firings(of: after, at: at, standing)
      var counts: [String: Int] = [:]
      var stay: [OracleGiven] = []
      for notice in notices[first..<last] {
        let number = counts[notice.rule, default: 0]
        counts[notice.rule] = number + 1
        if number < old[notice.rule] ?? 0, number >= new[notice.rule] ?? 0 {
          withdrawn.append("\(notice.at) \(notice.rule) \(notice.id)")
        } else {
          stay.append(OracleGiven(notice.rule, at: at))
        }
      }
      standing += stay
      first = last
    }
    return withdrawn
  }

  /// How often each rule fires at an instant if only these notices were given before.
  private func firings(of log: OracleLog, at: Int64, _ given: [OracleGiven]) -> [String: Int] {
    var log = log
    log.given = given
    log.floor = at - 1
    log.until = at
    var counts: [String: Int] = [:]
    for firing in pair.program.evaluate(log).firings where firing.at == at {
      counts[firing.rule, default: 0] += 1
    }
    return counts
  }
}
