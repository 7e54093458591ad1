import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// An app may hand over ids and values of other rules, or of none.
struct `A keeper refuses what its tables can't hold` {
  private func withKeeper(_ body: (inout Keeper, KeptRow) throws -> Void) throws {
    var log = try SmallLog()
    try body(&log.keeper, log.row)
  }

  @Test func `an edit of a row`() throws {
    try withKeeper { keeper, row in
      let program = keeper.program
      for edit in [
        Edit(column: "size", value: .value(Value(99_000_000)), .number, program),
        Edit(column: "size", value: .text("abc"), .number, program),
        Edit(column: "at_home", value: .value(Value(9)), .bool, program),
        Edit(column: "size", value: .value(Value(3)), .duration, program),
        Edit(column: "at_home", value: .value(Value(1)), .number, program),
        Edit(column: "kind", text: "huge"), Edit(column: "s", text: "nobody"), Edit(column: "s", text: nil),
        Edit(column: "device", text: "x"), Edit(column: "id", text: "x"), Edit(column: "sise", text: "x"),
        Edit(column: "at", instant: nil), Edit(column: "size", instant: keeper.clock),
      ] {
        #expect(throws: KeepingError.self, "\(edit)") { try keeper.edit(.row(row), [edit]) }
      }
      let valid = Edit(column: "size", value: .value(Value(2_000_000)), .number, program)
      let changed = try keeper.edit(.row(row), [valid])
      #expect(changed.rows.first?.fields.first == .value(Value(2_000_000)))
      _ = try keeper.delete([row.id])
      #expect(throws: KeepingError.self) { try keeper.edit(.row(row), [valid]) }
    }
  }

  @Test func `an edit of a subject`() throws {
    try withKeeper { keeper, row in
      let program = keeper.program
      let valid = Edit(column: "goal", value: .value(Value(3_000_000)), .number, program)
      #expect(throws: KeepingError.self) { try keeper.edit(.subject("nobody"), [valid]) }
      for edit in [
        Edit(column: "goal", value: .value(Value(99_000_000)), .number, program),
        Edit(column: "goal", value: .value(Value(3_000_000)), .duration, program),
        Edit(column: "ended_at", text: "x"), Edit(column: "gaol", text: "x"),
        Edit(column: "mood", value: .value(Value(9)), .enumeration(EnumerationID(9)), program),
      ] {
        #expect(throws: KeepingError.self, "\(edit)") { try keeper.edit(.subject(row.subject), [edit]) }
      }
      #expect(throws: Never.self) { try keeper.edit(.subject(row.subject), [valid]) }
    }
  }

  @Test func `the refusal shows only what was given`() throws {
    let program = try Pack(text: "subject s { }\nevent e of s { t: time\n b: bool\n n: number in 0 .. 9 }\n")
      .program
    let folder = try Scratch()
    var keeper = try Keeper(
      folder.makeLog(program), zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
    func message(_ fields: [Constant?]) -> String? {
      refused { _ = try keeper.log(NewRow(event: EventID(0), kind: nil, fields: fields)) }?.message
    }
    #expect(message([.value(Value(86_400_000))]) == "`e.t` takes a time of day")
    #expect(message([.value(Value(-1))]) == "`e.t` takes a time of day")
    #expect(message([nil, .value(Value(2))]) == "`e.b` takes yes or no")
    #expect(message([nil, .text("maybe")]) == "`e.b` takes yes or no, not `maybe`")
    #expect(
      message([nil, nil, .value(Value(-1_500_000))]) == "`e.n` takes a number in 0 .. 9, not `-1.5`")
  }

  @Test func `a row without a subject, and a name that is empty`() throws {
    try withKeeper { keeper, row in
      let edit = refused { _ = try keeper.edit(.row(row), [Edit(column: "s", text: nil)]) }
      #expect(edit?.message == "a row has to have a s")
      #expect(edit?.help == "give the id of one, or its beginning")
      let empty = refused { _ = try keeper.notices(of: "") }
      #expect(empty?.message == "the id of a s is empty")
      #expect(empty?.help == "give the id, or its beginning")
    }
  }

