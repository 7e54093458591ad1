import PaceEngine
import PaceLanguage

/// A condition on a page: a line for each part, or running text where that would take too many.
struct ConditionLayout: Sendable {
  let page: ExplainPage
  let density: ExplainDensity

  private var style: Style { page.style }

  func lines(of node: ConditionNode, _ label: String) -> [String] {
    switch density.condition {
    case .parts: page.labelled(label, parts(node))
    case .operands, .running: running(node, label)
    case .brief: short(page.condition.brief(node), node, label)
    case .figures: figures(node, label)
    }
  }

  private func figures(_ node: ConditionNode, _ label: String) -> [String] {
    var condition = page.condition
    condition.namesEqual = true
    return short(condition.figures(node), node, label)
  }

  private func short(_ text: String, _ node: ConditionNode, _ label: String) -> [String] {
    page.labelled(label, Wrapping.lines(text, width: page.room))
      + page.labelled("rows", rows(page.condition.rows(of: node), [], width: page.room))
  }

  /// Each part with its verdict in a column, and the rows behind it below.
  private func parts(_ node: ConditionNode) -> [String] {
    let lines = page.condition.part(of: node, showsCalls: page.condition.isFull).lines()
    let indented = lines.map { String(repeating: "  ", count: $0.depth) + $0.part.text }
    let fitting = zip(lines, indented).filter { line, text in
      text.displayWidth + 2 + line.part.verdict.displayWidth <= page.room
    }
    let longest = fitting.reduce(0) { max($0, $1.0.part.verdict.displayWidth) }
    let column = min(
      fitting.reduce(0) { max($0, $1.1.displayWidth) }, page.room - 2 - longest)
    var told: [(rows: [EventOrdinal], fields: [FieldNameID])] = []
    return zip(lines, indented).flatMap { line, text in
      let isRepeated = told.contains { $0.rows == line.part.rows && $0.fields == line.part.fields }
      told.append((line.part.rows, line.part.fields))
      return self.line(text, line.part, depth: line.depth, column: column, isRepeated: isRepeated)
    }
  }

  /// A part with its verdict in the column, or before the rows below if the part is too long.
  private func line(
    _ text: String, _ line: ConditionPart, depth: Int, column: Int, isRepeated: Bool
  ) -> [String] {
    let aligned = "\(text.padded(to: column))  \(verdict(line.verdict))"
    let isAligned = line.verdict.isEmpty || aligned.displayWidth <= page.room
    let first = isAligned ? [] : [line.verdict]
    let inset = String(repeating: "  ", count: depth + 1)
    let width = page.room - inset.count
    let below: [String]
    if line.rows.isEmpty || isRepeated {
      let same = line.rows.isEmpty ? [] : ["the same \(Noun.count(line.rows.count, "row"))"]
      below = Wrapping.flow(first + same, width: width)
    } else {
      below = rows(line.rows, line.fields, width: width, after: first)
    }
    let head =
      line.verdict.isEmpty || !isAligned
      ? Wrapping.lines(text, width: page.room) : [aligned]
    return head
      + below.enumerated().map { index, told in
        guard index == 0, !isAligned else { return inset + style.dim(told) }
        return inset + verdict(line.verdict) + style.dim(String(told.dropFirst(line.verdict.count)))
      }
  }

  private func verdict(_ text: String) -> String {
    if text.hasPrefix("true") { return style.green(text) }
    return text.hasPrefix("unknown") ? style.yellow(text) : style.red(text)
  }

  // MARK: Running text

  private func running(_ node: ConditionNode, _ label: String) -> [String] {
    let (clauses, sets) = page.condition.clauses(of: node)
    var lines: [String] = []
    // A clause starts a line, unless all of it fits after a short one.
    var isShort = false
    for clause in density.condition == .running ? [clauses.flatMap { $0 }] : clauses {
      let line = clause.joined(separator: " ")
      if let last = lines.last, isShort, last.displayWidth + 1 + line.displayWidth <= page.room {
        lines[lines.count - 1] = "\(last) \(line)"
      } else {
        let wrapped = Wrapping.lines(clause, width: page.room)
        isShort = wrapped.count == 1
        lines += wrapped
      }
    }
    return page.labelled(label, lines) + page.labelled("rows", rows(sets))
  }

  /// Each set of rows once; a set that is the end of another is shown as part of that one.
  private func rows(_ sets: ConditionText.RowSets) -> [String] {
    if sets.sets.count == 1 { return rows(sets.sets[0].rows, sets.sets[0].fields, width: page.room) }
    var merged = sets.sets
    for index in merged.indices {
      for other in merged.indices where merged[other].rows.ends(with: merged[index].rows) {
        merged[other].fields += merged[index].fields.filter { !merged[other].fields.contains($0) }
      }
    }
    return merged.indices.reduce(into: []) { lines, index in
      let set = merged[index]
      let mark = "\(ConditionText.RowSets.mark(index)) "
      let isPart = { merged[$0].rows.count > set.rows.count && merged[$0].rows.ends(with: set.rows) }
      guard let whole = merged.indices.first(where: isPart) else {
        let told = rows(set.rows, set.fields, width: page.room - mark.count)
        let blank = String(repeating: " ", count: mark.count)
        lines += told.enumerated().map { place, line in (place == 0 ? mark : blank) + line }
        return
      }
      let count = set.rows.count == 1 ? "the last row" : "the last \(set.rows.count) rows"
      let part = "\(mark)\(count) of \(ConditionText.RowSets.mark(whole))"
      if let last = lines.last, last.displayWidth + 3 + part.displayWidth <= page.room {
        lines[lines.count - 1] = "\(last)   \(part)"
      } else {
        lines.append(part)
      }
    }
  }

  private func rows(
    _ rows: [EventOrdinal], _ fields: [FieldNameID], width: Int, after first: [String] = []
  ) -> [String] {
    page.condition.evidence.lines(
      rows, fields: fields, besides: page.at, width: width, most: density.rowLines, after: first)
  }
}

extension [EventOrdinal] {
  /// Whether the list ends with `others`.
  fileprivate func ends(with others: [EventOrdinal]) -> Bool {
    others.count <= count && suffix(others.count).elementsEqual(others)
  }
}
