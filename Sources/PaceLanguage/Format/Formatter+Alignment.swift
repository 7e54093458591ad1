/// Columns on lines that follow each other: the braces of one-line kinds, presets and policies, the labels of params
/// and attributes, and comments.
extension Formatter {
  func align(_ lines: inout [FormattedLine]) {
    for run in runs(in: lines, key: { $0.alignedBrace }) {
      align(run, &lines) { $0.brace?.offset }
      alignItems(run, &lines)
    }
    for run in runs(in: lines, key: { $0.label == nil ? nil : 0 }) {
      // Labels stand where the first one was written, or further right if a line needs the room.
      let first = lines[run.lowerBound].label?.written ?? 0
      align(run, &lines, from: first) { $0.label?.offset }
    }
    for run in runs(in: lines, key: { $0.trailing == nil ? nil : 0 }) {
      for part in parts(of: run, lines) { alignComments(part, &lines) }
    }
  }

  /// The parts of a run in which comments are aligned: one after a closing brace says nothing of the next lines.
  private func parts(of run: Range<Int>, _ lines: [FormattedLine]) -> [Range<Int>] {
    func closes(_ index: Int) -> Bool { lines[index].code == [UInt8(ascii: "}")] }
    var parts: [Range<Int>] = []
    var start = run.lowerBound
    for index in run where index > start {
      guard closes(index) || closes(start) && !lines[index].code.isEmpty else { continue }
      parts.append(start..<index)
      start = index
    }
    return parts + [start..<run.upperBound]
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

  /// Moves what stands at an offset in the code of each line to one column, from `start` on.
  private func align(
    _ run: Range<Int>, _ lines: inout [FormattedLine], from start: Int = 0,
    _ offset: (FormattedLine) -> Int?
  ) {
    var target = start
    for line in lines[run] {
      if let offset = offset(line) { target = max(target, line.column(at: offset)) }
    }
    for index in run {
      guard let offset = offset(lines[index]) else { continue }
      lines[index].insertSpaces(target - lines[index].column(at: offset), at: offset)
    }
  }

  /// Blocks that give values to the same names, in the same order, are a table.
  private func alignItems(_ run: Range<Int>, _ lines: inout [FormattedLine]) {
    let names = lines[run.lowerBound].items.map { $0.name }
    for line in lines[run] where line.items.map({ $0.name }) != names { return }
    for item in names.indices { align(run, &lines) { $0.items[item].offset } }
  }

  /// Comments stand where the first one was written, or further right, at least two spaces after the code.
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
