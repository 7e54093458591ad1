/// A word of a command that output suggests, written so that it can be pasted.
public enum ShellWord {
  /// The word, in single quotes if a shell needs them, or as `$'a\nb'` if it has unprintable characters.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0.isWordByte || "-./=:+,".utf8.contains($0) }
    if isPlain, !word.isEmpty { return word }
    if word.unicodeScalars.contains(where: { $0.isUnprintable }) { return escaped(word) }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func escaped(_ word: String) -> String {
    var text = "$'"
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "'", "\\": text += "\\\(scalar)"
      default:
        if scalar.isUnprintable {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "'"
  }
}

extension Unicode.Scalar {
  /// Whether it controls a terminal or the direction of text, or breaks a line.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
