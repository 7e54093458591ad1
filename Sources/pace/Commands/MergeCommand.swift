import PaceEngine
import PaceReport
import PaceStore

extension Command {
  static let merge = Command(
    "merge", arguments: "PACK --db FILE OTHER…",
    summary: "takes what other files of the same log hold: rows, changes, what was taken back",
    options: [.kept, .both, .dryRun, .now, .keptZone, .keptFormat],
    examples: [
      "pace merge take-care --db phone.db watch.db",
      "pace merge take-care --db phone.db watch.db --both",
    ],
    run: MergeCommand.run)
}

extension Option {
  static let both = Option.flag("both", "write the others too: afterwards all hold the same")
}

/// Brings files together.
enum MergeCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    let others = session.words
    if others.isEmpty { throw .usage(.missingArgument("second file")) }
    let isMutual = arguments.has(.both)
    let text = MergeText(session.program, pack: session.pack.words[0])
    let merged = try session.run { (keeper) throws(KeepingError) in
      try keeper.merge(others, isMutual: isMutual) { path, gain in
        if let warning = text.warning(gain, path: path) { console.remark(warning) }
      }
    }
    if session.isJSON {
      try console.out.write(session.json.merged(merged, isMutual: isMutual))
    } else {
      try console.out.lines(text.lines(merged))
    }
    try session.finish(&console)
    if !merged.unoverwritten.isEmpty { throw .unoverwritten(merged.unoverwritten) }
    return .fine
  }
}
