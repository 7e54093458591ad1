import PaceLanguage

extension Program {
  /// Compiles the program's files anew, some of them changed.
  ///
  /// - Parameters:
  ///   - roots: the paths of the files that are named.
  ///   - added: the path and text of a file that the program doesn't have.
  ///   - bytes: the contents of the file with an index.
  func recompiled(
    _ roots: [String], adding added: (path: String, text: String)? = nil, bytes: (Int) -> [UInt8]
  ) -> Compilation {
    Compilation.compile(
      roots: roots,
      read: { path in
        if let added, path == added.path { return .bytes(Array(added.text.utf8)) }
        guard let file = file(at: path) else { return .failure("no such file") }
        return .bytes(bytes(Int(file.index)))
      }, identity: identity)
  }
}
