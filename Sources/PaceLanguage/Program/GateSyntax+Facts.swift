/// Facts about gates as written.
extension GateSyntax {
  public var parts: [SyntaxPart] {
    switch kind {
    case .unless(let condition): [.expression(condition, .unless)]
    case .cooldown(let length): [.literal(length, .cooldown)]
    case .quiet(let start, let end): [.literal(start, .quietStart), .literal(end, .quietEnd)]
    case .limit(let count, let window):
      [.literal(count, .limitCount)] + (window?.length.map { [.literal($0, .limitLength)] } ?? [])
    }
  }

  /// One sentence: when a firing is held back.
  func words(in file: SourceFile) -> String {
    func text(_ span: SourceSpan) -> String { "`\(file.line(of: span))`" }
    switch kind {
    case .unless(let condition): return "A firing is held back while \(text(condition.span)) is true."
    case .cooldown(let length):
      return "A firing is held back while the last one is at most \(text(length.span)) old."
    case .quiet(let start, let end):
      return "A firing is held back from \(text(start.span)) until \(text(end.span)), local time."
    case .limit(let count, let window):
      let times = "A firing is held back once there were \(text(count.span))"
      return window.map { "\(times) in the window \(text($0.span))." } ?? "\(times) in all."
    }
  }
}
