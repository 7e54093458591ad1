/// The difference of two texts as `diff -u` writes it.
enum UnifiedDiff {
  private static let context = 3

  private enum Change {
    case same(String), removed(String), added(String)
  }

  static func text(_ path: String, from old: [UInt8], to new: [UInt8], _ style: Style) -> String {
    let changes = changes(lines(old), lines(new))
    var text = style.bold("--- \(path)") + "\n" + style.bold("+++ \(path)") + "\n"
    for range in hunks(changes) { text += hunk(changes, range, style) }
    return text
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The shortest way from one list of lines to the other.
  private static func changes(_ old: [String], _ new: [String]) -> [Change] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var changes: [Change] = []
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        changes.append(.removed(old[i]))
        i += 1
      } else if j < new.count, added.contains(j) {
        changes.append(.added(new[j]))
        j += 1
      } else if i < old.count {
        changes.append(.same(old[i]))
        i += 1
        j += 1
      } else {
        break
      }
    }
    return changes
  }

  /// The stretches to show: what changed, with some lines around it.
  private static func hunks(_ changes: [Change]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, change) in changes.enumerated() {
      if case .same = change { continue }
      let range = max(0, index - context)..<min(changes.count, index + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  private static func hunk(_ changes: [Change], _ range: Range<Int>, _ style: Style) -> String {
    var start = (old: 1, new: 1)
    var count = (old: 0, new: 0)
    var body = ""
    for (index, change) in changes[..<range.upperBound].enumerated() {
      let isShown = index >= range.lowerBound
      switch change {
      case .same(let line):
        if isShown { body += " \(line)\n" }
        advance(&start.old, &count.old, isShown)
        advance(&start.new, &count.new, isShown)
      case .removed(let line):
        if isShown { body += style.red("-\(line)") + "\n" }
        advance(&start.old, &count.old, isShown)
      case .added(let line):
        if isShown { body += style.green("+\(line)") + "\n" }
        advance(&start.new, &count.new, isShown)
      }
    }
    let head = "@@ -\(start.old),\(count.old) +\(start.new),\(count.new) @@"
    return style.cyan(head) + "\n" + body
  }

  private static func advance(_ start: inout Int, _ count: inout Int, _ isShown: Bool) {
    if isShown { count += 1 } else { start += 1 }
  }
}
