import PaceLanguage
import PaceReport

extension Command {
  static let new = Command(
    "new", arguments: "NAME",
    summary: "writes a small pack to start from, with presets and scenarios",
    options: [.newFolder],
    examples: ["pace new evenings", "pace new evenings --dir ~/packs"],
    run: NewCommand.run)
}

extension Option {
  static let newFolder = Option.value("dir", "FOLDER", "write below this folder (the current one)")
}

/// Writes the files of a new pack; what is there is never written over.
enum NewCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    guard let name = arguments.positional.first else { throw .usage(.missingArgument("NAME")) }
    if arguments.positional.count > 1 { throw .usage(.extraArgument(arguments.positional[1])) }
    guard isName(name) else { throw .usage(.badPackName(name)) }
    var folder = arguments[.newFolder] ?? ""
    if !folder.isEmpty, !folder.hasSuffix("/") { folder += "/" }
    let files = NewPack(name: name).files.map { (path: folder + $0.path, text: $0.text) }
    let there = files.map(\.path).filter { FileSystem.entry(at: $0) != nil || FileSystem.isLink($0) }
    if !there.isEmpty { throw .usage(.alreadyThere(there)) }
    try write(files)
    try tell(name, files.map(\.path), &console)
    return .fine
  }

  private static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain && !name.isEmpty && !name.hasPrefix("-")
  }

  /// Writes all of the files or none.
  private static func write(_ files: [(path: String, text: String)]) throws(Failure) {
    Interruption.hold()
    defer { Interruption.release() }
    var (folders, written): ([String], [String]) = ([], [])
    for file in files {
      do throws(Failure) {
        let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.endIndex)])
        try FileSystem.makeFolder(folder, made: &folders)
        try FileSystem.write(Array(file.text.utf8), to: file.path)
        written.append(file.path)
      } catch {
        for path in written { FileSystem.remove(path) }
        for path in folders.reversed() { FileDescriptor.removeFolder(path) }
        throw error.helped(by: "nothing was written; name a folder that can be written in with --dir")
      }
    }
  }

  private static func tell(
    _ name: String, _ paths: [String], _ console: inout Console
  ) throws(Failure) {
    try console.out.line("wrote \(paths.map(\.printable).joined(separator: ", "))\n\nNext:")
    let found = (try? PackLocator.file(name)).map(FileSystem.identity)
    let pack = found == FileSystem.identity(of: paths[0]) ? name : ShellWord.quoted(paths[0])
    let steps = [
      ("pace test \(pack)", "runs its scenarios: after each change of yours"),
      ("pace lint \(pack)", "what is doubtful in it"),
      ("pace init \(pack) --db \(name).db", "makes a log to keep by these rules"),
    ]
    let rows = steps.map { [console.style.bold($0.printable), $1] }
    try console.out.lines(TextTable([.left, .left], indent: "  ", rows: rows).lines)
  }
}
