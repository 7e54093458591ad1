public import PaceLanguage

/// Applies the edits that findings carry.
public enum LintFix {
  /// The bytes of a file with a report's fixes applied, guesses aside; nil if there are none.
  ///
  /// Where fixes overlap, the first one stands, so that another round may be needed.
  public static func apply(_ report: LintReport, to file: SourceFile) -> [UInt8]? {
    let certain = report.findings.filter { $0.path == file.path && !$0.diagnostic.isGuess }
    let (bytes, count) = applyingFixes(of: certain.map { $0.diagnostic }, to: file.bytes)
    return count == 0 ? nil : bytes
  }
}
