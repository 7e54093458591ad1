/// What can be wrong with finding and reading files.
extension Diagnostic {
  static func unreadableRoot(_ span: SourceSpan, path: String, reason: String) -> Diagnostic {
    Diagnostic(code: "E0001", span: span, message: "can't read `\(path)`: \(reason)")
  }

  static func unreadableInclude(_ span: SourceSpan, path: String, reason: String) -> Diagnostic {
    let end = SourceSpan(file: span.file, start: Int(span.end) - 1, end: Int(span.end) - 1)
    let isBare = !path.isEmpty && !path.hasSuffix(".pace") && !path.hasSuffix(".") && !path.hasSuffix("/")
    return Diagnostic(
      code: "E0002", span: span, message: "can't include `\(path)`: \(reason)",
      help: "the path is taken from the folder of the file that includes it"
        + (isBare ? ", and ends with `.pace`" : ""), fix: isBare ? [TextEdit(end, ".pace")] : [],
      isGuess: isBare)
  }

  static func includeCycle(_ span: SourceSpan, cycle: [String]) -> Diagnostic {
    let text = cycle.map { "`\($0)`" }.joined(separator: " → ")
    return Diagnostic(code: "E0003", span: span, message: "this include goes round in a circle: \(text)")
  }

  static func includesTooDeep(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(code: "E0004", span: span, message: "includes are nested more than \(limit) deep")
  }
}
