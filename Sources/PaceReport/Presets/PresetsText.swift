public import PaceLab
public import PaceLanguage

/// `presets`: the table of parameters × presets.
public enum PresetsText {
  public static func lines(of presets: PresetTable, _ program: Program, _ style: Style) -> [String] {
    let count = presets.columns.count
    var table = TextTable(
      [.left] + presets.columns.map { _ in .left } + [.left, .left, .left],
      spare: [(count + 3, "used by"), (count + 2, "default"), (count + 1, "range")])
    let heads = presets.columns.map { column in
      style.bold(column.name + (column.isDefault ? "*" : "")) + (column.base.map { " extends \($0)" } ?? "")
    }
    table.append(["parameter"] + heads + ["range", "default", "used by"])
    for row in presets.rows {
      let cells = row.cells.map { cell in
        let text = cell.text ?? "-"
        return cell.isOwn ? text : style.dim(text)
      }
      let rules = row.rules.map { program[$0].name.text }.joined(separator: ", ")
      table.append([row.name] + cells + [range(of: row), row.initial ?? "-", rules.isEmpty ? "-" : rules])
    }
    var lines = table.notedLines(within: style.width)
    if presets.columns.contains(where: { $0.isDefault }) {
      lines.append(style.dim("* in force where \(Noun.one(program.noun)) names none"))
    }
    return lines
  }

  private static func range(of row: PresetTable.Row) -> String {
    guard let low = row.low, let high = row.high else { return "any" }
    return "\(low) .. \(high)" + (row.step.map { " step \($0)" } ?? "")
  }
}
