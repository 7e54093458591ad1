import PaceLanguage
import Testing

@Suite("Sources")
struct SourceTests {
  @Test("Columns, constants, encodings and maps find their slots")
  func slots() throws {
    let program = try #require(
      compile(
        """
        subject person { pause: duration = 1 h, mode: preset = calm }
        event entry of person { amount: number, loud: bool, kind small, kind large }
        preset calm {}
        preset busy {}
        rule many { on entry, emit warning "x" }
        source app {
          person from ZPERSON { id = ZID, started_at = ZSTART as apple_seconds, pause = ZPAUSE as minutes, mode = busy }
          entry from ZENTRY where ZSORT == 2 {
            id = ZID, person = ZPERSON, at = ZAT as iso8601, kind = small, loud = yes, amount = "small"
          }
          entry from "other entries" { id = _id, at = at, kind = sort as { 0 = small, "b" = large } }
          notice from ZNOTICE { at = ZAT, rule = ZCODE as { "M" = many } }
        }
        """
      ).program)
    let tables = try #require(program.sources.first?.tables)
    #expect(tables.map(\.target) == [.subject, .event(EventID(0)), .event(EventID(0)), .notice])
    #expect(tables[0].columns[1].encoding == .appleSeconds)
    #expect(tables[0].columns[2].encoding == .minutes)
    #expect(tables[0].columns[3].input == .constant(.value(Value(1))))
    #expect(tables[1].tests == [.isAmong(.init(["ZSORT"]), [.number(2_000_000)], isNegated: false)])
    #expect(tables[1].columns[1].slot == .subject)
    #expect(tables[1].columns[3].input == .constant(.text("small")))
    #expect(tables[1].columns[4].input == .constant(.value(.yes)))
    #expect(tables[1].columns[5].input == .column("small"))
    guard case .map(let entries, nil) = tables[2].columns[2].encoding else {
      Issue.record("the kind is mapped")
      return
    }
    #expect(entries.map(\.from) == [.number(0), .text("b")])
    #expect(entries.map(\.to) == [.text("small"), .text("large")])
    #expect(tables[3].columns[1].slot == .rule)
  }

  @Test func `Rows are told apart by several tests, maps have an else, durations are differences`() throws {
    let program = try #require(
      compile(
        """
        subject person {}
        event entry of person { wait: duration, kind small, kind large }
        source app {
          entry from t where a != "x" and b in (1, yes, c) and "d e" == 2026-11-20 {
            id = i, at = began as unix_seconds, kind = k as { 1 = small, else = large }
            wait = ended - began as unix_seconds
          }
        }
        source objects {
          entry from json where a.b in ("x", 2) and c != "y" and has d { at = at, wait = e.f - at as iso8601 }
        }
        """
      ).program)
    let table = try #require(program.sources.first?.tables.first)
    #expect(
      table.tests == [
        .isAmong(.init(["a"]), [.text("x")], isNegated: true),
        .isAmong(.init(["b"]), [.number(1_000_000), .truth(true), .text("c")], isNegated: false),
        .isAmong(.init(["d e"]), [.text("2026-11-20")], isNegated: false),
      ])
    guard case .map(let entries, let otherwise) = table.columns[2].encoding else {
      Issue.record("the kind is mapped")
      return
    }
    #expect(entries.map(\.to) == [.text("small")] && otherwise == .text("large"))
    #expect(table.columns[3].input == .difference(.init(["ended"]), .init(["began"])))
    #expect(table.columns[3].encoding == .unixSeconds)
    let block = try #require(program.sources.last?.objects.first)
    #expect(
      block.tests == [
        .isAmong(.init(["a", "b"]), [.text("x"), .number(2_000_000)], isNegated: false),
        .isAmong(.init(["c"]), [.text("y")], isNegated: true), .has(.init(["d"])),
      ])
    #expect(block.columns.last?.input == .difference(.init(["e", "f"]), .init(["at"])))
  }

  @Test func `What a test, an else or a difference can't be is told`() {
    expect(
      "source app { entry from t { id = a, at = b, kind = c as { 0 = small, else = smal } } }",
      "smal: E0307 no kind is called `smal`")
    expect(
      "source app { entry from t { id = a, at = b, kind = c as { else = small, else = large } } }",
      "else: E0805 `else` is there twice")
    expect(
      "source app { entry from t { id = a, at = b, amount = c - d as unix_ms } }",
      "amount = c - d as unix_ms: E0811")
    expect("source app { entry from t where a in () { id = a, at = b } }", "): E0200 expected a value")
    expect(
      "source app { entry from t where a > 2 { id = a, at = b } }", ">: E0200 expected `==`, `!=` or `in (`")
    expect("source app { entry from t where a in (2 min) { id = a, at = b } }", "2 min: E0401")
  }

  @Test("Maps are checked entry by entry")
  func maps() {
    expect(
      """
      source app { entry from t { id = a, at = b, kind = c as { 0 = smal }, amount = d as { "x" = 200 } } }
      """,
      "smal: E0307 no kind is called `smal`", "200: E0501 `200` is out of the range of `amount`")
    expect(
      "source app { entry from t { id = a, at = b as { 0 = 1 } } }", "at = b as { 0 = 1 }: E0804")
    expect(
      "source app { entry from t { id = a, at = b as unix_secs } }",
      "unix_secs: E0804 no encoding is called `unix_secs`")
  }

  @Test("Members, tests, lists, settings and kinds find their slots")
  func objects() throws {
    let program = try #require(
      compile(
        """
        subject person { pause: duration = 1 h, mode: preset = calm }
        event entry of person { amount: number, loud: bool, kind small, kind large }
        event glance of person { amount: number }
        preset calm {}
        source app {
          person from json where type == "start" and has at.time { id = id, started_at = at.time as unix_seconds }
          entry from json where kind == 2
            and open == yes each p."a.b" { at = at as iso8601, amount = "small", kind = small, loud = yes }
          settings from json { mode = m, pause = p as minutes, weight = w, since = s as apple_seconds }
          kinds from json where "has" == x { kind = id as { "S" = small }, label = l, amount = a, enabled = e, order = o }
          glance from json where has == "y" { at = has.has }
        }
        """
      ).program)
    let source = try #require(program.sources.first)
    #expect(source.isJSON && source.tables.isEmpty)
    let blocks = source.objects
    #expect(
      blocks.map(\.target) == [.subject, .event(EventID(0)), .settings, .kinds, .event(EventID(1))])
    #expect(
      blocks[0].tests == [
        .isAmong(.init(["type"]), [.text("start")], isNegated: false), .has(.init(["at", "time"])),
      ])
    #expect(blocks[0].columns.map(\.input) == [.member(.init(["id"])), .member(.init(["at", "time"]))])
    #expect(blocks[0].columns[1].encoding == .unixSeconds)
    #expect(
      blocks[1].tests == [
        .isAmong(.init(["kind"]), [.number(2_000_000)], isNegated: false),
        .isAmong(.init(["open"]), [.truth(true)], isNegated: false),
      ])
    #expect(blocks[1].list == .init(["p", "a.b"]))
    #expect(
      blocks[1].columns.map(\.input) == [
        .member(.init(["at"])), .member(.init(["small"])), .constant(.text("small")), .constant(.value(.yes)),
      ])
    #expect(
      blocks[2].columns.map(\.slot) == [
        .attribute(AttributeID(1)), .attribute(AttributeID(0)), .setting("weight"), .setting("since"),
      ])
    #expect(blocks[2].columns.map(\.encoding) == [.plain, .minutes, .plain, .appleSeconds])
    let amount = try #require(program.fieldNames.firstIndex { $0.name == "amount" })
    #expect(
      blocks[3].columns.map(\.slot) == [
        .kind, .label, .fieldOfKind(FieldNameID(amount)), .enabled, .order,
      ])
    #expect(blocks[3].tests == [.isAmong(.init(["has"]), [.text("x")], isNegated: false)])
    #expect(blocks[4].tests == [.isAmong(.init(["has"]), [.text("y")], isNegated: false)])
    #expect(blocks[4].columns.map(\.input) == [.member(.init(["has", "has"]))])
  }

  @Test("A table that is called json is written in quotes")
  func quotedJSON() throws {
    let program = try #require(
      compile("source app { entry from \"json\" { id = a, at = b } }").program)
    #expect(program.sources.first?.tables.map(\.name) == ["json"])
    #expect(program.sources.first?.isJSON == false)
  }

  @Test("What a source for JSON can't read is told where it stands")
  func objectErrors() {
    expect(
      "source app { setings from json { goal = goal } }",
      "setings: E0801 nothing to read is called `setings`; expected the subject, an event, `settings` or `kinds`"
    )
    expect(
      "source app { notice from json { at = a, rule = r } }",
      "notice: E0810 `notice` can't be read from JSON")
    expect("source app { kinds from k { kind = a } }", "kinds: E0810 `kinds` can't be read from a table")
    expect("source app { kinds from json { label = l } }", "kinds: E0803 `kinds` needs a member for `kind`")
    expect("source app { entry from json { id = i } }", "entry: E0803 `entry` needs a member for `at`")
    expect("source app { person from json { goal = g } }", "person: E0803 `person` needs a member for `id`")
    expect(
      "source app { kinds from json { kind = k, amuont = a } }",
      "amuont: E0802 there is no `amuont` to fill here")
    expect(
      "source app { entry from t { id = a, at = b }, person from json { id = i } }",
      "person: E0809 a source reads either tables or JSON, not both")
    expect(
      "source app { settings from json { goal = g as minutes, other = 5, third = t as hours } }",
      "minutes: E0804 `minutes` is no way to store `goal`",
      "5: E0807 `other` must come from a member; it can't be the same for every object",
      "hours: E0804 `hours` is no way to store `third`")
    expect(
      "source app { entry from json where a == 5 min { at = b } }",
      "5 min: E0401 expected a number or a text, found a duration")
    expect(
      """
      subject person {}
      event entry of person { size: number, kind small }
      event glance of person { size: text, kind short }
      source app { kinds from json { kind = k, size = s } }
      """,
      "size: E0810 `size` is of another type in each event, so no member can fill it for every kind")
    expect(
      "subject person {}\nevent entry of person {}\nsource app { kinds from json { kind = k } }",
      "kinds: E0810 `kinds` reads what kinds are like, but no event has kinds")
  }

  @Test("Names that sources read as something else are no events and no subject")
  func reservedTargets() {
    for name in ["notice", "settings", "kinds"] {
      expect(
        "subject person {}\nevent \(name) of person {}",
        "\(name): E0309 the name `\(name)` is reserved: it stands for ")
      expect(
        "subject \(name) {}\nevent entry of \(name) {}",
        "\(name): E0309 the name `\(name)` is reserved: it stands for ")
    }
  }
}
