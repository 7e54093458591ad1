/// How the example that a lint rule reports becomes one that it accepts.
enum LintMending: Sendable {
  /// Whole lines, or blocks of them, and what stands there instead; nil if they are deleted.
  case lines(KeyValuePairs<String, String?>)
  /// Another text, where little is left of the reported one.
  case text(String)

  /// The accepted text; lines that `reported` does not have change nothing.
  func accepted(_ reported: String) -> String {
    switch self {
    case .text(let text): return text
    case .lines(let changes):
      var rest = Self.lines(of: reported)[...]
      var accepted: [Substring] = []
      while !rest.isEmpty {
        if let change = changes.first(where: { rest.starts(with: Self.lines(of: $0.key)) }) {
          accepted += change.value.map(Self.lines) ?? []
          rest = rest.dropFirst(Self.lines(of: change.key).count)
        } else {
          accepted.append(rest.removeFirst())
        }
      }
      return accepted.joined(separator: "\n")
    }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
