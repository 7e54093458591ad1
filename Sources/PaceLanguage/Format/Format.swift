/// The file in the one way to write it, nil where its text has errors.
///
/// Formatting what is formatted changes nothing, no comment is lost, and the tree stays the same. Line breaks within
/// an item stay where they are; what stands in columns on lines that follow each other is put into columns.
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
