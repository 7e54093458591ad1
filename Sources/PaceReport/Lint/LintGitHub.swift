public import PaceLab
import PaceLanguage

/// `lint --format github`: workflow commands, which GitHub shows as annotations on a change's lines.
public enum LintGitHub {
  public static func text(of report: LintReport) -> String {
    report.findings.map(line).joined()
  }

  private static func line(_ finding: LintFinding) -> String {
    let diagnostic = finding.diagnostic
    let start = finding.file.characterLocation(of: diagnostic.span.start)
    let end = finding.file.characterLocation(of: diagnostic.span.end)
    var place = "file=\(property(finding.path)),line=\(start.line),endLine=\(end.line)"
    // GitHub takes columns only if both ends are on the same line.
    if start.line == end.line { place += ",col=\(start.column),endColumn=\(end.column)" }
    let message = diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? "")
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.text
    let data = escape(message, [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")])
    return "::\(command) \(place),title=\(property(diagnostic.code))::\(data)\n"
  }

  private static func property(_ text: String) -> String {
    escape(text, [("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")])
  }

  private static func escape(_ text: String, _ pairs: [(Unicode.Scalar, String)]) -> String {
    text.printable(keeping: pairs.map { $0.0 }).replacing { scalar in pairs.first { $0.0 == scalar }?.1 }
  }
}
