/// Parses a file; whatever the bytes, the result is a tree, and what is wrong with them is in `diagnostics`.
public func parse(
  _ file: SourceFile, id: FileID, diagnostics: inout [Diagnostic]
) -> FileSyntax {
  FileSyntax(file: id, declarations: [], comments: [], hasErrors: false)
}

/// A piece of a message: text to be given as it is, or a value to be filled in.
public enum MessagePart: Equatable, Sendable {
  case text(String)
  /// The expression between braces; `.invalid` where it can't be read.
  case value(Expression)
}

/// The parts of a message literal, which lies in `file`: `{`…`}` holds an expression, `{{` and `}}` are braces.
public func parseMessage(
  _ literal: StringSyntax, in file: SourceFile, diagnostics: inout [Diagnostic]
) -> [MessagePart] {
  [.text(literal.text)]
}
