import Foundation

/// One command of a page with what it is said to print.
struct ShellExample {
  let line: String
  /// The lines it prints; `…` alone stands for any number of them, within a line for any text.
  let shown: [String]
  /// The exit code that a last line `[exit N]` names.
  let status: Int32?

  /// The lines that say all this in a page.
  var lines: [String] { ["$ \(line)"] + shown + (status.map { ["[exit \($0)]"] } ?? []) }

  var showsError: Bool { shown.contains { $0.hasPrefix("error: ") } }

  /// The commands of a `console` block.
  static func all(in block: MarkdownPage.Block) -> [ShellExample] {
    var examples: [(line: String, shown: [String])] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        examples.append((String(line.dropFirst(2)), []))
      } else if !examples.isEmpty {
        examples[examples.count - 1].shown.append(line)
      }
    }
    return examples.map { ShellExample(line: $0.line, shown: $0.shown) }
  }

  private init(line: String, shown: [String]) {
    self.line = line
    status = shown.last.flatMap { $0.wholeMatch(of: /\[exit (\d+)\]/) }.flatMap { Int32($0.1) }
    self.shown = status == nil ? shown : shown.dropLast()
  }

  /// Runs the command by a shell in a folder in which `.bin` has the binary.
  func run(in scratch: Scratch) throws -> RunResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Pace.run(
      ["-c", line], folder: scratch.folder,
      environment: ["TMPDIR": scratch.folder.path, "PATH": "\(scratch.path(".bin")):\(path)"],
      executable: "/bin/sh")
  }

  /// Whether the lines printed are those shown.
  func matches(_ printed: [String]) -> Bool {
    // How many of the lines printed those shown so far may stand for.
    var counts: Set<Int> = [0]
    for line in shown {
      if line == "…" {
        counts = counts.min().map { Set($0...printed.count) } ?? []
      } else {
        counts = Set(counts.filter { $0 < printed.count && printed[$0].fits(line) }.map { $0 + 1 })
      }
    }
    return counts.contains(printed.count)
  }

  /// The command with what it printed, cut where it was cut before.
  func recorded(_ printed: [String]) -> [String] {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    // A line that was cut stays so while it is true.
    let cut = shown.filter { $0 != "…" && $0.contains("…") }
    let lines = printed.map { line in cut.first { line.fits($0) } ?? line }
    guard let head = parts.first?.count, let tail = parts.last?.count, parts.count == 2,
      printed.count > head + tail
    else { return ["$ \(line)"] + lines }
    return ["$ \(line)"] + lines.prefix(head) + ["…"] + lines.suffix(tail)
  }
}

extension RunResult {
  /// The lines of both outputs, without empty ones at the end.
  var lines: [String] {
    var lines = (output + remarks).components(separatedBy: "\n")
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension String {
  /// Whether it is `pattern`, in which `…` stands for any text.
  fileprivate func fits(_ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard let last = parts.last, parts.count > 1 else { return self == pattern }
    guard hasPrefix(parts[0]) else { return false }
    var rest = dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
