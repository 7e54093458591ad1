/// The file's text in its standard layout, as UTF-8; nil if the text has errors.
///
/// Formatting is idempotent, keeps every comment, and doesn't change the tree. Line breaks within an item stay.
/// Labels, trailing comments and braces on neighbouring lines are aligned in columns.
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
