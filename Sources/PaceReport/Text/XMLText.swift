/// Text of XML: pictures, pages and reports for other tools.
public enum XMLText {
  /// Text between tags or in an attribute's quotes, with markup escaped and characters that XML can't hold replaced.
  public static func escaped(_ text: String) -> String {
    text.replacing { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "&#10;"
      case "\t": "&#9;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
