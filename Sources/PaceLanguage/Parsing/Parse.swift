/// Parses a file. Whatever the bytes, the result is a tree; errors are appended to `diagnostics`.
public func parse(
  _ file: SourceFile, id: FileID, diagnostics: inout [Diagnostic]
) -> FileSyntax {
  let parsed = ParsedFile(file, id: id)
  diagnostics += parsed.diagnostics
  return parsed.syntax
}

/// The whole result of reading a file; the formatter needs the tokens and the layout too.
struct ParsedFile: Sendable {
  var syntax: FileSyntax
  var tokens: [Token]
  var layout: TokenLayout
  var diagnostics: [Diagnostic]

  init(_ file: SourceFile, id: FileID) {
    let lexer = Lexer(file, file: id)
    var parser = Parser(file, file: id, tokens: lexer.list.tokens, reporter: lexer.reporter)
    let declarations = parser.parseFile()
    UnclosedBlock(parser).doubtEdits(in: &parser.reporter)
    diagnostics = parser.reporter.sorted()
    // Other diagnostics about a file that is no text help nobody.
    if !lexer.isText { diagnostics.removeAll { !$0.isOfBytes } }
    tokens = lexer.list.tokens
    layout = parser.layout
    syntax = FileSyntax(
      file: id, declarations: declarations, comments: lexer.list.comments,
      hasErrors: diagnostics.contains { $0.severity == .error }, unreadNames: parser.unreadNames)
  }
}

/// Whether two texts of a file say the same: they differ in comments and blanks at most.
package func saysTheSame(_ one: SourceFile, _ other: SourceFile) -> Bool {
  if one.bytes == other.bytes { return true }
  let (first, second) = (Lexer(one).list.tokens, Lexer(other).list.tokens)
  return first.count == second.count
    && zip(first, second).allSatisfy { a, b in
      a.kind == b.kind && a.startsLine == b.startsLine
        && one.bytes[Int(a.start)..<Int(a.end)] == other.bytes[Int(b.start)..<Int(b.end)]
    }
}

/// The literal that `text` consists of; nil for any other text.
func parseLiteral(_ text: String) -> LiteralKind? {
  let read = readLiteral(text)
  return read.problem == nil ? read.kind : nil
}

/// The literal that a text consists of, if it is one, and the first thing that is wrong with it.
func readLiteral(_ text: String) -> (kind: LiteralKind?, problem: Diagnostic?) {
  let file = SourceFile(path: "", bytes: Array(text.utf8))
  let lexer = Lexer(file)
  var parser = Parser(file, file: FileID(0), tokens: lexer.list.tokens, reporter: lexer.reporter)
  do throws(SyntaxStop) {
    let literal = try parser.parseLiteral(.literal)
    guard parser.token.kind == .end, lexer.list.comments.isEmpty else { return (nil, nil) }
    return (literal.kind, parser.reporter.sorted().first)
  } catch {
    return (nil, nil)
  }
}
