import PaceLanguage

/// Notices files that were written, came or went, by their dates, sizes and numbers on the disk.
struct FileWatch {
  private let arguments: [String]
  /// Files that the arguments do not name: those that others include.
  private var followed: Set<String> = []
  private var stamps: [String: FileSystem.Stamp] = [:]

  /// `arguments` are files, names of packs, or folders.
  init(_ arguments: [String]) { self.arguments = arguments }

  /// Watches these files, whether they are there or not.
  init(files: [String]) {
    arguments = []
    followed = Set(files)
  }

  /// Watches files that have been read; one that has been written since then counts as changed.
  init(read files: [SourceFile]) {
    self.init(files: files.map(\.path))
    look()
    // After the look, so that what is written later is seen by its stamp.
    for file in files {
      if case .bytes(let bytes) = FileSystem.read(file.path), bytes == file.bytes { continue }
      stamps[file.path] = nil
    }
  }

  var count: Int { stamps.count }

  /// Looks at the files again; true if one has changed since the last look.
  @discardableResult
  mutating func look() -> Bool {
    let before = stamps
    stamps = present()
    return stamps != before
  }

  /// Watches these too; changes of new ones count from now on.
  mutating func follow(_ files: [String]) {
    for file in files where followed.insert(file).inserted && stamps[file] == nil {
      stamps[file] = FileSystem.stamp(of: file)
    }
  }

  /// Whether anything has changed since the last look.
  func hasChanged() -> Bool { present() != stamps }

  private func present() -> [String: FileSystem.Stamp] {
    var files = followed
    for argument in arguments {
      if PackLocator.isFolder(argument) {
        files.formUnion(FileSystem.ruleFiles(below: argument))
      } else if let path = try? PackLocator.file(argument) {
        files.insert(path)
        if let beside = PackLocator.scenarios(beside: path) { files.insert(beside) }
      }
    }
    return Dictionary(uniqueKeysWithValues: files.map { ($0, FileSystem.stamp(of: $0)) })
  }

  /// Waits a fifth of a second: soon enough for a person, and nothing to a machine.
  static func pause() { Interruption.pause(milliseconds: 200) }
}
