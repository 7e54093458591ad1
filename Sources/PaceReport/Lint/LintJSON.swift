public import PaceLab
import PaceLanguage

/// `lint --format json`: one object with all findings.
public enum LintJSON {
  public static func bytes(of report: LintReport, survey: DataSurvey? = nil) -> [UInt8] {
    JSONWriter.line { object in
      object.objects("findings", report.findings) { finding, object in write(finding, &object) }
      if let survey { DataLintJSON.write(survey, &object) }
    }
  }

  private static func write(_ finding: LintFinding, _ object: inout JSONWriter) {
    let diagnostic = finding.diagnostic
    object.field("code", diagnostic.code)
    object.field("severity", diagnostic.severity.text)
    object.field("file", finding.path)
    write(diagnostic.span, finding.file, &object)
    object.field("message", diagnostic.message)
    object.field("help", diagnostic.help)
    if diagnostic.fix.isEmpty {
      object.field("fix", raw: "null")
    } else {
      object.objects("fix", diagnostic.fix) { edit, object in
        write(edit.span, finding.file, &object)
        object.field("replacement", edit.replacement)
      }
    }
    object.field("guess", diagnostic.isGuess)
  }

  private static func write(_ span: SourceSpan, _ file: SourceFile, _ object: inout JSONWriter) {
    object.fields(["line", "column", "end_line", "end_column"], of: span, in: file)
  }
}
