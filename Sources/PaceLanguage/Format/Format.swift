/// The file's text in its standard layout; nil if the text has errors.
///
/// Formatting twice changes nothing more, no comment is lost, and the tree stays the same. Line breaks within an
/// item stay where they are. Labels, comments and the like on neighbouring lines are aligned in columns.
public func format(_ syntax: FileSyntax, of file: SourceFile) -> [UInt8]? {
  guard !syntax.hasErrors else { return nil }
  let parsed = ParsedFile(file, id: syntax.file)
  guard !parsed.syntax.hasErrors else { return nil }
  var formatter = Formatter(parsed, of: file)
  formatter.run()
  return formatter.output()
}

extension BlockOwner {
  /// Whether its items may share a line; otherwise each has its own.
  var isFlowing: Bool {
    switch self {
    case .subject, .event, .rule, .source, .scenario: false
    case .calendar, .kind, .policy, .preset, .guard, .table, .map, .scenarioSubject, .scenarioEvent: true
    }
  }
}
