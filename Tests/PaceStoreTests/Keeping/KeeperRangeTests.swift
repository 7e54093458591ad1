import Foundation
import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// An app may hand over any number of milliseconds.
struct `A keeper refuses instants outside the years 1 to 9999, and its file stays as it is` {
  private static let now = Instant(1_795_208_400_000)

  private func withKeeper(
    _ clock: Instant, _ body: (inout Keeper, _ path: String, Program) throws -> Void
  ) throws {
    let program = try Pack(
      text: """
        subject s { ends after 3 h without e }
        event e of s { size: number in 0 .. 300, at_home: bool }
        rule r { on e, emit note "x" }
        """
    ).program
    let folder = try Scratch()
    let file = try folder.makeLog(program)
    var keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: clock)
    try body(&keeper, file.path, program)
  }

  private func row(_ at: Int64?, isForced: Bool = false) -> NewRow {
    var row = NewRow(event: EventID(0), kind: nil, fields: [])
    row.at = at.map { Instant($0) }
    row.isForced = isForced
    return row
  }

  @Test(
    arguments: [.min, Instant.milliseconds.lowerBound - 1, Instant.milliseconds.upperBound + 1, .max]
      as [Int64])
  func `a row, a start and a question are refused`(_ wrong: Int64) throws {
    try withKeeper(Self.now) { keeper, path, program in
      for isForced in [false, true] {
        #expect(throws: KeepingError.self) { try keeper.log(row(wrong, isForced: isForced)) }
        #expect(throws: KeepingError.self) {
          try keeper.start("a", at: Instant(wrong), [], isBeside: false, isForced: isForced)
        }
      }
      #expect(throws: KeepingError.self) { try keeper.status(at: Instant(wrong)) }
      #expect(throws: KeepingError.self) { try keeper.undo(at: Instant(wrong)) }
      let again = try LogFile(opening: path, program: program)
      var other = try Keeper(again, zone: .utc, zones: keeper.zones, clock: Self.now)
      #expect(try other.status().subject == nil)
    }
  }

  @Test func `a value that its field can't hold is refused`() throws {
    try withKeeper(Self.now) { keeper, _, _ in
      for fields: [Constant?] in [
        [.text("abc")], [.value(Value(301_000_000))], [nil, .value(Value(2))], [nil, .text("yes")],
      ] {
        #expect(throws: KeepingError.self) {
          try keeper.log(NewRow(event: EventID(0), kind: nil, fields: fields))
        }
      }
      let before = try keeper.status()
      #expect(before.subject == nil)
      #expect(throws: Never.self) {
        try keeper.log(
          NewRow(event: EventID(0), kind: nil, fields: [.value(Value(300_000_000)), .value(Value(1))]))
      }
      let after = try keeper.status()
      #expect(after.subject != nil)
    }
  }

  @Test(arguments: [1, -1] as [Int64])
  func `a number whose nearest real is too large is refused by whatever writes one`(_ sign: Int64) throws {
    let program = try Pack(text: "subject s { goal: number }\nevent e of s { x: number }\n").program
    let folder = try Scratch()
    let file = try folder.makeLog(program)
    var keeper = try Keeper(file, zone: .utc, zones: ZoneDirectory(), clock: Self.now)
    let (far, near) = (Value(sign * 9_223_372_036_854_775_000), Value(sign * 9_223_372_036_854_000_000))
    func log(_ value: Value) throws { _ = try keeper.log(row([.value(value)], id: "a")) }
    #expect(refusal { try log(far) } == .badValue)
    #expect(refusal { _ = try keeper.set([(AttributeID(0), .value(far))], reachesOpen: true) } == .badValue)
    try log(near)
    let target = try keeper.target("a")
    let edit = Edit(column: "x", value: .value(far), .number, program)
    #expect(refusal { _ = try keeper.edit(target, [edit]) } == .badValue)
    guard case .row(let kept) = target else { return }
    #expect(kept.fields == [.value(near)])
  }

  private func row(_ fields: [Constant?], id: String) -> NewRow {
    var row = NewRow(event: EventID(0), kind: nil, fields: fields)
    row.id = id
    return row
  }

  @Test(arguments: [.min, .max] as [Int64])
  func `a clock is set to the nearest instant`(_ wrong: Int64) throws {
    try withKeeper(Instant(wrong)) { keeper, _, _ in
      #expect(keeper.clock.isInRange)
      #expect(throws: Never.self) { try keeper.log(row(nil)) }
      #expect(throws: Never.self) { try keeper.status() }
    }
  }
}
