import PaceLab
import PaceReport

extension Command {
  static let presets = Command(
    "presets", arguments: "PACK…",
    summary: "the parameters of each preset, with range, default and the rules that use them",
    examples: ["pace presets take-care"],
    run: PresetsCommand.run)
}

/// Prints the table of parameters × presets.
enum PresetsCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let presets = PresetTable(pack.program)
    if presets.rows.isEmpty {
      console.remark("there are no parameters")
      return .fine
    }
    try console.out.lines(PresetsText.lines(of: presets, pack.program, console.style))
    return .fine
  }
}