  @Test func `a schedule with a slip, which stands in data`() throws {
    let program = try Pack(text: "subject s { plan: schedule }\nevent e of s { c: schedule\n kind k { } }\n")
      .program
    let folder = try Scratch()
    var keeper = try Keeper(
      folder.makeLog(program), zone: .utc, zones: ZoneDirectory(), clock: SmallLog.now)
    let slip = Constant.text("weekly")
    let row = SmallLog.newRow(id: "a", [slip])
    #expect(
      refused { _ = try keeper.log(row) }?.message
        == "`e.c` takes a schedule, and `weekly` needs weekdays after it")
    #expect(refusal { _ = try keeper.set([(AttributeID(0), slip)], reachesOpen: true) } == .badValue)
    #expect(refusal { _ = try keeper.set([.field("c", slip)], of: KindID(0), in: EventID(0)) } == .badValue)
    #expect(
      refusal { _ = try keeper.start("s", at: nil, [slip], isBeside: false, isForced: false) } == .badValue)
    _ = try keeper.log(SmallLog.newRow(id: "a", [.text("weekly mon")]))
    let edit = Edit(column: "c", value: slip, .schedule, program)
    #expect(refusal { _ = try keeper.edit(keeper.target("a"), [edit]) } == .badValue)
    let writer = try LogWriter(to: folder.path("w.db"), program: program)
    #expect(throws: Never.self) {
      try writer.add(event: EventID(0), id: "a", subject: "s", at: SmallLog.now, fields: [slip])
    }
  }

  @Test func `a setting`() throws {
    try withKeeper { keeper, _ in
      for (attribute, value) in [(0, Value(7)), (0, .unknown), (1, Value(99_000_000)), (9, Value(1))] {
        #expect(throws: KeepingError.self) {
          try keeper.set([(AttributeID(attribute), .value(value))], reachesOpen: false)
        }
      }
    }
  }

  @Test func `a change of the catalogue`() throws {
    try withKeeper { keeper, _ in
      let valid = KindChange.field("size", .value(Value(2_000_000)))
      for (change, code) in [
        (.field("sise", .value(Value(1))), .unknownName),
        (.field("size", .value(Value(99_000_000))), .badValue),
        (.field("size", .text("banana")), .badValue), (.field("size", .value(.unknown)), .badValue),
        (.order(.unknown), .badValue),
      ] as [(KindChange, Refusal.Code)] {
        #expect(
          refusal { try keeper.set([valid, change], of: KindID(0), in: EventID(0)) } == code, "\(change)")
      }
      #expect(refusal { try keeper.set([valid], of: KindID(70), in: EventID(0)) } == .unknownName)
      #expect(refusal { try keeper.set([valid], of: KindID(0), in: EventID(7)) } == .unknownName)
      #expect(try keeper.file.catalogue.entries()[0].values[0] == .value(Value(1_000_000)))
      let changes: [KindChange] = [valid, .label("Small"), .isEnabled(false), .order(Value(3_000_000))]
      let kept = try keeper.set(changes, of: KindID(0), in: EventID(0))[0]
      #expect(kept.values[0] == .value(Value(2_000_000)))
      #expect(kept.label == "Small" && !kept.isEnabled && kept.order == Value(3_000_000))
      let cleared: [KindChange] = [.field("size", nil), .label(nil), .isEnabled(nil), .order(nil)]
      let initial = try keeper.set(cleared, of: KindID(0), in: EventID(0))[0]
      #expect(initial.values[0] == .value(Value(1_000_000)))
      #expect(initial.label == nil && initial.isEnabled && initial.order == nil)
    }
  }

  @Test func `a row with ids that the rules don't have, too many fields or an empty id`() throws {
    try withKeeper { keeper, _ in
      for wrong in [
        SmallLog.newRow(7), SmallLog.newRow(0, 70), SmallLog.newRow(id: ""),
        SmallLog.newRow(0, 0, [nil, nil, nil]),
      ] {
        #expect(throws: KeepingError.self) { try keeper.log(wrong) }
      }
    }
  }

  @Test func `a field given as unknown is one that isn't given`() throws {
    try withKeeper { keeper, _ in
      let unknown = SmallLog.newRow(id: "u", [.value(.unknown), .value(.unknown)])
      guard case .written(let first) = try keeper.log(unknown),
        case .written(let again) = try keeper.log(unknown)
      else {
        Issue.record("not written")
        return
      }
      #expect(first.row.fields == [.value(Value(1_000_000)), nil])
      #expect(!first.isKnown && again.isKnown)
      #expect(again.row.fields == first.row.fields)
      _ = try keeper.start("b", at: nil, [nil, .value(.unknown)], isBeside: true, isForced: false)
      #expect(try keeper.status(subject: "b").attributes.last == .value(Value(2_000_000)))
    }
  }

  @Test func `a writer refuses them too`() throws {
    try withKeeper { keeper, _ in
      let folder = try Scratch()
      let writer = try LogWriter(to: folder.path("w.db"), program: keeper.program)
      for (event, id, at, fields) in [
        (0, "", 5, []), (7, "a", 5, []), (0, "a", Int64.max, []), (0, "a", 5, [.value(Value(99_000_000))]),
        (0, "a", 5, [.text("x")]), (0, "a", 5, [nil, nil, nil]),
      ] as [(Int, String, Int64, [Constant?])] {
        #expect(throws: StoreError.self) {
          try writer.add(event: EventID(event), id: id, subject: "s", at: Instant(at), fields: fields)
        }
      }
      #expect(throws: StoreError.self) {
        try writer.add(subject: "s", startedAt: Instant(5), endedAt: Instant(4))
      }
      try writer.add(event: EventID(0), id: "a", subject: "s", at: Instant(5))
      #expect(throws: StoreError.self) {
        try writer.add(event: EventID(0), id: "a", subject: "s", at: Instant(5))
      }
      // An error leaves nothing behind.
      try writer.add(event: EventID(0), id: "b", subject: "s", at: Instant(5))
      try writer.commit()
    }
  }
}
