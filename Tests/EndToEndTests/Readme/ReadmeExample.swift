import Foundation

/// One command of a page with what it is said to print.
struct ReadmeExample {
  let line: String
  /// The lines it prints; `…` stands for any number of them.
  let shown: [String]

  var showsError: Bool { shown.contains { $0.hasPrefix("error: ") } }

  /// The commands of a `console` block.
  static func all(in block: ReadmeFile.Block) -> [ReadmeExample] {
    var examples: [(line: String, shown: [String])] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        examples.append((String(line.dropFirst(2)), []))
      } else if !examples.isEmpty {
        examples[examples.count - 1].shown.append(line)
      }
    }
    return examples.map { ReadmeExample(line: $0.line, shown: $0.shown) }
  }

  /// Whether the lines printed are those shown, where `…` stands for any number of lines.
  func matches(_ printed: [String]) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return printed == shown }
    guard printed.count >= first.count + last.count else { return false }
    guard printed.starts(with: first), printed.suffix(last.count).elementsEqual(last) else { return false }
    return parts.dropFirst().dropLast().allSatisfy { printed.contains($0) }
  }

  /// The command with what it printed, cut where it was cut before.
  func recorded(_ printed: [String]) -> [String] {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard let head = parts.first?.count, let tail = parts.last?.count, parts.count > 1,
      printed.count > head + tail
    else { return ["$ \(line)"] + printed }
    return ["$ \(line)"] + printed.prefix(head) + ["…"] + printed.suffix(tail)
  }
}
