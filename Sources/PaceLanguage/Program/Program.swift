/// A checked program: names resolved to indices, types known, ranges kept, order settled.
///
/// `expressions` holds the nodes of every expression, children before parents.
public struct Program: Sendable {
  public var files: [SourceFile] = []
  /// The syntax of each file, for tools that work on the text.
  public var syntax: [FileSyntax] = []
  /// The identity of the file behind each path by which one was named or included.
  public var identities: [String: String] = [:]
  public var calendar = CalendarRules()
  public var subject: Subject
  public var events: [EventType] = []
  public var streams: [Stream] = []
  public var fieldNames: [FieldName] = []
  public var enumerations: [Enumeration] = []
  public var scales: [Scale] = []
  public var params: [Param] = []
  public var defines: [Define] = []
  public var rules: [Rule] = []
  public var noticeKinds: [NoticeKind] = []
  public var presets: [Preset] = []
  public var orders: [Order] = []
  /// What no message may say.
  public var guardPhrases: [StringSyntax] = []
  /// Finds them, by their places.
  public internal(set) var guardMatcher = PhraseMatcher()
  public var disclaimers: [String] = []
  public var sources: [SourceMapping] = []
  /// Those of every file; a runner picks the ones in files that were named.
  public var scenarios: [Scenario] = []
  public var expressions: [ExpressionNode] = []
  /// The rules in the order in which they are evaluated.
  public var evaluationOrder: [RuleID] = []

  public subscript(id: ExpressionID) -> ExpressionNode { expressions[id.index] }
  public subscript(id: StreamID) -> Stream { streams[id.index] }
  public subscript(id: RuleID) -> Rule { rules[id.index] }

  /// The text of `span` as it was written.
  public func text(in span: SourceSpan) -> String { files[Int(span.file.index)].text(in: span) }

  /// The text of `span` on one line, without comments.
  public func line(of span: SourceSpan) -> String { files[Int(span.file.index)].line(of: span) }

  /// The identity of the file at a path, for checking the program's text anew.
  public func identity(of path: String) -> String { identities[path] ?? path }

  /// Its file at a path, however it was named or included.
  public func file(at path: String) -> FileID? {
    let identity = identity(of: normalizedPath(path))
    return files.firstIndex { $0.identity == identity }.map { FileID($0) }
  }
}
