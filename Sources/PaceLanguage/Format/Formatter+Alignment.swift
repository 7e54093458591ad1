/// Columns on lines that follow each other: the braces of one-line kinds, presets and policies, the labels of params
/// and attributes, and comments.
extension Formatter {
  func align(_ lines: inout [FormattedLine]) {
    for run in runs(in: lines, key: { $0.alignedBrace }) {
      alignBraces(run, &lines)
      alignItems(run, &lines)
    }
    for run in runs(in: lines, key: { $0.label == nil ? nil : 0 }) { alignLabels(run, &lines) }
    for run in runs(in: lines, key: { $0.trailing == nil ? nil : 0 }) { alignComments(run, &lines) }
  }

  /// The longest stretches of lines with the same key, none of them nil, and no blank line within.
  private func runs(in lines: [FormattedLine], key: (FormattedLine) -> Int?) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < lines.count {
      var end = start + 1
      if let first = key(lines[start]) {
        while end < lines.count, !lines[end].isBlankBefore, key(lines[end]) == first { end += 1 }
        found.append(start..<end)
      }
      start = end
    }
    return found
  }

  private func alignBraces(_ run: Range<Int>, _ lines: inout [FormattedLine]) {
    var target = 0
    for line in lines[run] {
      if let brace = line.brace { target = max(target, line.column(at: brace.offset)) }
    }
    for index in run {
      guard let brace = lines[index].brace else { continue }
      lines[index].insertSpaces(target - lines[index].column(at: brace.offset), at: brace.offset)
    }
  }

  /// Blocks that give values to the same names, in the same order, are a table.
  private func alignItems(_ run: Range<Int>, _ lines: inout [FormattedLine]) {
    let names = lines[run.lowerBound].items.map { $0.name }
    for line in lines[run] where line.items.map({ $0.name }) != names { return }
    for item in names.indices {
      var target = 0
      for line in lines[run] { target = max(target, line.column(at: line.items[item].offset)) }
      for index in run {
        let offset = lines[index].items[item].offset
        lines[index].insertSpaces(target - lines[index].column(at: offset), at: offset)
      }
    }
  }

  /// Labels stand where the first one was written, or further right if a line needs the room.
  private func alignLabels(_ run: Range<Int>, _ lines: inout [FormattedLine]) {
    var target = lines[run.lowerBound].label?.written ?? 0
    for line in lines[run] {
      if let label = line.label { target = max(target, line.column(at: label.offset)) }
    }
    for index in run {
      guard let label = lines[index].label else { continue }
      lines[index].insertSpaces(target - lines[index].column(at: label.offset), at: label.offset)
    }
  }

  /// Aligns trailing comments in the same way, at least two spaces after the code.
  private func alignComments(_ run: Range<Int>, _ lines: inout [FormattedLine]) {
    var target = lines[run.lowerBound].trailing?.written ?? 0
    for line in lines[run] { target = max(target, line.end + 2) }
    for index in run { lines[index].gap = target - lines[index].end }
  }
}

extension FormattedLine {
  /// A key for the sort of block whose brace is aligned; nil if the line has none.
  fileprivate var alignedBrace: Int? {
    guard let brace, code.last == UInt8(ascii: "}") else { return nil }
    switch brace.owner {
    case .kind: return 1
    case .preset: return 2
    case .policy: return 3
    default: return nil
    }
  }
}
