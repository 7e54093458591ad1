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
    #expect(tables[1].condition?.value == .value(Value(2_000_000)))
    #expect(tables[1].columns[1].slot == .subject)
    #expect(tables[1].columns[3].input == .constant(.text("small")))
    #expect(tables[1].columns[4].input == .constant(.value(.yes)))
    #expect(tables[1].columns[5].input == .column("small"))
    guard case .map(let entries) = tables[2].columns[2].encoding else {
      Issue.record("the kind is mapped")
      return
    }
    #expect(entries.map(\.from) == ["0", "b"])
    #expect(entries.map(\.to) == [.text("small"), .text("large")])
    #expect(tables[3].columns[1].slot == .rule)
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
}
