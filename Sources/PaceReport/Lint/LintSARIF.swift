public import PaceLab
import PaceLanguage

/// `lint --format sarif`: the findings as a SARIF 2.1.0 log, which code hosts show beside the lines.
public enum LintSARIF {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  public static func bytes(of report: LintReport, version: String) -> [UInt8] {
    let codes = Set(report.findings.map { $0.diagnostic.code }).sorted()
    return JSONWriter.line { log in
      log.field("$schema", schema)
      log.field("version", "2.1.0")
      log.array("runs") { runs in
        runs.object { run in
          run.object("tool") { tool in
            tool.object("driver") { driver in
              driver.field("name", "pace")
              driver.field("version", version)
              driver.objects("rules", codes) { code, object in describe(code, &object) }
            }
          }
          run.field("columnKind", "unicodeCodePoints")
          run.objects("results", report.findings) { finding, object in write(finding, among: codes, &object) }
        }
      }
    }
  }

  /// What a code means, once for all its findings.
  private static func describe(_ code: String, _ rule: inout JSONWriter) {
    let page = FindingPage.named(code)
    rule.field("id", code)
    text("shortDescription", page?.summary ?? code, &rule)
    text("fullDescription", page?.rationale ?? code, &rule)
    text("help", page?.explanation ?? code, &rule)
    rule.object("defaultConfiguration") { $0.field("level", (page?.severity ?? .error).text) }
  }

  private static func write(_ finding: LintFinding, among codes: [String], _ result: inout JSONWriter) {
    let diagnostic = finding.diagnostic
    result.field("ruleId", diagnostic.code)
    result.field("ruleIndex", codes.firstIndex(of: diagnostic.code))
    result.field("level", diagnostic.severity.text)
    text("message", diagnostic.message + (diagnostic.help.map { "; \($0)" } ?? ""), &result)
    result.array("locations") { $0.object { location(diagnostic.span, in: finding.file, &$0) } }
    if !diagnostic.notes.isEmpty {
      result.objects("relatedLocations", diagnostic.notes) { note, related in
        location(note.span, in: finding.files[Int(note.span.file.index)], &related)
        text("message", note.message, &related)
      }
    }
    if !diagnostic.fix.isEmpty { writeFix(of: diagnostic, in: finding.files, &result) }
  }

  private static func writeFix(
    of diagnostic: Diagnostic, in files: [SourceFile], _ result: inout JSONWriter
  ) {
    let edits = diagnostic.fix
    result.array("fixes") { fixes in
      fixes.object { fix in
        if diagnostic.isGuess {
          text("description", "no more than a guess at what was meant, which `--fix` leaves out", &fix)
        }
        fix.objects("artifactChanges", edits) { edit, object in
          write(edit, in: files[Int(edit.span.file.index)], &object)
        }
      }
    }
  }

  private static func write(_ edit: TextEdit, in file: SourceFile, _ change: inout JSONWriter) {
    artifact(file, &change)
    change.array("replacements") { replacements in
      replacements.object { replacement in
        replacement.object("deletedRegion") { region(edit.span, in: file, &$0) }
        text("insertedContent", edit.replacement, &replacement)
      }
    }
  }

  private static func location(_ span: SourceSpan, in file: SourceFile, _ location: inout JSONWriter) {
    location.object("physicalLocation") { physical in
      artifact(file, &physical)
      physical.object("region") { region(span, in: file, &$0) }
    }
  }

  private static func artifact(_ file: SourceFile, _ object: inout JSONWriter) {
    object.object("artifactLocation") { $0.field("uri", URIText.uri(of: file.path)) }
  }

  private static func region(_ span: SourceSpan, in file: SourceFile, _ region: inout JSONWriter) {
    region.fields(["startLine", "startColumn", "endLine", "endColumn"], of: span, in: file)
  }

  private static func text(_ key: String, _ text: String, _ object: inout JSONWriter) {
    object.object(key) { $0.field("text", text) }
  }
}

/// Paths as SARIF wants them.
private enum URIText {
  /// The URI of a path, which is relative if the path is.
  static func uri(of path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
