import PaceLanguage

/// A duration as a person gives it on the command line: `30 min`.
enum DurationArgument {
  static func milliseconds(_ text: String) -> Int64? {
    // As a program would read it.
    let source = "subject s {\n  d: duration = \(text)\n}\n"
    if text.contains(where: { $0 == "\n" || $0 == "#" }) { return nil }
    let compilation = Compilation.compile(roots: ["duration"]) { _ in .bytes(Array(source.utf8)) }
    guard let attributes = compilation.program?.subject.attributes, attributes.count == 1,
      attributes[0].range == nil, case .value(let value)? = attributes[0].initial
    else { return nil }
    return value.bits
  }
}

extension Arguments {
  /// A span given with an option, in milliseconds.
  func duration(_ option: Option) throws(Failure) -> Int64? {
    guard let text = self[option] else { return nil }
    guard let span = DurationArgument.milliseconds(text), span >= 0 else {
      throw bad(option, "a duration such as 30 min")
    }
    return span
  }
}
