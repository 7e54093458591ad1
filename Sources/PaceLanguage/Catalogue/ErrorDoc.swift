/// What an error code means: its page in `lint --explain`.
public struct ErrorDoc: Sendable {
  /// The stable code, such as `E0501`.
  public let code: String
  /// One line: what is wrong.
  public let summary: String
  /// Why it is an error, and what to do about it.
  public let explanation: String
  /// A piece of a program that has this error and no other.
  public let example: String

  /// What `lint --explain` prints.
  public var page: String {
    let head = "\(code) (error): \(summary)\n\n\(explanation)"
    if example.isEmpty { return head }
    let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
    return head + "\n\nReported:\n\n" + lines.map { "    " + $0 }.joined(separator: "\n")
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
