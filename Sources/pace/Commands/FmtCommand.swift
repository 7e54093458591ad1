import PaceLanguage
import PaceReport

extension Command {
  static let fmt = Command(
    "fmt", arguments: "PACK…",
    summary: "lays rule files out in the one common way",
    options: [.check, .diff, .inputName],
    examples: ["pace fmt rules presets", "pace fmt rules --check", "pace fmt - < draft.pace"],
    instead: ["write": "files are written unless `--check` or `--diff` is given"],
    run: FmtCommand.run)
}

extension Option {
  static let check = Option.flag("check", "change nothing; name the files that would change, exit 1 if any")
  static let diff = Option.flag("diff", "change nothing; show what would change, exit 1 if anything")
}

/// Formats files in place and standard input to standard output, or says what it would change.
enum FmtCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let groups = try PackGroups(naming: arguments)
    let keeps = arguments.has(.check) || arguments.has(.diff)
    var broken: [String] = []
    var changed = 0
    for path in groups.files {
      let file: SourceFile
      switch groups.read(path) {
      case .bytes(let bytes): file = SourceFile(path: path, bytes: bytes)
      case .failure(let reason, _): throw .data("`\(path)` cannot be read: \(reason)")
      }
      guard let bytes = formatted(file, &broken, console.errorStyle) else { continue }
      if path == groups.input?.path, !keeps {
        try console.out.write(bytes)
        continue
      }
      if bytes == file.bytes { continue }
      changed += 1
      if arguments.has(.diff) {
        try console.out.write(UnifiedDiff.text(path, from: file.bytes, to: bytes, console.style))
      } else if keeps {
        try console.out.line("\(path.printable) would change")
      } else {
        try FileSystem.check(path, stillHolds: file.bytes)
        try FileSystem.write(bytes, to: path)
        console.remark("\(path) changed")
      }
    }
    if !broken.isEmpty { throw .program(broken.joined(separator: "\n")) }
    return keeps && changed > 0 ? .findings : .fine
  }

  /// Nil if the text has errors, which are added to `broken`.
  private static func formatted(_ file: SourceFile, _ broken: inout [String], _ style: Style) -> [UInt8]? {
    var diagnostics: [Diagnostic] = []
    let syntax = parse(file, id: FileID(0), diagnostics: &diagnostics)
    if let bytes = format(syntax, of: file) { return bytes }
    broken.append(style.text(ofErrors: diagnostics, in: [file]))
    return nil
  }
}
