import PaceLanguage

extension String {
  /// The text on one line, without characters that control a terminal, as people read it.
  ///
  /// Formats for programs take the text as it is and escape by their own rules.
  package var printable: String { printable(keeping: []) }

  /// The same with some characters, such as tabs, left as they are.
  package func printable(keeping kept: [Unicode.Scalar]) -> String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar {
      case _ where kept.contains(scalar): shown.unicodeScalars.append(scalar)
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      default:
        if scalar.isUnprintable {
          shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    return shown
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

  /// The length of the shortest random id, and of what is read of one.
  static let (randomLength, shortLength) = (32, 8)

  /// An id as people read it: a random one is cut to its first eight digits, which identify it as well.
  package var short: String { isRandomID ? String(prefix(Self.shortLength)) : printable }

  /// Whether it is an id of 32 hexadecimal digits, perhaps with hyphens between them.
  var isRandomID: Bool {
    let digits = utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count == Self.randomLength && (utf8.count == Self.randomLength || utf8.count == 36)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
