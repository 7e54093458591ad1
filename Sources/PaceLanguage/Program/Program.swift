/// A checked program: names are resolved to indices, types known, values in their ranges, rules in order.
///
/// `expressions` holds the nodes of every expression, children before parents.
public final class Program: Sendable {
  private let content: ProgramContent
  /// Stored by itself, so that reading a part of it copies no more than that.
  public let subject: Subject

  init(_ content: ProgramContent) {
    self.content = content
    subject = content.subject
  }

  /// A copy changed by `change`, which must keep names and types consistent.
  package func changing(_ change: (inout ProgramContent) -> Void) -> Program {
    var content = content
    change(&content)
    return Program(content)
  }

  public var files: [SourceFile] { content.files }
  /// The syntax of each file, for tools that work on the text.
  public var syntax: [FileSyntax] { content.syntax }
  public var calendar: CalendarRules { content.calendar }
  public var events: [EventType] { content.events }
  public var streams: [Stream] { content.streams }
  public var fieldNames: [FieldName] { content.fieldNames }
  public var enumerations: [Enumeration] { content.enumerations }
  public var scales: [Scale] { content.scales }
  public var params: [Param] { content.params }
  public var defines: [Define] { content.defines }
  public var rules: [Rule] { content.rules }
  public var noticeKinds: [NoticeKind] { content.noticeKinds }
  public var presets: [Preset] { content.presets }
  public var orders: [Order] { content.orders }
  /// The phrases that no message may say.
  public var guardPhrases: [StringSyntax] { content.guardPhrases }
  /// Finds the guard phrases in messages, by their indices in `guardPhrases`.
  public var guardMatcher: PhraseMatcher { content.guardMatcher }
  public var disclaimers: [String] { content.disclaimers }
  public var sources: [SourceMapping] { content.sources }
  /// The scenarios of every file; a runner picks those in files that were named.
  public var scenarios: [Scenario] { content.scenarios }
  public var expressions: [ExpressionNode] { content.expressions }
  /// The rules in the order in which they are evaluated.
  public var evaluationOrder: [RuleID] { content.evaluationOrder }

  public subscript(id: ExpressionID) -> ExpressionNode { expressions[id.index] }
  /// The type of an expression, without a copy of the rest.
  public func type(of id: ExpressionID) -> ValueType { expressions[id.index].type }
  public subscript(id: StreamID) -> Stream { streams[id.index] }
  public subscript(id: RuleID) -> Rule { rules[id.index] }

  /// The text of `span` as it was written.
  public func text(in span: SourceSpan) -> String { files[Int(span.file.index)].text(in: span) }

  /// The text of `span` on one line, without comments.
  public func line(of span: SourceSpan) -> String { files[Int(span.file.index)].line(of: span) }

  /// The identity of the file at a path, for checking the program's text anew.
  public func identity(of path: String) -> String { content.identities[path] ?? path }

  /// The program's file at a path, however it was named or included; nil if there is none.
  public func file(at path: String) -> FileID? {
    let identity = identity(of: normalizedPath(path))
    return files.firstIndex { $0.identity == identity }.map { FileID($0) }
  }
}

/// The contents of a program, for code that makes or changes one.
package struct ProgramContent: Sendable {
  package var files: [SourceFile] = []
  package var syntax: [FileSyntax] = []
  package var identities: [String: String] = [:]
  package var calendar = CalendarRules()
  package var subject: Subject
  package var events: [EventType] = []
  package var streams: [Stream] = []
  package var fieldNames: [FieldName] = []
  package var enumerations: [Enumeration] = []
  package var scales: [Scale] = []
  package var params: [Param] = []
  package var defines: [Define] = []
  package var rules: [Rule] = []
  package var noticeKinds: [NoticeKind] = []
  package var presets: [Preset] = []
  package var orders: [Order] = []
  package var guardPhrases: [StringSyntax] = []
  package var guardMatcher = PhraseMatcher()
  package var disclaimers: [String] = []
  package var sources: [SourceMapping] = []
  package var scenarios: [Scenario] = []
  package var expressions: [ExpressionNode] = []
  package var evaluationOrder: [RuleID] = []

  subscript(id: ExpressionID) -> ExpressionNode { expressions[id.index] }
  subscript(id: StreamID) -> Stream { streams[id.index] }
}
