import PaceEngine
import PaceLab
import PaceStore

extension Command {
  static let lsp = Command(
    "lsp", arguments: "",
    summary: "answers editors on standard input and output, by the language server protocol",
    options: [.stdio], examples: ["pace lsp"],
    run: EditorCommand.run)
}

extension Option {
  static let stdio = Option.flag(
    "stdio", "speak on standard input and output, as it always does; many editors ask for it")
}

/// `lsp`: the server that an editor starts.
enum EditorCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    try arguments.expectNoPositional()
    if FileDescriptor.standardInput.isTerminal {
      throw .data("`pace lsp` is started by an editor, which speaks to it on standard input")
    }
    let channel = MessageChannel(input: .standardInput, output: .standardOutput)
    let zones = ZoneDirectory()
    let linter = Linter(today: Clock.now.milliseconds / 86_400_000, zones: zones.fault)
    var server = EditorServer(channel, version: CommandList.version, zones: zones) {
      programs, others, workspace, onlyErrors in
      linter.lint(
        programs: PackGroups.joiningFragments(programs, workspace.compilation), others: others,
        complete: Set(others.map(FileSystem.identity)), pack: PackLocator.pack, onlyErrors: onlyErrors,
        compile: workspace.compilation)
    }
    let ending: EditorServer.Ending
    do throws(OutputError) {
      ending = try server.run()
    } catch {
      throw .output(error)
    }
    switch ending {
    case .shutDown: return .fine
    case .disconnected: return .findings
    case .unreadable(let reason): throw .data(reason)
    }
  }
}
