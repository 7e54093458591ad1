import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

/// A log of tea, as an app keeps it on a phone.
struct TeaLog {
  let pack: Pack
  private var keeper: Keeper

  private static let cup = EventID(0)

  /// Opens the log; the first time, makes it.
  init(_ path: String, rules: String, now: Instant) throws {
    pack = try Pack(text: rules)
    let zones = ZoneDirectory()
    var making = LogFile.Making()
    making.device = "phone"
    let (file, _) = try LogFile.make(
      path, program: pack.program, making, clock: now, zone: .utc, zones: zones)
    keeper = try Keeper(file, zones: zones, clock: now)
  }

  /// Logs a cup, and says what the rules say of it.
  mutating func log(_ tea: String, id: String, now: Instant) throws -> [String] {
    keeper.clock = now
    let kinds = pack.program.events[Self.cup.index].kinds
    guard let kind = kinds.firstIndex(where: { $0.name.text == tea }) else { return ["no such tea"] }
    var row = NewRow(event: Self.cup, kind: KindID(kind), fields: [])
    row.id = id
    switch try keeper.log(row) {
    case .written(let written): return written.told?.notices.map { $0.message } ?? []
    case .refused(let firings): return firings.compactMap { $0.message }
    case .debounced, .disabled, .conflict, .gone: return ["not logged"]
    }
  }

  /// Corrects a cup, and says which notices are withdrawn.
  mutating func correct(_ id: String, mg: Int64, now: Instant) throws -> [String] {
    keeper.clock = now
    let (millionths, isTooLarge) = mg.multipliedReportingOverflow(by: 1_000_000)
    if isTooLarge { return ["no cup is that strong"] }
    let edit = Edit(column: "mg", value: .value(Value(millionths)), .number, pack.program)
    do throws(KeepingError) {
      return try keeper.edit(keeper.target(id), [edit]).withdrawn.map { $0.message }
    } catch {
      switch error {
      case .refused(let refusal) where refusal.code == .noRow: return ["there is no such cup"]
      case .usage(let refusal) where refusal.code == .badValue: return ["no cup is that strong"]
      case .refused, .usage, .store, .runaway: throw error
      }
    }
  }

  /// Takes lines as a watch exports them, and says which can't be kept.
  mutating func take(_ lines: String, now: Instant) throws -> [String] {
    keeper.clock = now
    var rest = Array(lines.utf8)
    var reader = ObjectReader(linesOf: pack.program, zone: keeper.zone) { bytes in
      bytes += rest
      rest = []
      return false
    }
    var said: [String] = []
    let taken = try keeper.take(
      isExport: true, tell: { (problem) throws(KeepingError) in said.append(problem.text) }
    ) { () throws(KeepingError) in
      do throws(StoreError) {
        return try reader.next()
      } catch {
        throw .store(error)
      }
    }
    return said + taken.tally.added.map { "\($0.count) \($0.sort) more" }
  }

  /// How things stand, and when to look again.
  mutating func status(now: Instant) throws -> (buzz: String, next: Instant?) {
    keeper.clock = now
    let status = try keeper.status().status
    let level = status?.scales.first?.level ?? 0
    return (pack.program.scales[0].levels[level].name, try keeper.nextInstant())
  }

  /// The texts of the notices that come up to an instant if nothing more is logged; none of them is given.
  func coming(by later: Instant) throws -> [String] {
    var ahead = keeper
    ahead.isDryRun = true
    ahead.clock = later
    return try ahead.notify().flatMap { $0.told.notices.map { $0.message } }
  }

  /// The same as lines for a person, those of `pace status`.
  mutating func screen(now: Instant) throws -> [String] {
    keeper.clock = now
    return try StatusText(pack.program, isZoneNamed: true, style: .plain).lines(keeper.status())
  }
}
