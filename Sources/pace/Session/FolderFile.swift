import PaceLanguage

/// A file of a folder with what it includes, for finding out where programs begin.
struct FolderFile {
  /// As `FileSystem.identity` gives it.
  var identity: String
  /// The identities of the file itself and of all that it leads to.
  var members: Set<String>
  /// The identities of the files that are included by it, or by those that it leads to.
  var included: Set<String>

  /// The indices of the files in which programs begin: those that no other file includes.
  ///
  /// Of files that include each other, the first is one.
  static func roots(of files: [FolderFile]) -> [Int] {
    let included = files.reduce(into: Set<String>()) { $0.formUnion($1.included) }
    let isRoot = files.map { !included.contains($0.identity) }
    var covered = zip(files, isRoot).reduce(into: Set<String>()) { if $1.1 { $0.formUnion($1.0.members) } }
    return files.indices.filter { index in
      if isRoot[index] { return true }
      if covered.contains(files[index].identity) { return false }
      covered.formUnion(files[index].members)
      return true
    }
  }
}

extension FolderFile {
  /// - Parameter sources: the file, as the only root, with what it leads to.
  init(_ identity: String, _ sources: SourceSet) {
    self.identity = identity
    members = Set(sources.files.map { $0.identity })
    included = Set(sources.included.map { sources.files[Int($0.index)].identity })
  }
}
