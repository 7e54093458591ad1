import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Another device may have written while a command waited for the file: what it writes is of the time after that.
struct `A keeper that reads the clock reads it once it has the file to itself` {
  private static let before = Instant(1_795_208_400_000)
  private static let after = Instant(1_795_208_460_000)
  private let folder: Scratch
  private var keeper: Keeper

  init() throws {
    let program = try Pack(
      text: """
        subject s { ends after 3 h without e }
        event e of s { size: number = 1 }
        rule r { on e, when count(e) >= 1, emit note "x" }
        """
    ).program
    folder = try Scratch()
    let file = try folder.makeLog(program, clock: Self.before)
    keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: Self.before)
    keeper.clockReading = { Self.after }
  }

  @Test mutating func `a row, its notice and its stamp`() throws {
    let outcome = try keeper.log(NewRow(event: EventID(0), kind: nil, fields: []))
    guard case .written(let written) = outcome else {
      Issue.record("not written: \(outcome)")
      return
    }
    #expect(written.row.at == Self.after)
    #expect(written.told?.notices.map(\.at) == [Self.after])
    #expect(written.told?.notices.map(\.givenAt) == [Self.after])
    #expect(keeper.clock == Self.after)
  }

  @Test mutating func `a start and an end`() throws {
    let (subject, status) = try keeper.start(at: nil, [], isBeside: false, isForced: false)
    #expect(status.end == Instant(Self.after.milliseconds + 3 * 3_600_000))
    #expect(try keeper.end(subject, at: nil, isForced: false).status.end == Self.after)
  }

  @Test mutating func `what is due, a change and taking back`() throws {
    var row = NewRow(event: EventID(0), kind: nil, fields: [])
    row.at = Self.after
    keeper.clockReading = nil
    _ = try keeper.log(row)
    // The row lies after the clock as it stood.
    #expect(throws: KeepingError.self) { try keeper.undo() }
    keeper.clockReading = { Self.after }
    #expect(try keeper.notify().map(\.subject).count == 1)
    #expect(try keeper.undo().rows.map(\.at) == [Self.after])
  }

  @Test mutating func `an instant that is named stands`() throws {
    var row = NewRow(event: EventID(0), kind: nil, fields: [])
    row.at = Self.before
    guard case .written(let written) = try keeper.log(row) else {
      Issue.record("not written")
      return
    }
    #expect(written.row.at == Self.before)
  }
}
