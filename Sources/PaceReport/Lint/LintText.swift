public import PaceLab
import PaceLanguage

/// `lint --format text`: each finding with its line, and how many there are.
public struct LintText: Sendable {
  private let style: Style

  public init(_ style: Style) { self.style = style }

  public func text(of report: LintReport) -> String {
    var text = ""
    for finding in report.findings {
      let renderer = DiagnosticRenderer(files: finding.files, usesColor: style.isOn)
      var diagnostic = finding.diagnostic
      diagnostic.message = diagnostic.message.printable
      text += renderer.text(of: diagnostic) + "\n"
    }
    return text + summary(of: report) + "\n"
  }

  private func summary(of report: LintReport) -> String {
    let files = Noun.count(report.files.count, "file")
    if report.findings.isEmpty { return style.green("nothing found") + " in \(files)" }
    let parts = [Severity.error, .warning, .note].compactMap { severity in
      let count = report.count(of: severity)
      return count > 0 ? Noun.count(count, severity.text) : nil
    }
    return "\(parts.joined(separator: ", ")) in \(files)"
  }
}
