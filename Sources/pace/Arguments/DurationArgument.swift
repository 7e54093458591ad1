import PaceLanguage

/// A duration as a person gives it on the command line: `30 min`.
enum DurationArgument {
  static func milliseconds(_ text: String) -> Int64? {
    // As a program would read it.
    let source = "subject s {\n  d: duration = \(text)\n}\n"
    if text.contains(where: { $0 == "\n" || $0 == "#" }) { return nil }
    let compilation = Compilation.compile(roots: ["duration"]) { _ in .bytes(Array(source.utf8)) }
    guard case .value(let value)? = compilation.program?.subject.attributes.first?.initial else { return nil }
    return value.bits
  }
}
