import PaceEngine
import PaceLanguage
import PaceStore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Three files of one log, to which a history is done.
struct HistoryRun {
  let history: History
  let scratch: Scratch

  private var pack: HistoryPack { history.pack }
  private var program: Program { pack.program }

  init(_ history: History) throws {
    self.history = history
    scratch = try Scratch()
    for (device, bytes) in zip(HistoryPack.devices, pack.files) { _ = try scratch.write(bytes, to: device) }
  }

  func path(_ file: Int) -> String { scratch.path(HistoryPack.devices[file]) }

  /// Does all of it. What a command refuses is left undone, as it would be for a person.
  func run() throws {
    // Opening a file takes longer than most commands.
    var files: [LogFile?] = [nil, nil, nil]
    for step in history.steps {
      let file = try files[step.file] ?? LogFile(opening: path(step.file), program: program)
      files[step.file] = file
      var keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: Instant(step.clock))
      do throws(KeepingError) {
        try apply(step.deed, to: &keeper)
      } catch {
        switch error {
        case .refused, .usage: continue
        case .store, .runaway: throw error
        }
      }
    }
  }

  private func apply(_ deed: Deed, to keeper: inout Keeper) throws(KeepingError) {
    switch deed {
    case .log(let kind, let id, let subject, let at, let units):
      var row = NewRow(event: EventID(0), kind: KindID(kind == "small" ? 0 : 1), fields: [])
      row.fields = [units.map { .value(Value($0 * 1_000_000)) }, nil, nil]
      try log(row, id, subject, at, &keeper)
    case .mark(let id, let subject, let at):
      try log(NewRow(event: EventID(1), kind: nil, fields: []), id, subject, at, &keeper)
    case .undo: _ = try keeper.undo()
    case .delete(let id): _ = try keeper.delete([id])
    case .edit(let id, let values):
      let target = try keeper.target(id)
      _ = try keeper.edit(target, values.map { edit(of: target, $0.name, $0.value) })
    case .start(let id, let at):
      _ = try keeper.start(id, at: Instant(at), [], isBeside: true, isForced: true)
    case .end(let id, let at): _ = try keeper.end(id, at: Instant(at), isForced: true)
    case .settings(let goal, let isLater):
      let index = program.subject.attributes.firstIndex { $0.name.text == "goal" } ?? 0
      _ = try keeper.set(
        [(AttributeID(index), goal.map { .value(Value($0 * 1_000_000)) })], reachesOpen: !isLater)
    case .kinds(let units):
      try keeper.set(
        [.field("units", units.map { .value(Value(Int64($0) * 1_000_000)) })], of: KindID(0), in: EventID(0))
    case .notify: _ = try keeper.notify()
    case .merge(let others, let isMutual):
      _ = try keeper.merge(others.map { path($0) }, isMutual: isMutual)
    case .take(let line): try take(line, &keeper)
    case .deleteData(let subject):
      let scope = try subject.map { (name) throws(KeepingError) -> DataScope in
        .subject(try keeper.subject(named: name))
      }
      _ = try keeper.deleteData(scope ?? .all, forgets: false)
    }
  }

  private func log(
    _ row: NewRow, _ id: String, _ subject: String?, _ at: Int64, _ keeper: inout Keeper
  ) throws(KeepingError) {
    var row = row
    row.id = id
    row.subject = subject
    row.at = Instant(at)
    row.isForced = true
    _ = try keeper.log(row)
  }

  private func edit(of target: Keeper.Target, _ name: String, _ value: String) -> Edit {
    switch name {
    case "at": return Edit(column: name, instant: Int64(value).map { Instant($0) })
    case "session": return Edit(column: name, text: value)
    case "kind":
      // The command line takes no kind for an event without kinds.
      guard case .row(let row) = target, !program.events[row.event.index].kinds.isEmpty else { break }
      return Edit(column: name, text: value)
    default:
      var fields = program.subject.attributes
      if case .row(let row) = target { fields = program.events[row.event.index].fields }
      guard let field = fields.first(where: { $0.name.text == name }) else {
        return Edit(column: "kind", text: nil)
      }
      let constant = value.isEmpty ? nil : program.constant(from: value, as: field.type)
      return Edit(column: name, value: constant, field.type, program)
    }
    return Edit(column: "kind", text: nil)
  }

  private func take(_ line: String, _ keeper: inout Keeper) throws(KeepingError) {
    var reader = ObjectReader(linesOf: program, zone: .utc, read: chunks(line))
    _ = try keeper.take(isExport: true) { () throws(KeepingError) in
      do throws(StoreError) {
        return try reader.next()
      } catch {
        throw .store(error)
      }
    }
  }

  // MARK: What came of it

  /// Merges files as they are now in three orders; nil where all hold the same then, else what differs.
  func difference(_ orders: [[Int]]) throws -> String? {
    for file in 0..<3 {
      _ = try scratch.write(try scratch.bytes(of: HistoryPack.devices[file]), to: "old\(file)")
    }
    let clock = history.steps.map(\.clock).max() ?? 0
    func merge(_ others: [String], into file: Int) throws -> MergeOutcome {
      var keeper = try Keeper(
        try LogFile(opening: path(file), program: program), zone: .utc, zones: ZoneDirectory(),
        clock: Instant(clock))
      return try keeper.merge(others)
    }
    let old = (0..<3).map { scratch.path("old\($0)") }
    // One after the other, and both at once; the last takes what the first has taken.
    for other in orders[0] where other != 0 { _ = try merge([old[other]], into: 0) }
    _ = try merge(orders[1].filter { $0 != 1 }.map { old[$0] }, into: 1)
    _ = try merge([old[1], path(0)], into: 2)
    let dumps = try (0..<3).map { try dump(path($0)) }
    for other in 1..<3 where dumps[other] != dumps[0] {
      let only = Set(dumps[0]).symmetricDifference(dumps[other]).sorted()
      return "\(HistoryPack.devices[0]) and \(HistoryPack.devices[other]) differ in:\n"
        + only.prefix(12).joined(separator: "\n")
    }
    let gain = try merge([path(1), old[2]], into: 0).files[0].gain
    if !gain.isEmpty { return "merging again brought \(gain)" }
    if try dump(path(0)) != dumps[0] { return "merging again changed \(HistoryPack.devices[0])" }
    return try HistoryVerdict(pack, path(0)).difference()
  }

  /// Every row of every table but `_log`, what a reader makes of them, and whether the file is sound.
  private func dump(_ path: String) throws -> [String] {
    let connection = try Connection.reading(path)
    var lines: [String] = []
    for table in try Schema(of: connection).tables where table.name != "_log" {
      let columns = table.columns.map(\.name).sorted()
      let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
      let statement = try connection.prepare("SELECT \(names) FROM \"\(table.name)\"")
      while try statement.step() {
        let values = columns.indices.map { "\(columns[$0])=\(statement.text($0) ?? "NULL")" }
        lines.append("\(table.name): " + values.joined(separator: " "))
      }
    }
    let check = try connection.prepare("PRAGMA integrity_check")
    while try check.step() { lines.append("integrity: \(check.text(0) ?? "")") }
    return lines.sorted() + (try Log.read(path, program).lines)
  }
}
