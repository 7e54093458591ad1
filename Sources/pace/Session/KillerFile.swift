import PaceLab
import PaceLanguage
import PaceReport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `test --mutate --write FILE`: puts the scenarios that were found into a test file, new or grown.
struct KillerFile {
  private let path: String
  /// What the file holds; nil if it is still to be made.
  private let existing: [UInt8]?

  /// Refuses a file that the scenarios can't be put into, before anything is tried.
  init(_ path: String, _ groups: PackGroups) throws(Failure) {
    self.path = path
    func refuse(_ expected: String) -> Failure { Option.write.bad(path, expected) }
    if groups.programs.count > 1 { throw refuse("one pack to test, not a folder of them") }
    if !path.hasSuffix(".pace") { throw refuse("a name such as `NAME.test.pace`") }
    switch FileSystem.read(path) {
    case .bytes(let bytes):
      guard Self.isTestFile(path) else {
        throw refuse("a new file, or one that holds nothing but scenarios")
      }
      guard groups.files.contains(where: { FileSystem.identity(of: $0) == FileSystem.identity(of: path) })
      else {
        throw refuse("a new file, or one that is tested here: name it beside the pack")
      }
      existing = bytes
    case .failure(let reason, _):
      guard FileSystem.entry(at: path) == nil else { throw .data("\(path): \(reason)") }
      existing = nil
    }
  }

  /// Writes the scenarios that kill survivors, and says on stderr how many there are.
  func write(_ report: TestReport, _ console: inout Console) throws(Failure) {
    guard let strength = report.strengths.first, let mutation = strength.mutation else { return }
    let killers = mutation.killers
    let killed = mutation.survivors.count { $0.killer != nil }
    let open = mutation.survivors.count - killed
    let stay = "\(Noun.count(open, "mutant")) \(open == 1 ? "stays" : "stay") open"
    guard !killers.isEmpty else {
      console.remark("\(path): nothing to write; \(open == 0 ? "no mutant survived" : stay)")
      return
    }
    var text = existing.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if existing == nil {
      for file in packFiles(of: strength) { text += "include \(ValueText.quoted(seen(file)))\n" }
    } else if !text.isEmpty, !text.hasSuffix("\n") {
      text += "\n"
    }
    for killer in killers { text += (text.isEmpty ? "" : "\n") + killer.text }
    try FileSystem.check(path, stillHolds: existing)
    try FileSystem.write(Array(text.utf8), to: path)
    let what = existing == nil ? "wrote" : "added"
    let rest = open == 0 ? "" : "; \(stay)"
    console.remark(
      "\(path): \(what) \(Noun.count(killers.count, "scenario")) that "
        + "\(killers.count == 1 ? "kills" : "kill") \(Noun.count(killed, "mutant"))\(rest)")
  }

  /// The files to include: those that were named, without their scenarios.
  private func packFiles(of strength: PackStrength) -> [String] {
    let named = strength.roots.filter { !Self.isTestFile($0) }
    return named.isEmpty ? [strength.path] : named
  }

  private static func isTestFile(_ path: String) -> Bool {
    let sources = FileSystem.sources([path])
    guard let syntax = sources.syntax.first, !syntax.hasErrors else { return false }
    return syntax.isOfTests
  }

  /// A file's path as an `include` in the written file names it.
  private func seen(_ file: String) -> String {
    var from = absolute(path).split(separator: "/").dropLast()
    var to = absolute(file).split(separator: "/")[...]
    while let first = from.first, to.count > 1, first == to.first {
      from.removeFirst()
      to.removeFirst()
    }
    return (from.map { _ in ".." } + to).joined(separator: "/")
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/")
      ? normalizedPath(path) : normalizedPath("\(FileManager.default.currentDirectoryPath)/\(path)")
  }
}
