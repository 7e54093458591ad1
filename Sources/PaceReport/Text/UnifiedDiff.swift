/// The difference of two texts as `diff -u` writes it, with control characters escaped.
public enum UnifiedDiff {
  private static let context = 3

  private enum Change {
    case same(String), removed(String), added(String)
  }

  public static func text(_ path: String, from old: [UInt8], to new: [UInt8], _ style: Style) -> String {
    let changes = changes(lines(old), lines(new))
    let path = path.printable
    var text = style.bold("--- \(path)") + "\n" + style.bold("+++ \(path)") + "\n"
    var place = (old: 1, new: 1)
    var shown = 0
    for range in hunks(changes) {
      // The texts are the same between two hunks.
      place = (place.old + range.lowerBound - shown, place.new + range.lowerBound - shown)
      text += hunk(changes[range], at: &place, style)
      shown = range.upperBound
    }
    return text
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self).printable(keeping: ["\t"]) }
    guard let last = lines.popLast(), !last.isEmpty else { return lines }
    return lines + [last + "\n\\ No newline at end of file"]
  }

  private static func changes(_ old: [String], _ new: [String]) -> [Change] {
    let difference = LineDifference(from: old, to: new)
    var changes: [Change] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, difference.isRemoved[i] {
        changes.append(.removed(old[i]))
        i += 1
      } else if j < new.count, difference.isAdded[j] {
        changes.append(.added(new[j]))
        j += 1
      } else {
        changes.append(.same(old[i]))
        i += 1
        j += 1
      }
    }
    return changes
  }

  /// The hunks to show: what changed, with some lines around it.
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

  /// `place` is the line of each text at which the hunk begins, and on return the line after it.
  private static func hunk(
    _ changes: ArraySlice<Change>, at place: inout (old: Int, new: Int), _ style: Style
  ) -> String {
    let start = place
    var body = ""
    for change in changes {
      switch change {
      case .same(let line):
        body += " \(line)\n"
        place = (place.old + 1, place.new + 1)
      case .removed(let line):
        body += style.red("-\(line)") + "\n"
        place.old += 1
      case .added(let line):
        body += style.green("+\(line)") + "\n"
        place.new += 1
      }
    }
    let count = (old: place.old - start.old, new: place.new - start.new)
    let head = "@@ -\(start.old),\(count.old) +\(start.new),\(count.new) @@"
    return style.cyan(head) + "\n" + body
  }
}
