import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// A subject's log with rows dropped, moved, changed and added: what if it had been so?
///
/// Rows have keys: logged ones their index in the log, added ones the numbers that follow.
struct SupposedLog {
  enum Standing: String {
    case logged, moved, changed, added, dropped
    /// An added row that is not valid, which `log` leaves out.
    case refused
  }

  struct Row {
    var key: Int
    var record: EventRecord
    var id: String
    var standing: Standing

    /// Whether it came from the log, even if it is moved, changed or dropped now.
    var isLogged: Bool { standing != .added && standing != .refused }
  }

  /// All rows, dropped and refused ones too, and the keys of those in `log`; nil if nothing is supposed.
  private let edited: (rows: [Row], keys: [Int])?
  /// The log without the dropped and refused rows.
  let log: SubjectLog
  private(set) var problems: [String] = []

  init(_ original: SubjectLog, _ edits: [String], _ rules: RuleText) {
    if edits.isEmpty {
      (edited, log) = (nil, original)
      return
    }
    var rows = Self.rows(of: original)
    var log = original
    var interner = Machine(rules.plan)
    for text in original.texts { _ = interner.intern(text) }
    for edit in edits {
      do throws(RequestFailure) {
        try Self.make(edit, &rows, rules.program) { text in
          log.texts.append(text)
          return interner.intern(text)
        }
      } catch {
        problems.append(error.text)
      }
    }
    // Rows of one instant come in declaration order, an added one as the last of its event.
    rows.sort { a, b in
      (a.record.at, a.record.event.index, a.key) < (b.record.at, b.record.event.index, b.key)
    }
    let there = rows.filter { $0.standing != .dropped && $0.standing != .refused }
    log.events = EventRows(there.map { $0.record })
    log.rows = RowIDs(there.map { $0.id })
    self.log = log
    edited = (rows, there.map { $0.key })
  }

  private static func rows(of log: SubjectLog) -> [Row] {
    log.events.indices.map { index in
      let id = log.rows.indices.contains(index) ? log.rows[index] : ""
      return Row(key: index, record: log.events[index], id: id, standing: .logged)
    }
  }

  /// All rows in the order of time, dropped and refused ones too.
  var rows: [Row] { edited?.rows ?? Self.rows(of: log) }

  /// The instants of all rows, in order.
  var instants: [Instant] {
    edited?.rows.map { $0.record.at } ?? log.events.indices.map { log.events.instant(of: $0) }
  }

  var isEmpty: Bool { edited?.rows.isEmpty ?? log.events.isEmpty }

  /// The key of a row of `log`.
  func key(of index: Int) -> Int { edited?.keys[index] ?? index }

  /// `1 dropped, 2 moved`; nil if all is as it was logged.
  var words: String? {
    guard let rows = edited?.rows else { return nil }
    let parts = [Standing.dropped, .moved, .changed, .added, .refused].compactMap { standing in
      let count = rows.count { $0.standing == standing }
      return count == 0 ? nil : "\(count) \(standing.rawValue)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func make(
    _ edit: String, _ rows: inout [Row], _ program: Program, intern: (String) -> Value
  ) throws(RequestFailure) {
    let parts = edit.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "drop":
      rows[try place(parts, rows)].standing = .dropped
    case "move":
      let place = try place(parts, rows)
      var record = rows[place].record
      record.at = try instant(parts)
      try fill(&record, parts, program, intern: intern)
      if rows[place].standing == .logged {
        let isElsewhere = record.at != rows[place].record.at
        rows[place].standing =
          record.values != rows[place].record.values ? .changed : isElsewhere ? .moved : .logged
      }
      rows[place].record = record
    case "add":
      // A row that can't be added is kept as refused, so that the keys of later rows stay the same.
      var row = Row(
        key: rows.count,
        record: EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: []), id: "supposed",
        standing: .refused)
      defer { rows.append(row) }
      row.record.at = try instant(parts)
      try name(&row.record, parts[1], program)
      try fill(&row.record, parts, program, intern: intern)
      row.standing = .added
      row.id = "+\(rows.count { $0.standing == .added } + 1)"
    default: throw RequestFailure("there is no edit `\(parts[0].printable)`")
    }
  }

  private static func place(_ parts: [String], _ rows: [Row]) throws(RequestFailure) -> Int {
    guard parts.count > 1, let key = Int(parts[1]),
      let place = rows.firstIndex(where: { $0.key == key })
    else { throw RequestFailure("there is no such row") }
    return place
  }

  private static func instant(_ parts: [String]) throws(RequestFailure) -> Instant {
    guard parts.count > 2, let at = Int64(parts[2]), Instant.milliseconds.contains(at) else {
      throw RequestFailure("this is no instant of the years 1 to 9999")
    }
    return Instant(at)
  }

  /// Turns a row into one of a kind or an event, by its name, without values.
  private static func name(
    _ record: inout EventRecord, _ name: String, _ program: Program
  ) throws(RequestFailure) {
    let logged = program.loggedKinds.first { logged in
      let event = program.events[logged.event.index]
      return (logged.kind.map { event.kinds[$0.index].name.text } ?? event.name.text) == name
    }
    let event = logged?.event ?? program.events.firstIndex { $0.name.text == name }.map { EventID($0) }
    guard let event else { throw RequestFailure("these rules have no event `\(name.printable)`") }
    record.event = event
    record.kind = logged?.kind
    record.values = program.events[event.index].fields.map { _ in .unknown }
  }

  /// Reads `field=value` for each field that an edit gives after its instant; `field=` leaves it empty.
  private static func fill(
    _ record: inout EventRecord, _ parts: [String], _ program: Program, intern: (String) -> Value
  ) throws(RequestFailure) {
    let event = program.events[record.event.index]
    for part in parts.dropFirst(3) {
      let said = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard said.count == 2, let index = event.fields.firstIndex(where: { $0.name.text == said[0] }) else {
        throw RequestFailure("`\(event.name.text)` has no field `\(said[0].printable)`")
      }
      if said[1].isEmpty {
        record.values[index] = .unknown
        continue
      }
      let field = event.fields[index]
      switch try program.typed(said[1], for: said[0], field.type, in: field.range) {
      case .text(let text):
        if field.type == .schedule, let problem = Schedule.problem(in: text) {
          throw RequestFailure("`\(text.printable)` is no schedule of `\(said[0])`: \(problem.printable)")
        }
        record.values[index] = intern(text)
      case .value(let value): record.values[index] = value
      }
    }
  }
}
