import PaceLanguage

/// Edits that take one item of a list or block away, with the separator that belonged to it.
enum ItemRemoval {
  /// The item with the comma and blanks after it, else with the comma before it, else with its whole line.
  static func edit(removing span: SourceSpan, from file: SourceFile) -> TextEdit {
    let bytes = file.bytes
    var start = Int(span.start)
    var end = skipBlanks(in: bytes, from: Int(span.end))
    if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
      end = skipBlanks(in: bytes, from: end + 1)
    } else {
      end = Int(span.end)
      let before = skipBlanksBack(in: bytes, from: start)
      if before > 0, bytes[before - 1] == UInt8(ascii: ",") {
        start = before - 1
      } else if isLine(bytes, before, skipBlanks(in: bytes, from: end)) {
        start = before
        end = min(skipBlanks(in: bytes, from: end) + 1, bytes.count)
      }
    }
    return TextEdit(SourceSpan(file: span.file, start: start, end: end), "")
  }

  /// An allowance: a code of several, or the comment with its whole line, or with the blanks before it.
  ///
  /// A comma before those parts other items.
  static func edit(removing allowance: Allowance, from file: SourceFile) -> TextEdit {
    let span = allowance.span
    let start = skipBlanksBack(in: file.bytes, from: Int(span.start))
    guard !allowance.isListed, start > 0, file.bytes[start - 1] == UInt8(ascii: ",") else {
      return edit(removing: span, from: file)
    }
    return TextEdit(SourceSpan(file: span.file, start: start, end: Int(span.end)), "")
  }

  private static func skipBlanks(in bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
  }

  private static func skipBlanksBack(in bytes: [UInt8], from end: Int) -> Int {
    (bytes[..<end].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? -1) + 1
  }

  /// Whether there are only blanks before a span in its line.
  static func beginsLine(_ span: SourceSpan, in file: SourceFile) -> Bool {
    isLineStart(file.bytes, skipBlanksBack(in: file.bytes, from: Int(span.start)))
  }

  private static func isLine(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    isLineStart(bytes, start) && (end == bytes.count || bytes[end] == UInt8(ascii: "\n"))
  }

  /// Whether a line starts here: the first one may do so after a byte order mark.
  private static func isLineStart(_ bytes: [UInt8], _ start: Int) -> Bool {
    start == 0 || bytes[start - 1] == UInt8(ascii: "\n") || bytes[..<start] == [0xEF, 0xBB, 0xBF]
  }
}
