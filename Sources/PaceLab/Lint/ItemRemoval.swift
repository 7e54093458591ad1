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

  /// A comment with its whole line, or with the blanks before it; a comma before those parts other items.
  static func edit(removingComment span: SourceSpan, from file: SourceFile) -> TextEdit {
    let start = skipBlanksBack(in: file.bytes, from: Int(span.start))
    guard start > 0, file.bytes[start - 1] == UInt8(ascii: ",") else {
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

  private static func isLine(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    let newline = UInt8(ascii: "\n")
    return (start == 0 || bytes[start - 1] == newline) && (end == bytes.count || bytes[end] == newline)
  }
}
