import PaceEngine
import PaceLanguage
import PaceStore

/// A log in a folder of its own, of a small pack, with one row in it.
struct SmallLog {
  static let now = Instant(1_795_208_400_000)

  let folder: Scratch
  let program: Program
  let zones = ZoneDirectory()
  let row: KeptRow
  var keeper: Keeper

  var path: String { folder.path("log.db") }

  init() throws {
    folder = try Scratch()
    program = try Pack(
      text: """
        subject s {
          mood: calm | wild = calm
          goal: number = 2 in 1 .. 20
          ends after 3 h without e
        }
        event e of s {
          size: number = 1 in 0 .. 50
          at_home: bool
          kind small { size = 1 }
        }
        rule r { on e, emit note "x" }
        """
    ).program
    keeper = try Keeper(folder.makeLog(program), zone: .utc, zones: zones, clock: Self.now)
    guard case .written(let written) = try keeper.log(Self.newRow()) else {
      throw Log.Failure(description: "no row was written")
    }
    row = written.row
  }

  static func newRow(
    _ event: Int = 0, _ kind: Int = 0, id: String? = nil, _ fields: [Constant?] = []
  ) -> NewRow {
    var row = NewRow(event: EventID(event), kind: KindID(kind), fields: fields)
    row.id = id
    return row
  }

  /// The ids of the rows that stand in the file at a path.
  static func ids(in path: String) throws -> [String] {
    let statement = try Connection.reading(path).prepare("SELECT id FROM e ORDER BY at, id")
    var ids: [String] = []
    while try statement.step() { ids.append(statement.text(0) ?? "") }
    return ids
  }
}

/// The code of the refusal that an operation throws; nil for another error, or none.
func refusal(_ body: () throws -> Void) -> Refusal.Code? { refused(body)?.code }

/// The refusal that an operation throws; nil for another error, or none.
func refused(_ body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch KeepingError.refused(let refusal) {
    return refusal
  } catch KeepingError.usage(let refusal) {
    return refusal
  } catch {
    return nil
  }
}

/// The code of the store's error that a keeper throws; nil for another error, or none.
func storeError(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch KeepingError.store(let error) {
    return error.code
  } catch {
    return (error as? StoreError)?.code
  }
}
