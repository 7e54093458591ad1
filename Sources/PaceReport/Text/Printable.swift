import PaceLanguage

extension String {
  /// The text on one line, without characters that control a terminal, as people read it.
  ///
  /// Formats for programs take the text as it is and escape by their own rules.
  package var printable: String { printable(keeping: []) }

  /// The same with some characters, such as tabs, left as they are.
  package func printable(keeping kept: [Unicode.Scalar]) -> String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    return replacing { scalar in
      switch scalar {
      case _ where kept.contains(scalar): nil
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isUnprintable ? "\\u{" + String(scalar.value, radix: 16) + "}" : nil
      }
    }
  }
}

extension String {
  /// The text with what is given for a character in its place; nil leaves it.
  func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension String {
  /// The most characters of a name that are worth reading.
  private static let longest = 200

  /// A sentence whose names, such as ids, end in `…` if they are too long to read; paths stay whole.
  ///
  /// A name stands between backticks, or contains no blank.
  package var withoutLongNames: String {
    guard count > Self.longest else { return self }
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      if index % 2 == 1, index < parts.count - 1 { return Self.shortened(part) }
      return part.split(separator: " ", omittingEmptySubsequences: false)
        .map { Self.shortened($0) }.joined(separator: " ")
    }.joined(separator: "`")
  }

  private static func shortened(_ name: Substring) -> String {
    let isPath = name.contains("/") && !name.contains(":")
    return name.count <= longest || isPath ? String(name) : name.prefix(longest - 1) + "…"
  }
}
