/// What a finding means and what to do about it: a page of `lint --explain`.
public struct FindingPage: Sendable {
  /// The stable code: `E0501` of an error, `unused-param` of a lint rule.
  public let code: String
  public let severity: Severity
  /// One line: what is reported.
  public let summary: String
  /// Why it matters, and what to do about it.
  public let rationale: String
  /// A program, or a part of one, with this finding; empty if that takes more than a few lines.
  public let reported: String
  /// Whole lines of `reported`, or blocks of them, with what mends them; nil deletes them.
  private let mended: KeyValuePairs<String, String?>

  public init(
    code: String, severity: Severity = .error, summary: String, rationale: String, reported: String = "",
    mended: KeyValuePairs<String, String?> = [:]
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.rationale = rationale
    self.reported = reported
    self.mended = mended
  }

  /// The page of an error whose examples have little in common, or one line each.
  init(code: String, summary: String, rationale: String, reported: String, accepted: String) {
    self.init(
      code: code, summary: summary, rationale: rationale, reported: reported, mended: [reported: accepted])
  }

  /// The same text as `reported`, mended so that nothing is found; empty if what is wrong lies in no program.
  public var accepted: String {
    if mended.isEmpty { return "" }
    var rest = Self.lines(of: reported)[...]
    var accepted: [Substring] = []
    while !rest.isEmpty {
      if let change = mended.first(where: { rest.starts(with: Self.lines(of: $0.key)) }) {
        accepted += change.value.map(Self.lines) ?? []
        rest = rest.dropFirst(Self.lines(of: change.key).count)
      } else {
        accepted.append(rest.removeFirst())
      }
    }
    return accepted.joined(separator: "\n")
  }

  /// What `lint --explain` prints, but for the last line, on `# allow`.
  public var text: String {
    let examples = [("Reported", reported), ("Accepted", accepted)].filter { !$0.1.isEmpty }
    return "\(code) (\(severity.text)): \(summary)\n\n\(rationale)"
      + examples.map { "\n\n\($0.0):\n\n" + Self.indented($0.1) }.joined()
  }

  private static func indented(_ text: String) -> String {
    lines(of: text).map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The pages of every code that reading and checking a program gives, in order.
  public static let errors =
    files + lexing + syntax + expressions + names + types + values + rules + motion + sources + scenarios
}
