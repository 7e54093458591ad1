/// What an error code means: its page in `lint --explain`.
public struct ErrorDoc: Sendable {
  /// The stable code, such as `E0501`.
  public let code: String
  /// One line: what is wrong.
  public let summary: String
  /// Why it is an error, and what to do about it.
  public let explanation: String
  /// A piece of a program that has this error and no other; empty if the error takes more than a few lines.
  public let example: String
  /// The same piece without the error; empty if `example` is, or if what is wrong lies in no program.
  public var accepted = ""

  /// What `lint --explain` prints.
  public var page: String {
    let head = "\(code) (error): \(summary)\n\n\(explanation)"
    let examples = [("Reported", example), ("Accepted", accepted)].filter { !$0.1.isEmpty }
    return head + examples.map { "\n\n\($0.0):\n\n" + Self.indented($0.1) }.joined()
  }

  private static func indented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }

  /// The page of a code, whatever the case of its letter; nil for unknown codes.
  public static func find(_ code: String) -> ErrorDoc? {
    let wanted = code.uppercased()
    return all.first { $0.code == wanted }
  }

  /// Every code that reading and checking a program gives, in order.
  public static let all =
    files + lexing + syntax + expressions + names + types + values + rules + motion + sources + scenarios
}
