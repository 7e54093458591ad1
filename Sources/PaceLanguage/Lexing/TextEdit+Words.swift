/// Edits that put in a word.
extension TextEdit {
  /// Puts `word` in place of `span`, with blanks where it would touch its neighbours in `bytes`.
  static func word(_ word: String, at span: SourceSpan, in bytes: [UInt8]) -> TextEdit {
    let (start, end) = (Int(span.start), Int(span.end))
    let touchesLast = start > 0 && !bytes[start - 1].isBlank && !bytes[start - 1].opens
    let touchesNext = end < bytes.count && !bytes[end].isBlank && !bytes[end].closes
    return TextEdit(span, (touchesLast ? " " : "") + word + (touchesNext ? " " : ""))
  }
}

extension UInt8 {
  /// Whether a word may stand right after it: an opening bracket, or a sign that a word takes the place of.
  fileprivate var opens: Bool {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// Whether a word may stand right before it.
  fileprivate var closes: Bool {
    switch self {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }
}
