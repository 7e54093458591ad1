import PaceLanguage
import Testing

struct MessageTests {
  /// The parts of a message as text, values as they are written, and the codes of what is wrong.
  private func parts(_ literal: String) -> (parts: [String], codes: [String]) {
    let parsed = Parsed("rule r {\n  emit note \(literal)\n}")
    guard case .rule(let rule)? = parsed.syntax.declarations.first,
      case .emit(_, let message)? = rule.clauses.first?.kind
    else { return ([], parsed.diagnostics.map(\.code)) }
    var diagnostics: [Diagnostic] = []
    let parts = parseMessage(message, in: parsed.file, diagnostics: &diagnostics)
    return (
      parts.map { part in
        switch part {
        case .text(let text): "'\(text)'"
        case .value(let expression): parsed.file.text(in: expression.span)
        }
      }, diagnostics.map(\.code)
    )
  }

  @Test func `values are expressions at their places in the file`() {
    #expect(
      parts(#""{count(x, last 5 min)} drinks in {w}. Stop.""#).parts == [
        "count(x, last 5 min)", "' drinks in '", "w", "'. Stop.'",
      ])
    #expect(parts(#""a \"b\" {{c}} \\ {d}""#).parts == ["'a \"b\" {c} \\ '", "d"])
    #expect(parts(#""{x == \"}\"}!""#).parts == [#"x == \"}\""#, "'!'"])
    #expect(parts(#""""#).parts == [])
  }

  @Test func `braces that do not match are told`() {
    #expect(parts(#""a { b""#).codes == ["E0231"])
    #expect(parts(#""a } b""#).codes == ["E0232"])
    #expect(parts(#""a {} b""#).codes == ["E0233"])
    #expect(parts(#""a {b c} d""#).codes == ["E0200"])
    #expect(parts(#""a {cuont(x)} d""#).codes == ["E0223"])
  }
}
