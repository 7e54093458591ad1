import PaceEngine
import PaceLanguage
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the demo finds its pack and puts its database.
struct DemoFiles {
  /// As it is named in commands: a bare name in the repository, else the path of the copy.
  let pack: String
  let database: String

  /// Makes the folder, and the copy of the pack unless the repository's own is at hand.
  init() throws(Failure) {
    let temporary = FileManager.default.temporaryDirectory.path
    let base = temporary.hasSuffix("/") ? String(temporary.dropLast()) : temporary
    let folder = "\(base)/pace-demo-\(FileDescriptor.user)"
    try Self.makeOwn(folder)
    database = "\(folder)/friday.db"
    if FileSystem.entry(at: "rules/take-care.pace") == .file {
      pack = "take-care"
      return
    }
    for part in ["rules", "presets"] { try FileSystem.makeFolder("\(folder)/\(part)") }
    pack = "\(folder)/rules/take-care.pace"
    try FileSystem.write(Self.withoutHead(PackageResources.rules_pace), to: pack)
    try FileSystem.write(
      Self.withoutHead(PackageResources.presets_pace), to: "\(folder)/presets/take-care.pace")
  }

  /// The text of a rule file after its first comment.
  private static func withoutHead(_ text: [UInt8]) -> [UInt8] {
    Array(text[(text.firstRange(of: Array("\n\n".utf8))?.upperBound ?? 0)...])
  }

  /// Writes the night anew.
  func writeLog(_ program: Program) throws(Failure) {
    Interruption.hold()
    defer { Interruption.release() }
    FileSystem.removeDatabase(database)
    try reading { () throws(StoreError) in
      let writer = try LogWriter(to: database, program: program)
      try writer.add(subject: DemoNight.subject, startedAt: Instant(DemoNight.start))
      for entry in DemoNight.entries { try add(entry, to: writer, program) }
      try writer.commit()
    }
  }

  private func add(
    _ entry: (id: String, minute: Int64, kind: String), to writer: borrowing LogWriter, _ program: Program
  ) throws(StoreError) {
    for (index, type) in program.events.enumerated() {
      guard let kind = type.kinds.firstIndex(where: { $0.name.text == entry.kind }) else { continue }
      try writer.add(
        event: EventID(index), id: entry.id, subject: DemoNight.subject,
        at: Instant(DemoNight.start + entry.minute * 60_000), kind: KindID(kind))
    }
  }

  /// Makes a folder where others may have made something of that name.
  private static func makeOwn(_ folder: String) throws(Failure) {
    let remedy = "set TMPDIR to a folder that you may write in"
    do throws(Failure) { try FileSystem.makeFolder(folder) } catch { throw error.helped(by: remedy) }
    let owner = try? FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountID]
    // The value's type depends on whether the process has loaded all of Foundation.
    let isOwn = owner as? UInt == UInt(FileDescriptor.user) || owner as? UInt32 == FileDescriptor.user
    if FileSystem.isLink(folder) || !isOwn {
      throw .data("the folder `\(folder)` is not your own", help: remedy)
    }
  }
}
