import PaceLanguage

/// Diagnostics as a person reads them: the place, the line, what is wrong, and what to do.
struct DiagnosticPage: Sendable {
  let files: [SourceFile]
  let style: Style

  func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    for diagnostic in diagnostics {
      let file = files[Int(diagnostic.span.file.index)]
      let place = file.location(of: diagnostic.span.start)
      text += "\(file.path):\(place.line):\(place.column): \(diagnostic.code): \(diagnostic.message)\n"
    }
    return text
  }
}
