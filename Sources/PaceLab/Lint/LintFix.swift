public import PaceLanguage

/// Applies the edits that findings carry.
public enum LintFix {
  /// `bytes` with `edits` made; of edits that overlap, the first stands, so that another round may be needed.
  public static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }
    for (_, edit) in ordered {
      let start = Int(edit.span.start)
      let end = Int(edit.span.end)
      guard start >= position, end >= start, end <= bytes.count else { continue }
      result += bytes[position..<start]
      result += Array(edit.replacement.utf8)
      position = end
    }
    result += bytes[position...]
    return result
  }

  /// The bytes of a file with the fixes of a report's findings in it, guesses aside; nil where there are none.
  public static func apply(_ report: LintReport, to file: SourceFile) -> [UInt8]? {
    let edits = report.findings
      .filter { $0.path == file.path && !$0.diagnostic.isGuess }
      .flatMap { finding in finding.diagnostic.fix.filter { $0.span.file == finding.diagnostic.span.file } }
    return edits.isEmpty ? nil : apply(edits, to: file.bytes)
  }
}
