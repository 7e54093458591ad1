/// `bytes` after the edits, in any order. Of two edits that overlap, only the first in the list is made.
public func applying(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
  var chosen = EditSet()
  for edit in edits { _ = chosen.insert([edit], limit: bytes.count) }
  return chosen.apply(to: bytes)
}

/// The contents of the file that `diagnostics` are about, after their fixes, and which fixes were made.
///
/// A fix is made as a whole or not at all. It is left out if it overlaps a fix made earlier in the list, lies
/// outside the text, or changes another file.
///
/// - Returns: `made` has the index in `diagnostics` of each fix that was made, and where its edits lie in `bytes`.
public func applyingFixes(
  of diagnostics: [Diagnostic], to bytes: [UInt8]
) -> (bytes: [UInt8], made: [(index: Int, spans: [SourceSpan])]) {
  var chosen = EditSet()
  let indices = diagnostics.indices.filter { index in
    let diagnostic = diagnostics[index]
    return !diagnostic.fix.isEmpty
      && diagnostic.fix.allSatisfy { $0.span.file == diagnostic.span.file }
      && chosen.insert(diagnostic.fix, limit: bytes.count)
  }
  let made = indices.map { index in
    (index: index, spans: diagnostics[index].fix.map { chosen.spanAfter($0) })
  }
  return (chosen.apply(to: bytes), made)
}

/// Edits that don't overlap, in the order of the text.
private struct EditSet {
  private var edits: [TextEdit] = []

  /// Adds all of them, or none if one overlaps what is there or lies outside the text.
  mutating func insert(_ group: [TextEdit], limit: Int) -> Bool {
    for (count, edit) in group.enumerated() {
      guard let place = room(for: edit.span, limit: limit) else {
        for added in group[..<count] { edits.remove(at: place(of: added.span.start)) }
        return false
      }
      edits.insert(edit, at: place)
    }
    return true
  }

  /// Where an edit of `span` goes; nil if it overlaps one that is there, or lies outside the text.
  private func room(for span: SourceSpan, limit: Int) -> Int? {
    guard span.start >= 0, span.end >= span.start, Int(span.end) <= limit else { return nil }
    let place = place(of: span.start)
    if place > 0, edits[place - 1].span.end > span.start { return nil }
    guard place < edits.count else { return place }
    let next = edits[place].span
    return next.start == span.start || next.start < span.end ? nil : place
  }

  /// The place of the first edit that starts at `start` or after.
  private func place(of start: Int32) -> Int {
    edits.partitioningIndex { $0.span.start >= start }
  }

  /// Where the replacement of one of the edits lies once all are made.
  func spanAfter(_ edit: TextEdit) -> SourceSpan {
    let before = edits[..<place(of: edit.span.start)]
    let shift = before.reduce(0) { $0 + $1.replacement.utf8.count - Int($1.span.end - $1.span.start) }
    let start = Int(edit.span.start) + shift
    return SourceSpan(file: edit.span.file, start: start, end: start + edit.replacement.utf8.count)
  }

  func apply(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in edits {
      result += bytes[position..<Int(edit.span.start)]
      result += Array(edit.replacement.utf8)
      position = Int(edit.span.end)
    }
    result += bytes[position...]
    return result
  }
}
