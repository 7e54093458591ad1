/// The paths by which a rule file can include others.
extension Workspace {
  /// The folders in which included files lie, from the including file.
  private static let usualFolders = ["", "presets/", "rules/", "../presets/", "../rules/"]

  /// The rule files in the usual folders, and all that is in the folder that is typed; scenarios are left out.
  ///
  /// - Parameter path: the including file, which is left out.
  func includePaths(from path: String, typed: String) -> [String] {
    let own = FileSystem.identity(of: path)
    let typedFolder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    var seen: Set<String> = []
    return ([typedFolder] + Self.usualFolders).flatMap { folder -> [String] in
      let place = Self.place(of: folder, from: path)
      guard seen.insert(FileSystem.identity(of: place)).inserted else { return [] }
      return names(in: place).compactMap { name in
        switch FileSystem.entry(at: place + name) {
        case .folder: folder == typedFolder ? "\(folder)\(name)/" : nil
        case .file, nil: FileSystem.identity(of: place + name) == own ? nil : folder + name
        }
      }
    }
  }

  /// The path of what a file includes, from here.
  static func place(of included: String, from path: String) -> String {
    if included.hasPrefix("/") { return included }
    return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./") + included
  }

  /// The rule files and folders in a folder, sorted; files that are open need not be on the disk.
  private func names(in folder: String) -> [String] {
    let identity = FileSystem.identity(of: folder)
    let unsaved = open.values.compactMap { entry -> String? in
      guard let slash = entry.path.lastIndex(of: "/") else { return nil }
      let isHere = FileSystem.identity(of: String(entry.path[...slash])) == identity
      return isHere ? String(entry.path[entry.path.index(after: slash)...]) : nil
    }
    let names = Set((FileSystem.names(in: folder) ?? []) + unsaved).filter { name in
      if name.hasPrefix(".") || name.hasSuffix(".test.pace") { return false }
      return name.hasSuffix(".pace") || FileSystem.entry(at: folder + name) == .folder
    }
    return names.sorted()
  }
}
