/// What can be wrong with finding and reading files.
extension Diagnostic {
  static func unreadableRoot(_ span: SourceSpan, path: String, reason: String) -> Diagnostic {
    Diagnostic(code: "E0001", span: span, message: "can't read `\(path)`: \(reason)")
  }

  /// - Parameters:
  ///   - meant: the path of the file that is likely meant.
  ///   - lacksEnding: whether there is a file of this path with `.pace` behind it.
  static func unreadableInclude(
    _ span: SourceSpan, path: String, reason: String, meant: String?, lacksEnding: Bool
  ) -> Diagnostic {
    let end = SourceSpan(file: span.file, start: Int(span.end) - 1, end: Int(span.end) - 1)
    let inside = SourceSpan(file: span.file, start: Int(span.start) + 1, end: Int(span.end) - 1)
    let place = "the path is taken from the folder of the file that includes it"
    let isBare = !path.isEmpty && !path.hasSuffix(".pace") && !path.hasSuffix(".") && !path.hasSuffix("/")
    var problem = Diagnostic(
      code: "E0002", span: span, message: "can't include `\(path)`: \(reason)",
      help: place + (isBare ? ", and ends with `.pace`" : ""))
    if isBare, lacksEnding {
      (problem.fix, problem.isGuess) = ([TextEdit(end, ".pace")], true)
    } else if let meant {
      problem.help = "\(place); the pack of that name is `\(meant)`"
      // Only a path from the root is the same from every folder.
      if meant.hasPrefix("/") { (problem.fix, problem.isGuess) = ([TextEdit(inside, meant)], true) }
    }
    return problem
  }

  static func includeCycle(_ span: SourceSpan, cycle: [String]) -> Diagnostic {
    let text = cycle.map { "`\($0)`" }.joined(separator: " → ")
    return Diagnostic(code: "E0003", span: span, message: "this include goes round in a circle: \(text)")
  }

  static func includesTooDeep(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(code: "E0004", span: span, message: "includes are nested more than \(limit) deep")
  }
}
