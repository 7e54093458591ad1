/// Renders diagnostics as text: the message, the line with a mark under the place, and what to do.
public struct DiagnosticRenderer: Sendable {
  private let files: [SourceFile]
  private let style: TerminalStyle

  /// - Parameter files: the list that the `FileID`s of spans index.
  public init(files: [SourceFile], usesColor: Bool) {
    self.files = files
    style = TerminalStyle(isOn: usesColor)
  }

  /// Several lines, the last with its line ending.
  public func text(of diagnostic: Diagnostic) -> String {
    let tone = TerminalStyle.Tone.severity(diagnostic.severity)
    var text = style.apply(tone, "\(diagnostic.severity.text)[\(diagnostic.code)]")
    text += style.apply(.strong, ": \(shown(diagnostic.message))") + "\n"
    text += excerpt(diagnostic.span, mark: "^", tone: tone)
    for note in diagnostic.notes {
      text += style.apply(.severity(.note), "note") + ": \(shown(note.message))\n"
      text += excerpt(note.span, mark: "-", tone: .severity(.note))
    }
    if let help = diagnostic.help { text += style.apply(.help, "help") + ": \(shown(help))\n" }
    text += suggestion(diagnostic.fix)
    return text
  }

  /// The text of each diagnostic, with a blank line between two.
  public func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    for (index, diagnostic) in diagnostics.enumerated() {
      if index > 0 { text += "\n" }
      text += self.text(of: diagnostic)
    }
    return text
  }

  private func file(_ id: FileID) -> SourceFile? {
    files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
  }

  /// The place and, if the file has such a line, the line with a mark under the span.
  private func excerpt(_ span: SourceSpan, mark: String, tone: TerminalStyle.Tone) -> String {
    guard let file = file(span.file) else { return "" }
    let place = file.location(of: span.start)
    let number = String(place.line)
    let margin = String(repeating: " ", count: number.utf8.count)
    let column = file.characterLocation(of: span.start).column
    var text = "\(margin)\(style.apply(.gutter, "-->")) \(shown(file.path)):\(place.line):\(column)\n"
    guard !file.bytes.isEmpty else { return text }
    let end = place.column + Int(max(span.end - span.start, 0))
    let line = file.bytes[file.textRange(ofLine: place.line)]
    let shown = LineExcerpt(utf8: line, from: place.column - 1, to: end - 1)
    text += margin + style.apply(.gutter, " |") + "\n"
    text += style.apply(.gutter, "\(number) |") + shown.text + "\n"
    text += margin + style.apply(.gutter, " |") + String(repeating: " ", count: shown.indent)
    return text + style.apply(tone, String(repeating: mark, count: shown.width)) + "\n"
  }

  /// The lines that the fix changes, before and after.
  private func suggestion(_ edits: [TextEdit]) -> String {
    guard let first = edits.first, let file = file(first.span.file) else { return "" }
    let change = LineChange(edits.filter { $0.span.file == first.span.file }, in: file)
    guard change.old.count + change.new.count <= 8 else { return "" }
    var text = style.apply(.help, "fix") + ":\n"
    let (old, new) = change.excerpts
    for (offset, line) in old.enumerated() {
      text += style.apply(.removed, "\(change.firstLine + offset) -\(line)") + "\n"
    }
    for (offset, line) in new.enumerated() {
      text += style.apply(.added, "\(change.firstLine + offset) +\(line)") + "\n"
    }
    return text
  }

  /// The text with control characters made visible, so that a terminal does not obey them.
  private func shown(_ text: String) -> String { LineExcerpt.printable(text) }
}

/// The lines that some edits of one file touch, before and after.
private struct LineChange {
  var firstLine = 1
  var old: [String] = []
  var new: [String] = []

  init(_ edits: [TextEdit], in file: SourceFile) {
    var start = Int32.max
    var end: Int32 = 0
    for edit in edits {
      start = min(start, edit.span.start)
      end = max(end, edit.span.end)
    }
    firstLine = file.location(of: start).line
    let lastLine = file.location(of: end).line
    guard lastLine - firstLine < 4 else { return }
    for line in firstLine...lastLine { old.append(file.text(ofLine: line)) }
    // Only these lines are edited: a file may have a fix for each of its lines.
    let first = file.range(ofLine: firstLine).lowerBound
    let moved = edits.map { edit in
      let (start, end) = (Int(edit.span.start) - first, Int(edit.span.end) - first)
      return TextEdit(SourceSpan(file: edit.span.file, start: start, end: end), edit.replacement)
    }
    let lines = Array(file.bytes[first..<file.range(ofLine: lastLine).upperBound])
    let changed = SourceFile(path: file.path, bytes: applying(moved, to: lines))
    let count = changed.location(of: Int32(changed.bytes.count)).line
    for line in 1...count { new.append(changed.text(ofLine: line)) }
  }

  /// The lines as a terminal shows them, cut around what differs.
  var excerpts: (old: [String], new: [String]) {
    let (before, after) = (Array(old.joined(separator: "\n").utf8), Array(new.joined(separator: "\n").utf8))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let most = min(before.count, after.count) - start
    let rest = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    return (
      Self.excerpts(old, from: start, to: before.count - min(rest, most)),
      Self.excerpts(new, from: start, to: after.count - min(rest, most))
    )
  }

  /// - Parameters:
  ///   - start: where the part that matters begins, in bytes of all lines.
  ///   - end: where it ends.
  private static func excerpts(_ lines: [String], from start: Int, to end: Int) -> [String] {
    var offset = 0
    return lines.map { line in
      defer { offset += line.utf8.count + 1 }
      return LineExcerpt(line, from: max(0, start - offset), to: max(0, end - offset)).text
    }
  }
}
