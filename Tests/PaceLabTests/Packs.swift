import Foundation
import PaceLab
import PaceLanguage

/// The repository's folder, found from this file.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Reads a file below the repository.
func readRepository(_ path: String) -> ReadResult {
  guard let data = try? Data(contentsOf: repository.appending(path: path)) else {
    return .failure("no such file")
  }
  return .bytes(Array(data))
}

/// The shipped files of a folder that no other of them includes, each as a path from the repository.
func rootFiles(in folder: String) -> [String] {
  let url = repository.appending(path: folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  let paths = names.filter { $0.hasSuffix(".pace") }.sorted().map { "\(folder)/\($0)" }
  var included: Set<String> = []
  for path in paths {
    let sources = SourceSet(roots: [path], read: readRepository)
    for file in sources.included { included.insert(sources.files[Int(file.index)].path) }
  }
  return paths.filter { !included.contains($0) }
}
