import PaceLab
import PaceLanguage
import Testing

struct PresetTableTests {
  @Test("the table has each parameter's values, range, step and the rules that use it through definitions")
  func table() throws {
    let compilation = Compilation.compile(roots: ["rules/take-care.pace"], read: readRepository)
    let program = try #require(compilation.program)
    let table = PresetTable(program)
    #expect(table.columns.map(\.name) == ["relaxed", "balanced", "strict"])
    #expect(table.columns.map(\.isDefault) == [false, true, false])
    let row = try #require(table.rows.first { $0.name == "fast_pace_units" })
    #expect(row.cells.map(\.text) == ["3", "2", "1.5"])
    #expect(row.low == "0.5" && row.high == "10" && row.step == "0.5")
    #expect(row.rules.map { program[$0].name.text } == ["fast_pace"])
  }
}
