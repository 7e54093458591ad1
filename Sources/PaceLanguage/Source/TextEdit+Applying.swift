/// `bytes` after the edits, whose order doesn't matter; of two that overlap the first in the list counts.
public func applying(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
  var chosen = EditSet()
  for edit in edits { _ = chosen.insert([edit], limit: bytes.count) }
  return chosen.apply(to: bytes)
}

/// `bytes`, the contents of the file that `diagnostics` are about, after their fixes, and how many were made.
///
/// A fix is made as a whole or not at all: not where it overlaps one that stands earlier in the list, lies
/// outside the text or changes another file.
public func applyingFixes(of diagnostics: [Diagnostic], to bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
  var chosen = EditSet()
  var count = 0
  for diagnostic in diagnostics where !diagnostic.fix.isEmpty {
    guard diagnostic.fix.allSatisfy({ $0.span.file == diagnostic.span.file }) else { continue }
    if chosen.insert(diagnostic.fix, limit: bytes.count) { count += 1 }
  }
  return (chosen.apply(to: bytes), count)
}

/// Edits that don't overlap, in the order of the text.
private struct EditSet {
  private var edits: [TextEdit] = []

  /// Adds all of them, or none if one overlaps what is there or lies outside the text.
  mutating func insert(_ group: [TextEdit], limit: Int) -> Bool {
    var trial = edits
    for edit in group {
      guard edit.span.start >= 0, edit.span.end >= edit.span.start, Int(edit.span.end) <= limit else {
        return false
      }
      let place = trial.firstIndex { $0.span.start >= edit.span.start } ?? trial.count
      if place > 0, trial[place - 1].span.end > edit.span.start { return false }
      if place < trial.count {
        let next = trial[place].span
        if next.start == edit.span.start || next.start < edit.span.end { return false }
      }
      trial.insert(edit, at: place)
    }
    edits = trial
    return true
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
