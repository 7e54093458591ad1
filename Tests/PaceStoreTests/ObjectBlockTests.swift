import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// What tells objects apart, and what members come to, as in sources of tables.
struct ObjectBlockTests {
  @Test func `Tests, an else and differences are those of tables`() throws {
    let program = try Log.program(
      """
      subject person {}
      event visit of person { length: duration in 0 min .. 2 h, kind link, kind typed }
      source app {
        visit from json where sort in ("a", 2) and hidden != true {
          at = at as iso8601, length = end.t - at as iso8601, kind = k as { "l" = link, else = typed }
        }
        visit from json where sort == "b" { at = at as iso8601, length = took as hh_mm_ss }
        visit from json where sort == "c" { at = at as iso8601, length = took as us }
      }
      """)
    let mapping = try #require(program.sources.first)
    func read(_ text: String) throws -> (visit: ObjectRow.Event?, cause: String?) {
      var reader = ObjectReader(program: program, source: mapping, zone: .utc, read: chunks(text))
      let object = try reader.next()
      var visit: ObjectRow.Event?
      if case .event(let row)? = object?.rows.first { visit = row }
      return (visit, object?.problems.first?.text)
    }
    let time = #""at":"2026-11-20T21:00Z","end":{"t":"2026-11-20T21:30Z"}"#
    let found = try read(#"{"sort":2,\#(time),"k":"q"}"#).visit
    #expect(found?.kind == KindID(1) && found?.fields == [.value(Value(1_800_000))])
    #expect(try read(#"{"sort":"a","hidden":false,\#(time),"k":null}"#).visit?.kind == nil)
    #expect(try read(#"{"sort":"a","hidden":true,\#(time),"k":"l"}"#).visit == nil)
    #expect(try read(#"{"sort":3,\#(time),"k":"l"}"#).visit == nil)
    #expect(
      try read(#"{"sort":"b","at":"2026-11-20T21:00Z","took":"1:30"}"#).visit?.fields == [
        .value(Value(5_400_000))
      ])
    #expect(
      try read(#"{"sort":"c","at":"2026-11-20T21:00Z","took":5400000500.5}"#).visit?.fields == [
        .value(Value(5_400_001))
      ])
    let late = #""at":"2026-11-20T21:00Z","end":{"t":"2026-11-20T23:30Z"}"#
    #expect(
      try read(#"{"sort":"a",\#(late),"k":"l"}"#).cause?.contains(
        "`end.t - at` `2 h 30 min` is outside 0 min .. 2 h") == true)
  }
}
