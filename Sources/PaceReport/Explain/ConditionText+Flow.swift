import PaceEngine
import PaceLanguage

extension ConditionText {
  /// The rows behind the parts of a condition: each set once, under the letter by which parts refer to it.
  struct RowSets: Sendable {
    var sets: [(rows: [EventOrdinal], fields: [FieldNameID])] = []

    /// The letter of a set: `[a]`.
    static func mark(_ index: Int) -> String {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      return letters.indices.contains(index) ? "[\(letters[index])]" : "[\(index + 1)]"
    }

    /// Adds the rows and fields of a part, each set of rows once.
    fileprivate mutating func add(_ rows: [EventOrdinal], _ fields: [FieldNameID]) {
      if rows.isEmpty { return }
      guard let known = index(of: rows) else { return sets.append((rows, fields)) }
      sets[known].fields += fields.filter { !sets[known].fields.contains($0) }
    }

    fileprivate func index(of rows: [EventOrdinal]) -> Int? { sets.firstIndex { $0.rows == rows } }
  }

  /// Every part of a condition as running text: nested ones in parentheses, rows told apart by letters.
  ///
  /// A clause is an operand of the outermost chain, as words that no line break may split.
  func clauses(of node: ConditionNode) -> (clauses: [[String]], rows: RowSets) {
    var sets = RowSets()
    gather(node, &sets)
    let isMarked = sets.sets.count > 1
    let whole = unfolded(node)
    var (parts, sign) = ([node], "")
    if case .junction(let joint) = shape(of: whole) {
      (parts, sign) = (flattened(whole, by: joint), joint.text)
    }
    let clauses = parts.enumerated().map { index, part in
      let words = self.words(of: part, sets, isMarked)
      return index == 0 ? words : [sign] + words
    }
    return (clauses, sets)
  }

  private func gather(_ node: ConditionNode, _ sets: inout RowSets) {
    let node = unfolded(node)
    switch shape(of: node) {
    case .junction, .negation: for child in node.children { gather(child, &sets) }
    case .definition, .relation, .range, .list, .plain:
      sets.add(rows(of: node), fields(in: node.expression))
    }
  }

  private func words(of part: ConditionNode, _ sets: RowSets, _ isMarked: Bool) -> [String] {
    let node = unfolded(part)
    switch shape(of: node) {
    case .junction(let sign): return chain(flattened(node, by: sign), sign.text, sets, isMarked)
    case .negation where node.children.count == 1:
      let inner = words(of: node.children[0], sets, isMarked)
      return ["not"] + (inner.first?.hasPrefix("(") == true ? inner : Self.inParentheses(inner))
    case .relation, .range, .list: return leaf(node, text(of: node, unfolds: false), sets, isMarked)
    case .definition where isNamed(node): return leaf(node, named(node), sets, isMarked)
    case .definition, .negation, .plain:
      return leaf(node, "\(part.text) = \(printer.text(part.value, part.type))", sets, isMarked)
    }
  }

  private func chain(
    _ parts: [ConditionNode], _ sign: String, _ sets: RowSets, _ isMarked: Bool
  ) -> [String] {
    let words = parts.enumerated().flatMap { index, part in
      (index == 0 ? [] : [sign]) + self.words(of: part, sets, isMarked)
    }
    return Self.inParentheses(words)
  }

  /// A comparison as words; a short one is a single word, so that it stays on one line.
  private func leaf(_ node: ConditionNode, _ text: String, _ sets: RowSets, _ isMarked: Bool) -> [String] {
    let verdict = verdict(node)
    let isToldByValue =
      verdict == "true" || verdict == "false" || node.value.isUnknown && node.children.isEmpty
    var words = isToldByValue ? [] : [verdict]
    words += settings(of: node).map { "(\($0))" }
    if isMarked, let index = sets.index(of: rows(of: node)) { words.append(RowSets.mark(index)) }
    let whole = ([text] + words).joined(separator: " ")
    return whole.displayWidth <= Self.wholeWidth ? [whole] : Wrapping.words(text) + words
  }

  /// The width up to which a comparison stays on one line.
  private static var wholeWidth: Int { 36 }

  private static func inParentheses(_ words: [String]) -> [String] {
    guard let first = words.first, let last = words.last else { return [] }
    if words.count == 1 { return ["(\(first))"] }
    return ["(\(first)"] + words.dropFirst().dropLast() + ["\(last))"]
  }
}
