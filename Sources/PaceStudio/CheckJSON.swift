import PaceLab
import PaceLanguage
import PaceReport

/// What `pace lint` finds in the rules as they stand in the page, with the text after each fix.
struct CheckJSON {
  let report: LintReport
  /// Whether the rules can be run.
  let isSound: Bool
  /// Whether they say the same as those that ran before: what is evaluated stays as it is.
  let isSame: Bool

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.field("ok", isSound)
      json.field("same", isSame)
      json.objects("findings", report.findings, write)
    }
  }

  /// What the edits do, in words: `replace "20 mni" with "20 min"`.
  private func title(of edits: [TextEdit], _ file: SourceFile) -> String {
    guard edits.count == 1, let edit = edits.first else { return "make \(edits.count) edits" }
    let old = file.text(in: edit.span)
    let (was, becomes) = (Self.quoted(old), Self.quoted(edit.replacement))
    if old.isEmpty { return "insert \(becomes)" }
    return edit.replacement.isEmpty ? "remove \(was)" : "replace \(was) with \(becomes)"
  }

  private static func quoted(_ text: String) -> String {
    let line = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ").printable
    return "“\(line.count > 40 ? "\(line.prefix(39))…" : line)”"
  }

  private func write(_ finding: LintFinding, _ json: inout JSONWriter) {
    let diagnostic = finding.diagnostic
    json.field("file", finding.path)
    json.fields(["line", "column", "endLine", "endColumn"], of: diagnostic.span, in: finding.file)
    json.field("severity", diagnostic.severity.text)
    json.field("code", diagnostic.code)
    json.field("text", diagnostic.message.printable)
    json.field("help", diagnostic.help)
    json.objects("fixes", diagnostic.fix.isEmpty ? [] : [diagnostic.fix]) { edits, json in
      json.field("title", title(of: edits, finding.file))
      json.field("safe", !diagnostic.isGuess)
      json.field("file", finding.path)
      json.field("text", String(decoding: applying(edits, to: finding.file.bytes), as: UTF8.self))
    }
  }
}
